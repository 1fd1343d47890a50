// Shows recipients what the service tells them of their courier, opens the page of the order, and keeps it for a reload
// without a network.

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {};
  if (title === undefined) return;
  const shown = { body, tag, icon: "/courier-192.png", data: { url } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

async function open(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const path = new URL(url).pathname;
  const page = pages.find((one) => new URL(one.url).pathname === path);
  return page === undefined ? self.clients.openWindow(path) : page.focus();
}

// Keeps what a recipient needs at the door on their phone, for a reload without a network: until the delivery is over,
// its link is dead, or a day has passed. Text alone: neither the page nor anything that it loads is stored.

const CACHE = "tracking-1";
const KEPT_MS = 24 * 60 * 60_000;
const LINK = /^\/t\/[\w-]{22}$/;
const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
  "Referrer-Policy": "no-referrer",
};

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => event.waitUntil(dropOld().then(() => self.clients.claim())));

self.addEventListener("message", (event) => {
  const { type, path, page } = event.data ?? {};
  if (!LINK.test(path)) return;
  if (type === "keep") event.waitUntil(dropOld().then(() => keep(path, page)));
  if (type === "drop") event.waitUntil(drop(path));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode !== "navigate" || origin !== self.location.origin || !LINK.test(pathname)) return;
  event.respondWith(openPage(request, pathname));
});

async function openPage(request, path) {
  try {
    const response = await fetch(request);
    if (response.status === 404 || response.status === 410) await drop(path);
    return response;
  } catch (failure) {
    await dropOld();
    const kept = await (await caches.open(CACHE)).match(path);
    if (kept === undefined) throw failure;
    return new Response(offlinePage((await kept.json()).page), { headers: HEADERS });
  }
}

async function keep(path, page) {
  const kept = new Response(JSON.stringify({ page, at: Date.now() }));
  await (await caches.open(CACHE)).put(path, kept);
}

async function drop(path) {
  await (await caches.open(CACHE)).delete(path);
}

async function dropOld() {
  const cache = await caches.open(CACHE);
  for (const path of await cache.keys()) {
    const { at } = await (await cache.match(path)).json();
    if (Date.now() - at >= KEPT_MS) await cache.delete(path);
  }
}

/** Tries the network again every half a minute. */
function offlinePage({ lang, title, notice, headline, details, codeTitle, code, call, foot }) {
  const lines = [...details, foot].map((line) => `<p>${escapeHtml(line)}</p>`).join("");
  const codeBlock =
    code === null ? "" : `<h2>${escapeHtml(codeTitle)}</h2><p class="code">${escapeHtml(code)}</p>`;
  const callLink =
    call === null
      ? ""
      : `<p><a href="${escapeHtml(call.href)}">${escapeHtml(call.label)} ${escapeHtml(call.number)}</a></p>`;
  return `<!doctype html><html lang="${escapeHtml(lang)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="30"><title>${escapeHtml(title)}</title>
<style>:root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:auto;padding:1.25rem}.code{font-size:2.5rem;margin:0}a{display:inline-block;padding:.75rem 0}</style>
</head><body><p role="alert">${escapeHtml(notice)}</p><h1>${escapeHtml(headline)}</h1>${codeBlock}${callLink}${lines}</body></html>`;
}

function escapeHtml(text) {
  return String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
