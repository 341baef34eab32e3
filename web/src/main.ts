import { mount } from "svelte";
import "./style/tokens.css";
import "./style/base.css";
import "./style/common.css";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app") as HTMLElement });

if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
