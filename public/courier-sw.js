// Caches the courier app and its static files on the phone, so that it opens without a network. It caches no
// addresses: the fallback page has none, and fills itself from what the app has stored.

const CACHE = "courier-1";
const SHELL = "/courier/shell";
const WAIT_MS = 5000;
const STATIC = /^\/(?:_next\/static|fonts)\//;
// The map's worker, whose address is the same in every release; its tiles are not cached.
const WORKER = "/vendor/maplibre-gl-worker.mjs";

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOldCaches().then(() => self.clients.claim()));
});

// The page lists the files it uses; those of the first visit loaded before this worker could see them.
self.addEventListener("message", (event) => {
  if (event.data?.type === "keep") event.waitUntil(keep(event.data.paths));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (STATIC.test(pathname)) event.respondWith(cacheFirst(request));
  if (pathname === WORKER) event.respondWith(latest(request));
  const isPage = request.mode === "navigate" && (pathname === "/courier" || pathname === SHELL);
  if (isPage) event.respondWith(networkFirst(request));
});

// A push of an offer or a message. Whoever looks at the app sees and hears it there.
self.addEventListener("push", (event) => {
  const message = event.data?.json();
  if (message !== undefined) event.waitUntil(show(message));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openApp());
});

async function show({ title, body, tag }) {
  const windows = await appWindows();
  if (windows.some(({ visibilityState }) => visibilityState === "visible")) return;
  const isOffer = tag === "offer";
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    requireInteraction: isOffer,
    icon: "/courier-192.png",
    ...(isOffer && { vibrate: [400, 150, 400, 150, 400] }),
  });
}

async function openApp() {
  const [first] = await appWindows();
  await (first === undefined ? self.clients.openWindow("/courier") : first.focus());
}

async function appWindows() {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter(({ url }) => /^\/courier(?:\/|$)/.test(new URL(url).pathname));
}

async function keepShell() {
  const cache = await caches.open(CACHE);
  const answer = await fetch(SHELL, { cache: "no-store" });
  if (answer.ok) await cache.put(SHELL, answer);
}

async function dropOldCaches() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("courier-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function keep(paths) {
  const cache = await caches.open(CACHE);
  const wanted = new Set(paths.filter((path) => STATIC.test(path)));
  // The shell must come from the same build as the files cached with it.
  await keepShell();
  // The first visit may have loaded the map before this worker could see it.
  const worker = latest(new Request(WORKER)).catch(() => {});
  await Promise.all(
    [...wanted].map(async (path) => {
      if (await cache.match(path)) return;
      const answer = await fetch(path);
      if (answer.ok) await cache.put(path, answer);
    }),
  );
  await worker;
  for (const kept of await cache.keys()) {
    const { pathname } = new URL(kept.url);
    if (pathname !== SHELL && pathname !== WORKER && !wanted.has(pathname)) await cache.delete(kept);
  }
}

async function cacheFirst(request) {
  const kept = await caches.match(request, { ignoreSearch: true });
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

async function latest(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (failure) {
    const kept = await cache.match(request);
    if (kept === undefined) throw failure;
    return kept;
  }
}

async function networkFirst(request) {
  const shell = await caches.match(SHELL);
  if (shell === undefined) return fetch(request);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(WAIT_MS) });
    return answer.status < 500 ? answer : shell;
  } catch {
    return shell;
  }
}
