/** The app's service worker; null where there is none, as in development and in browsers without one. */
async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  return (await navigator.serviceWorker.getRegistration("/courier").catch(() => undefined)) ?? null;
}

export async function showNotification(what: { title: string; text: string; tag: string }): Promise<void> {
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const registration = await worker();
  await registration
    ?.showNotification(what.title, { body: what.text, tag: what.tag, requireInteraction: true })
    .catch(() => {});
}

export async function hideNotification(tag: string): Promise<void> {
  const shown = await (await worker())?.getNotifications({ tag }).catch(() => []);
  for (const notification of shown ?? []) notification.close();
}

/** How this browser stands to notifications from the service. */
export type PushStanding = "unsupported" | "denied" | "off" | "on";

/** Whether this browser is told while the app is in the background. */
export async function pushStanding(): Promise<PushStanding> {
  const manager = (await worker())?.pushManager;
  if (manager === undefined || typeof Notification === "undefined") return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const subscription = await manager.getSubscription().catch(() => null);
  return subscription !== null && Notification.permission === "granted" ? "on" : "off";
}

/**
 * Subscribes this browser. Called with a tap, without which browsers do not ask.
 *
 * @param publicKey the service's, in base64url
 * @param tell sends what the service needs; false when it did not take it
 */
export async function subscribePush(
  publicKey: string,
  tell: (subscription: { endpoint: string; p256dh: string; auth: string }) => Promise<boolean>,
): Promise<void> {
  const manager = (await worker())?.pushManager;
  if (manager === undefined || typeof Notification === "undefined") return;
  if ((await Notification.requestPermission()) !== "granted") return;
  const subscription = await subscribed(manager, publicKey);
  const { endpoint, keys } = subscription.toJSON();
  const isTaken = await tell({
    endpoint: endpoint ?? "",
    p256dh: keys?.p256dh ?? "",
    auth: keys?.auth ?? "",
  });
  if (!isTaken) await subscription.unsubscribe();
}

async function subscribed(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await manager.subscribe(options);
  } catch (failure) {
    // One for another key, of before the service's secret changed, stands in the way.
    const former = await manager.getSubscription();
    if (former === null) throw failure;
    await former.unsubscribe();
    return manager.subscribe(options);
  }
}

/** Has this browser told nothing more; the service forgets it at the next message. */
export async function unsubscribePush(): Promise<void> {
  const subscription = await (await worker())?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
