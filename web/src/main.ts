import { mount } from "svelte";
import "./style/tokens.css";
import "./style/base.css";
import "./style/common.css";
import App from "./App.svelte";

const target = document.getElementById("app") as HTMLElement;
target.replaceChildren(); // the sign that hung there until now
mount(App, { target });

if ("serviceWorker" in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
