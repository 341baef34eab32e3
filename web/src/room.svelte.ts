/** The room around the table: light or dark, with or without sound, and where in the house we are. */
import { remember, remembered } from "./remembering.ts";

class Room {
  theme = $state<"light" | "dark">(document.documentElement.dataset["theme"] === "dark" ? "dark" : "light");
  sound = $state(remembered("sound") !== "off");
  path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (now) => {
      if (!remembered("theme")) this.paint(now.matches ? "dark" : "light");
    });
    this.paint(this.theme);
  }

  changeTheme(): void {
    this.paint(this.theme === "dark" ? "light" : "dark");
    remember("theme", this.theme);
  }

  private paint(theme: "light" | "dark"): void {
    this.theme = theme;
    document.documentElement.dataset["theme"] = theme;
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", theme === "dark" ? "#1d1714" : "#f4eadb");
  }

  changeSound(): void {
    this.sound = !this.sound;
    remember("sound", this.sound ? "on" : "off");
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.path = location.pathname;
    scrollTo(0, 0);
  }
}

export const room = new Room();

/** Links of our own pages change the page without loading it again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.("a[href]");
  const href = link?.getAttribute("href");
  if (!href?.startsWith("/") || link?.hasAttribute("download") || href.startsWith("/api/")) return;
  event.preventDefault();
  room.go(href);
}
