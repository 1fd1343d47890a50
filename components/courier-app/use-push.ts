import { useCallback, useEffect, useState } from "react";
import { findServiceWorker } from "@/components/courier-app/notification";
import { sendJson } from "@/components/courier-app/send";
import { useLanguage } from "@/components/ui/use-language";
import type { Locale } from "@/lib/locale/locale";

type PushStanding = "unsupported" | "denied" | "off" | "on";

/** `publicKey` is null where the service sends no push messages. */
export function usePush(publicKey: string | null) {
  const locale = useLanguage();
  const [standing, setStanding] = useState<PushStanding>("unsupported");
  const look = useCallback(async () => {
    setStanding(publicKey === null ? "unsupported" : await pushStanding());
  }, [publicKey]);
  useEffect(() => void look(), [look]);
  // Without Google's or Apple's services a browser cannot subscribe. The app itself still sounds.
  const lookAfter = (change: Promise<void>) => void change.catch(() => {}).then(look);
  return {
    standing,
    turnOn: () => publicKey !== null && lookAfter(subscribePush(publicKey, locale)),
    turnOff: () => lookAfter(unsubscribePush()),
  };
}

async function pushStanding(): Promise<PushStanding> {
  const manager = (await findServiceWorker())?.pushManager;
  if (manager === undefined || typeof Notification === "undefined") return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const subscription = await manager.getSubscription().catch(() => null);
  return subscription !== null && Notification.permission === "granted" ? "on" : "off";
}

/** Call it on a tap, because browsers request permission only then. `publicKey` is base64url. */
async function subscribePush(publicKey: string, locale: Locale): Promise<void> {
  const manager = (await findServiceWorker())?.pushManager;
  if (manager === undefined || typeof Notification === "undefined") return;
  if ((await Notification.requestPermission()) !== "granted") return;
  const subscription = await subscribe(manager, publicKey);
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  const { status } = await sendJson("/courier/push", { endpoint, p256dh, auth, locale });
  if (status !== 204) await subscription.unsubscribe();
}

async function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription> {
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
