/** Which page is shown: the address decides, and links of our own pages change it without loading anything again. */
import { home, isStatic } from "./address.ts";

/** Of an export, the part after the hash is the page's address. */
const isRoute = (hash: string): boolean => hash.startsWith("#/");

function addressNow(): URL {
  return isStatic ? new URL(isRoute(location.hash) ? location.hash.slice(1) : "/", home) : new URL(location.href);
}

class Router {
  private now = $state.raw(addressNow());

  constructor() {
    const look = () => (this.now = addressNow());
    addEventListener("popstate", look);
    addEventListener("hashchange", look);
  }

  get path(): string {
    return this.now.pathname;
  }

  /** What follows the question mark. */
  get query(): URLSearchParams {
    return this.now.searchParams;
  }

  /** The place on the page that the address names. */
  get anchor(): string {
    return this.now.hash.slice(1);
  }

  /** The address in its parts: `/t/ABCDEF` is ["t", "ABCDEF"]. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean);
  }

  go(path: string): void {
    history.pushState(null, "", hrefOf(path));
    this.now = addressNow();
    scrollTo(0, 0);
  }

  /** The same page, under an address that says more about it. */
  rename(path: string): void {
    history.replaceState(null, "", hrefOf(path));
  }

  /** A whole address, for others. */
  link(path: string): string {
    return new URL(hrefOf(path), home).href;
  }
}

export const router = new Router();

const hrefOf = (path: string): string => (isStatic ? `#${path}` : path);

/** A link of ours as the browser may open it elsewhere, in another tab say. */
export function addressLinks(event: Event): void {
  const link = (event.target as Element).closest?.("a[href^='/']");
  if (isStatic && link) link.setAttribute("href", hrefOf(link.getAttribute("href") ?? "/"));
}

export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.("a[href]");
  const href = link?.getAttribute("href") ?? "";
  if (isStatic && href.startsWith("#") && !isRoute(href)) return jump(event, href.slice(1));
  const path = isStatic && isRoute(href) ? href.slice(1) : href;
  if (!path.startsWith("/") || link?.hasAttribute("download") || path.startsWith("/api/")) return;
  event.preventDefault();
  router.go(path);
}

/** To a place on the same page, which must not take the address's part after the hash. */
function jump(event: MouseEvent, id: string): void {
  event.preventDefault();
  const place = document.getElementById(id);
  place?.scrollIntoView();
  place?.focus();
}
