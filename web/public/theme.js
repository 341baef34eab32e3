// Runs before the first paint, so that a dark room never flashes light.
(() => {
  let wanted = null;
  try { wanted = localStorage.getItem("tuilerie.theme"); } catch { /* storage can be off */ }
  const dark = wanted === "dark" || (wanted !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
