/** What this person likes, kept between visits: light or dark, sound, pace, and what was chosen last time. */
import type { Face } from "./pieces/faces.ts";
import { remember, remembered } from "./storage.ts";

type Theme = "light" | "dark";

const PAPER: Record<Theme, string> = { light: "#f4eadb", dark: "#1d1714" };
const USUAL_PACE_MS = 700;

class Preferences {
  theme = $state<Theme>(document.documentElement.dataset["theme"] === "dark" ? "dark" : "light");
  sound = $state(remembered("sound") !== "off");
  /** Said aloud by the browser's own voice, where a game does so. */
  voice = $state(remembered("voice") !== "off");
  /** Nothing slides or turns, whatever the device is set to. */
  calm = $state(remembered("motion") === "calm");

  constructor() {
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => this.setMotion());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (now) => {
      if (!remembered("theme")) this.paint(now.matches ? "dark" : "light");
    });
    this.paint(this.theme);
  }

  changeTheme(): void {
    this.paint(this.theme === "dark" ? "light" : "dark");
    remember("theme", this.theme);
  }

  changeSound(): void {
    this.sound = !this.sound;
    if (!this.sound && "speechSynthesis" in window) speechSynthesis.cancel();
    remember("sound", this.sound ? "on" : "off");
  }

  changeVoice(): void {
    this.voice = !this.voice;
    if (!this.voice && "speechSynthesis" in window) speechSynthesis.cancel();
    remember("voice", this.voice ? "on" : "off");
  }

  changeMotion(): void {
    this.calm = !this.calm;
    remember("motion", this.calm ? "calm" : "device");
    this.setMotion();
  }

  private setMotion(): void {
    const calm = this.calm || matchMedia("(prefers-reduced-motion: reduce)").matches;
    document.documentElement.dataset["motion"] = calm ? "calm" : "full";
  }

  private paint(theme: Theme): void {
    this.theme = theme;
    document.documentElement.dataset["theme"] = theme;
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", PAPER[theme]);
  }

  /** An offered run is placed with the tap that chooses it. */
  oneTap = $state(remembered("one-tap") === "on");
  changeOneTap(): void {
    this.oneTap = !this.oneTap;
    remember("one-tap", this.oneTap ? "on" : "off");
  }

  /** How long bots wait before they move, in milliseconds; 0: not at all. */
  get pace(): number {
    return Number(remembered("pace") ?? USUAL_PACE_MS);
  }
  set pace(ms: number) {
    remember("pace", String(ms));
  }

  /** How many play at a table that this person sets up. */
  get players(): number {
    return Number(remembered("players") ?? 2);
  }
  set players(count: number) {
    remember("players", String(count));
  }

  /** Which bots they play against. */
  get bot(): string {
    return remembered("bot") ?? "greedy";
  }
  set bot(level: string) {
    remember("bot", level);
  }

  /** The face they chose, as this device knows it. */
  face = $state<Face>((remembered("face") as Face | null) ?? "leo");
  changeFace(face: Face): void {
    this.face = face;
    remember("face", face);
  }

  /** What the others call them. */
  get name(): string {
    return remembered("name") ?? "";
  }
  set name(name: string) {
    remember("name", name);
  }
}

export const preferences = new Preferences();
