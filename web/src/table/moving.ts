/** How pieces move: by finger, by mouse, by key. */
import { crossfade } from "svelte/transition";
import { cubicOut } from "svelte/easing";
import type { Action } from "svelte/action";

export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const duration = (ms: number): number => (still() ? 0 : ms);

/** Pieces slide from where they lay to where they lie; a piece that comes from behind a screen drops in from above. */
export const slide = () =>
  crossfade({
    duration: () => duration(260),
    easing: cubicOut,
    fallback: () => ({ duration: duration(260), easing: cubicOut, css: (t) => `opacity: ${t}; transform: translateY(${(1 - t) * -28}px)` }),
  });

const FAR = 6; // px before a press becomes a drag
const HOLD_MS = 180; // a finger rests this long before it drags, so that it can still scroll

export interface Dragging {
  enabled: boolean;
  onlift: () => void;
  ondrop: (target: HTMLElement | null) => void;
}

/** Drag a piece onto an element with `data-drop`. Never the only way: a tap selects. */
export const draggable: Action<HTMLElement, Dragging> = (node, first) => {
  let settings = first;
  let from: { x: number; y: number; id: number } | null = null;
  let dragging = false;
  let hold: ReturnType<typeof setTimeout> | undefined;
  let over: HTMLElement | null = null;

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
    node.classList.add("is-dragged");
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
    const target = targetAt(event);
    if (target !== over) {
      over?.classList.remove("is-over");
      target?.classList.add("is-over");
      over = target;
    }
  }

  function targetAt(event: PointerEvent): HTMLElement | null {
    const below = document.elementsFromPoint(event.clientX, event.clientY).find((element) => !node.contains(element));
    return below?.closest<HTMLElement>("[data-drop]") ?? null;
  }

  function release(event: PointerEvent) {
    if (dragging) {
      settings.ondrop(targetAt(event));
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
    node.classList.remove("is-dragged");
    over?.classList.remove("is-over");
    over = null;
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

/** One tab stop for a whole rack or market; arrows go from piece to piece, digits jump to a value. */
export const roving: Action<HTMLElement, { onenter?: () => void } | undefined> = (node, first) => {
  let settings = first;
  const stops = () => [...node.querySelectorAll<HTMLElement>("button:not(:disabled)")];

  function settle(current?: HTMLElement) {
    const all = stops();
    const chosen = current && all.includes(current) ? current : (all.find((stop) => stop.tabIndex === 0 && stop.dataset["stop"] === "here") ?? all[0]);
    for (const stop of all) {
      stop.tabIndex = stop === chosen ? 0 : -1;
      stop.dataset["stop"] = stop === chosen ? "here" : "";
    }
  }

  function press(event: KeyboardEvent) {
    const all = stops();
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    let to = -1;
    if (event.key === "ArrowRight") to = Math.min(at + 1, all.length - 1);
    else if (event.key === "ArrowLeft") to = Math.max(at - 1, 0);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") to = nextLine(all, at, event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Home") to = 0;
    else if (event.key === "End") to = all.length - 1;
    else if (/^[0-9]$/.test(event.key)) to = [...all.keys()].map((step) => (at + 1 + step) % all.length).find((index) => all[index]?.dataset["value"]?.startsWith(event.key)) ?? -1;
    else if (event.key === "Enter" && settings?.onenter) {
      event.preventDefault();
      settings.onenter();
      return;
    } else return;
    event.preventDefault();
    const stop = all[to];
    if (stop) {
      settle(stop);
      stop.focus();
    }
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

  const focused = (event: FocusEvent) => settle(event.target as HTMLElement);
  const watcher = new MutationObserver(() => {
    if (!stops().some((stop) => stop.tabIndex === 0 && stop.dataset["stop"] === "here") || stops().filter((stop) => stop.tabIndex === 0).length > 1) settle();
  });
  node.addEventListener("keydown", press);
  node.addEventListener("focusin", focused);
  watcher.observe(node, { childList: true, subtree: true });
  settle();
  return {
    update: (next) => void (settings = next),
    destroy() {
      watcher.disconnect();
      node.removeEventListener("keydown", press);
      node.removeEventListener("focusin", focused);
    },
  };
};
