// Runs before the first paint, so that a dark room never flashes light.
(() => {
  let wanted = null;
  let motion = null;
  try {
    wanted = localStorage.getItem("tuilerie.theme");
    motion = localStorage.getItem("tuilerie.motion");
  } catch {
    /* storage can be off */
  }
  const dark = wanted === "dark" || (wanted !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  const calm = motion === "calm" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  document.documentElement.dataset.motion = calm ? "calm" : "full";
  // A table's own scripts are asked for at once, not after the first script has been read.
  if (location.pathname.startsWith("/t/")) {
    for (const part of (document.querySelector("meta[name=parts]")?.content ?? "").split(" ").filter(Boolean)) {
      const link = document.createElement("link");
      if (part.endsWith(".css")) Object.assign(link, { rel: "preload", as: "style" });
      else link.rel = "modulepreload";
      link.href = part;
      document.head.append(link);
    }
  }
})();
