/** How pieces move: by finger, by mouse, by key. */
import { tick } from "svelte";
import { crossfade } from "svelte/transition";
import { cubicOut } from "svelte/easing";
import type { Action } from "svelte/action";

export const still = (): boolean => document.documentElement.dataset["motion"] === "calm";
export const duration = (ms: number): number => (still() ? 0 : ms);

/** Pieces slide from where they lay to where they lie; a piece that comes from behind a screen drops in from above. */
export const slide = () =>
  crossfade({
    duration: () => duration(260),
    easing: cubicOut,
    fallback: () => ({
      duration: duration(260),
      easing: cubicOut,
      css: (t) => `opacity: ${t}; transform: translateY(${(1 - t) * -28}px)`,
    }),
  });

/** One half of it: the transition of a piece that leaves, or of one that arrives. */
export type Slide = ReturnType<typeof slide>[0];

const FAR = 6; // px before a press becomes a drag
const HOLD_MS = 180; // a finger rests this long before it drags, so that it can still scroll

export interface Dragging {
  enabled: boolean;
  onlift: () => void;
  ondrop: (target: HTMLElement | null) => void;
  /** Let go over the rack it came from (`data-rack`): before or after another of its pieces. */
  onlay?: (beside: string, before: boolean) => void;
}

interface Spot {
  piece: HTMLElement;
  before: boolean;
}

/** Drag a piece onto an element with `data-drop`, or along its rack. Never the only way: a tap selects, keys move. */
export const draggable: Action<HTMLElement, Dragging> = (node, first) => {
  let settings = first;
  let from: { x: number; y: number; id: number } | null = null;
  let dragging = false;
  let hold: ReturnType<typeof setTimeout> | undefined;
  let over: HTMLElement | null = null;
  let spot: Spot | null = null;

  function press(event: PointerEvent) {
    if (!settings.enabled || event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    if (event.pointerType !== "mouse") hold = setTimeout(lift, HOLD_MS);
    addEventListener("pointermove", move);
    addEventListener("pointerup", release);
    addEventListener("pointercancel", cancel);
  }

  function lift() {
    if (!from) return;
    dragging = true;
    node.setPointerCapture(from.id);
    node.dataset["dragged"] = ""; // an attribute, since the table paints its classes anew
    settings.onlift();
  }

  function move(event: PointerEvent) {
    if (!from || event.pointerId !== from.id) return;
    const x = event.clientX - from.x;
    const y = event.clientY - from.y;
    if (!dragging) {
      if (Math.hypot(x, y) < FAR) return;
      if (event.pointerType !== "mouse") return cancel();
      lift();
    }
    node.style.transform = `translate(${x}px, ${y}px)`;
    mark(null, null);
    mark(spotAt(event), targetAt(event));
  }

  function mark(beside: Spot | null, target: HTMLElement | null) {
    delete spot?.piece.dataset["put"];
    if (beside) beside.piece.dataset["put"] = beside.before ? "before" : "after";
    spot = beside;
    delete over?.dataset["over"];
    over = beside ? null : target;
    if (over) over.dataset["over"] = "";
  }

  /** The place along the rack that the pointer is over: beside the nearest piece of its line. */
  function spotAt(event: PointerEvent): Spot | null {
    const rack = settings.onlay ? node.closest<HTMLElement>("[data-rack]") : null;
    const box = rack?.getBoundingClientRect();
    if (
      !rack ||
      !box ||
      event.clientX < box.left ||
      event.clientX > box.right ||
      event.clientY < box.top ||
      event.clientY > box.bottom
    )
      return null;
    let found: Spot | null = null;
    let nearest = Infinity;
    for (const piece of rack.querySelectorAll<HTMLElement>("[data-key]")) {
      if (piece === node) continue;
      const { left, top, width, height } = piece.getBoundingClientRect();
      const aside = event.clientX - left - width / 2;
      const distance = Math.abs(aside) + 4 * Math.max(0, Math.abs(event.clientY - top - height / 2) - height / 2);
      if (distance < nearest) [found, nearest] = [{ piece, before: aside < 0 }, distance];
    }
    return found;
  }

  function targetAt(event: PointerEvent): HTMLElement | null {
    const below = document.elementsFromPoint(event.clientX, event.clientY).find((element) => !node.contains(element));
    return below?.closest<HTMLElement>("[data-drop]") ?? null;
  }

  function release(event: PointerEvent) {
    if (dragging) {
      const beside = spotAt(event);
      const target = targetAt(event);
      if (beside) settings.onlay?.(beside.piece.dataset["key"] ?? "", beside.before);
      else settings.ondrop(target);
      // the click that follows a drag is not a tap
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    }
    cancel();
  }

  function swallow(event: MouseEvent) {
    event.stopPropagation();
    event.preventDefault();
  }

  function cancel() {
    clearTimeout(hold);
    from = null;
    dragging = false;
    node.style.transform = "";
    delete node.dataset["dragged"];
    mark(null, null);
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", release);
    removeEventListener("pointercancel", cancel);
  }

  const holdScroll = (event: TouchEvent) => {
    if (dragging) event.preventDefault();
  };

  node.addEventListener("pointerdown", press);
  node.addEventListener("touchmove", holdScroll, { passive: false });
  return {
    update: (next) => void (settings = next),
    destroy() {
      cancel();
      node.removeEventListener("pointerdown", press);
      node.removeEventListener("touchmove", holdScroll);
    },
  };
};

export interface Roving {
  onenter?: () => void;
  /** Shift and an arrow: this piece goes where that one is. */
  onmove?: (piece: string, to: string) => void;
}

/** One tab stop for a rack or market: arrows go from piece to piece, digits to a value, Shift and arrows move one. */
export const roving: Action<HTMLElement, Roving | undefined> = (node, first) => {
  let settings = first;
  const stops = () => [...node.querySelectorAll<HTMLElement>("button:not(:disabled)")];

  function settle(current?: HTMLElement) {
    const all = stops();
    const chosen =
      current && all.includes(current)
        ? current
        : (all.find((stop) => stop.tabIndex === 0 && stop.dataset["stop"] === "here") ?? all[0]);
    for (const stop of all) {
      stop.tabIndex = stop === chosen ? 0 : -1;
      stop.dataset["stop"] = stop === chosen ? "here" : "";
    }
  }

  function press(event: KeyboardEvent) {
    const all = stops();
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    let to: number;
    if (event.key === "ArrowRight") to = Math.min(at + 1, all.length - 1);
    else if (event.key === "ArrowLeft") to = Math.max(at - 1, 0);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp")
      to = nextLine(all, at, event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Home") to = 0;
    else if (event.key === "End") to = all.length - 1;
    else if (/^[0-9]$/.test(event.key))
      to =
        [...all.keys()]
          .map((step) => (at + 1 + step) % all.length)
          .find((index) => all[index]?.dataset["value"]?.startsWith(event.key)) ?? -1;
    else if (event.key === "Enter" && settings?.onenter) {
      event.preventDefault();
      settings.onenter();
      return;
    } else return;
    event.preventDefault();
    const stop = all[to];
    if (!stop) return;
    if (event.shiftKey && settings?.onmove) void carry(all[at], stop);
    else {
      settle(stop);
      stop.focus();
    }
  }

  /** The piece moves, and the focus with it: on its way it may have been drawn anew. */
  async function carry(piece: HTMLElement | undefined, to: HTMLElement) {
    const key = piece?.dataset["key"];
    if (!key || !to.dataset["key"] || piece === to) return;
    settings?.onmove?.(key, to.dataset["key"]);
    await tick();
    const moved = stops().find((stop) => stop.dataset["key"] === key);
    if (moved) settle(moved);
    moved?.focus();
  }

  function nextLine(all: HTMLElement[], at: number, way: number): number {
    const here = all[at]?.getBoundingClientRect();
    if (!here) return -1;
    let best = -1;
    let nearest = Infinity;
    all.forEach((stop, index) => {
      const there = stop.getBoundingClientRect();
      const down = (there.top - here.top) * way;
      if (down < here.height / 2) return;
      const distance = down * 4 + Math.abs(there.left - here.left);
      if (distance < nearest) [best, nearest] = [index, distance];
    });
    return best;
  }

  /** Where the focus is, until it goes elsewhere: a piece that is played takes it along, and its neighbour gets it. */
  let held: { stop: HTMLElement; at: number } | null = null;
  const focused = (event: FocusEvent) => {
    const stop = event.target as HTMLElement;
    held = { stop, at: stops().indexOf(stop) };
    settle(stop);
  };
  const left = (event: FocusEvent) => {
    if (event.relatedTarget && !node.contains(event.relatedTarget as Node)) held = null;
  };
  function keepFocus() {
    if (!held || held.stop.isConnected || (document.activeElement ?? document.body) !== document.body) return;
    const all = stops();
    const next = all[Math.min(held.at, all.length - 1)];
    held = null;
    next?.focus();
  }
  const watcher = new MutationObserver(() => {
    keepFocus();
    if (
      !stops().some((stop) => stop.tabIndex === 0 && stop.dataset["stop"] === "here") ||
      stops().filter((stop) => stop.tabIndex === 0).length > 1
    )
      settle();
  });
  node.addEventListener("keydown", press);
  node.addEventListener("focusin", focused);
  node.addEventListener("focusout", left);
  watcher.observe(node, { childList: true, subtree: true });
  settle();
  return {
    update: (next) => void (settings = next),
    destroy() {
      watcher.disconnect();
      node.removeEventListener("keydown", press);
      node.removeEventListener("focusin", focused);
      node.removeEventListener("focusout", left);
    },
  };
};
