// Keeps one kind page for when there is no network. Games live on the server: nothing else is kept.
const SHELF = "tuilerie-1";
self.addEventListener("install", (event) =>
  event.waitUntil(
    caches
      .open(SHELF)
      .then((kept) => kept.addAll(["/offline.html", "/offline.css", "/icon.svg"]))
      .then(() => self.skipWaiting()),
  ),
);
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate")
    event.respondWith(fetch(event.request).catch(() => caches.match("/offline.html")));
  else if (/\/(offline\.css|icon\.svg)$/.test(new URL(event.request.url).pathname))
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
});
// "It is your turn" was tapped: back to that table.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      const there = pages.find((page) => new URL(page.url).pathname === path);
      return there ? there.focus() : self.clients.openWindow(path);
    }),
  );
});
