import { mount } from "svelte";
import "./style/tokens.css";
import "./style/base.css";
import "./style/common.css";
import App from "./App.svelte";
import { device, isWanted } from "./offline/device.ts";

const target = document.getElementById("app") as HTMLElement;
target.replaceChildren(); // the sign that hung there until now
mount(App, { target });

if (isWanted()) void device.start(); // while the player chooses
if ("serviceWorker" in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
