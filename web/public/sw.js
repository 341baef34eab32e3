// Keeps one kind page for when there is no network. Games live on the server: nothing else is kept.
const SHELF = "tuilerie-1";
self.addEventListener("install", (event) => event.waitUntil(caches.open(SHELF).then((kept) => kept.addAll(["/offline.html", "/offline.css", "/icon.svg"])).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(() => caches.match("/offline.html")));
  else if (/\/(offline\.css|icon\.svg)$/.test(new URL(event.request.url).pathname)) event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
});
