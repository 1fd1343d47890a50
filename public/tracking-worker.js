// Shows recipients what the service tells them of their courier, and opens the page of the order.

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
