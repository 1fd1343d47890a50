import { useCallback, useEffect, useState } from "react";
import { findServiceWorker } from "@/components/courier/notification";
import { sendJson } from "@/components/courier/send";
import { useLanguage } from "@/components/ui/use-language";

type PushStanding = "unsupported" | "denied" | "off" | "on";

/** `publicKey` is null where the service sends no push messages. */
export function usePush(publicKey: string | null): {
  standing: PushStanding;
  turnOn: () => void;
  turnOff: () => void;
} {
  const locale = useLanguage();
  const [standing, setStanding] = useState<PushStanding>("unsupported");
  const look = useCallback(async () => {
    setStanding(publicKey === null ? "unsupported" : await pushStanding());
  }, [publicKey]);
  useEffect(() => void look(), [look]);
  const turnOn = useCallback(() => {
    if (publicKey === null) return;
    const tell = async (subscription: object) =>
      (await sendJson("/courier/push", { ...subscription, locale })).status === 204;
    // Without Google's or Apple's services a browser cannot subscribe. The app itself still sounds.
    void subscribePush(publicKey, tell)
      .catch(() => {})
      .then(look);
  }, [publicKey, locale, look]);
  const turnOff = useCallback(() => {
    void unsubscribePush()
      .catch(() => {})
      .then(look);
  }, [look]);
  return { standing, turnOn, turnOff };
}

async function pushStanding(): Promise<PushStanding> {
  const manager = (await findServiceWorker())?.pushManager;
  if (manager === undefined || typeof Notification === "undefined") return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const subscription = await manager.getSubscription().catch(() => null);
  return subscription !== null && Notification.permission === "granted" ? "on" : "off";
}

/** Called on a tap, without which browsers do not ask. `publicKey` is base64url; `tell` returns false on a failure. */
async function subscribePush(
  publicKey: string,
  tell: (subscription: { endpoint: string; p256dh: string; auth: string }) => Promise<boolean>,
): Promise<void> {
  const manager = (await findServiceWorker())?.pushManager;
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
async function unsubscribePush(): Promise<void> {
  const subscription = await (await findServiceWorker())?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
