// Keeps the shelf in the browser: this version of the client, whole, with its rules pages and boards. The engine is kept
// by the page (web/src/offline/keeping.ts); it is only looked up here. What is asked of a server goes there.
const VERSION = "development"; // the build puts in what the files hash to, and their names
const FILES = [];
const LANGUAGES = ["fr", "en", "de"];
const ENGINE = "tuilerie-engine";
const SHELF = `tuilerie-shelf-${VERSION}`;
const SLOW_MS = 3000; // then what is kept will do

const home = self.registration.scope;
const ending = new URL(self.location.href).search === "?static" ? ".json" : ""; // plain files, no server
const api = (path) => `${home}api/1/${path}${ending}`;
const GAMES = api("games");
const BOARDS = `${home}boards/index.json`;

async function keep(shelf, address) {
  const response = await fetch(address, { cache: "no-cache" });
  if (response.ok) await shelf.put(address, response.clone());
  return response;
}

// The rules of every game in every language; a game of another package may bring none.
async function keepPages(shelf) {
  const { games } = await (await keep(shelf, GAMES)).json();
  const rules = games.flatMap(({ id }) => LANGUAGES.map((lang) => api(`rules/${id}/${lang}`)));
  const boards = (await (await keep(shelf, BOARDS)).json()).map((game) => `${home}boards/${game}.js`);
  await Promise.all([...rules, ...boards].map((address) => keep(shelf, address).catch(() => null)));
}

async function install() {
  const shelf = await caches.open(SHELF);
  await shelf.addAll(FILES.map((name) => new URL(name, home).href));
  await keepPages(shelf);
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELF && name !== ENGINE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
// A new version waits until somebody asks for it: nobody's page changes under their hands.
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());

// This version's own, else the engine's.
async function kept(address) {
  const found = (name) => caches.match(address, { cacheName: name, ignoreVary: true });
  return (await found(SHELF)) ?? found(ENGINE);
}

// From the network, as long as it answers in time; else what is kept.
async function freshFirst(request) {
  const fresh = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, SLOW_MS, null));
  const answer = await Promise.race([fresh, late]).catch(() => null);
  if (answer?.ok) return answer;
  return (await kept(request.url)) ?? fresh;
}

async function keptFirst(request, address = request.url) {
  return (await kept(address)) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(home)) return;
  const name = request.url.slice(home.length).split(/[?#]/)[0];
  if (request.mode === "navigate") {
    if (!/^(api|docs|metrics|healthz|readyz)\b/.test(name)) event.respondWith(keptFirst(request, home));
  } else if (request.url === GAMES || request.url === BOARDS || name.startsWith("api/1/rules/"))
    event.respondWith(freshFirst(request));
  else if (name === "engine/engine.json") event.respondWith(freshFirst(request));
  else if (FILES.includes(name) || name.startsWith("engine/") || name.startsWith("boards/"))
    event.respondWith(keptFirst(request));
});

// "It is your turn" was tapped: back to that table.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data;
  const address = new URL(ending ? `#${path}` : path, home);
  const same = ({ url }) =>
    new URL(url).pathname === address.pathname && (!ending || new URL(url).hash === address.hash);
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      const there = pages.find(same);
      return there ? there.focus() : self.clients.openWindow(address.href);
    }),
  );
});
