// Runs before the first paint, so that a dark room never flashes light.
(() => {
  let wanted = null;
  try {
    wanted = localStorage.getItem("tuilerie.theme");
  } catch {
    /* storage can be off */
  }
  const dark = wanted === "dark" || (wanted !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
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
