/** Which page is shown: the address decides, and links of our own pages change it without loading anything again. */

class Router {
  path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
  }

  /** The address in its parts: `/t/ABCDEF` is ["t", "ABCDEF"]. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean);
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.path = location.pathname;
    scrollTo(0, 0);
  }
}

export const router = new Router();

export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.("a[href]");
  const href = link?.getAttribute("href");
  if (!href?.startsWith("/") || link?.hasAttribute("download") || href.startsWith("/api/")) return;
  event.preventDefault();
  router.go(href);
}
