/** Null in development and in browsers without service workers. */
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

export type PushStanding = "unsupported" | "denied" | "off" | "on";

export async function pushStanding(): Promise<PushStanding> {
  const manager = (await worker())?.pushManager;
  if (manager === undefined || typeof Notification === "undefined") return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const subscription = await manager.getSubscription().catch(() => null);
  return subscription !== null && Notification.permission === "granted" ? "on" : "off";
}

/** Called on a tap, without which browsers do not ask. `publicKey` is base64url; `tell` returns false on a failure. */
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
    // A subscription made with an earlier key blocks a new one.
    const former = await manager.getSubscription();
    if (former === null) throw failure;
    await former.unsubscribe();
    return manager.subscribe(options);
  }
}

/** The service deletes the subscription when its next message is rejected. */
export async function unsubscribePush(): Promise<void> {
  const subscription = await (await worker())?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
