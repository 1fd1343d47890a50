/** Null in development and in browsers without service workers. */
export async function findServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  return (await navigator.serviceWorker.getRegistration("/courier").catch(() => undefined)) ?? null;
}

export async function showNotification(content: { title: string; text: string; tag: string }): Promise<void> {
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const registration = await findServiceWorker();
  await registration
    ?.showNotification(content.title, { body: content.text, tag: content.tag, requireInteraction: true })
    .catch(() => {});
}

export async function hideNotification(tag: string): Promise<void> {
  const shown = await (await findServiceWorker())?.getNotifications({ tag }).catch(() => []);
  for (const notification of shown ?? []) notification.close();
}
