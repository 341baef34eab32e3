import { mount } from "svelte";
import "./style/tokens.css";
import "./style/base.css";
import App from "./App.svelte";
import { version } from "./offline/version.svelte.ts";

const target = document.getElementById("app") as HTMLElement;
target.replaceChildren(); // the sign that hung there until now
mount(App, { target });

if (import.meta.env.PROD) version.register();
