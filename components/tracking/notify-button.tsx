"use client";

import { useEffect, useState } from "react";
import { Glyph } from "@/components/tracking/icon";
import type { PageMessages } from "@/components/tracking/page-messages";
import { postRecipientForm } from "@/components/tracking/post-recipient-form";

type Status = "idle" | "asking" | "on" | "refused" | "unsupported" | "failed";

const BELL =
  "M10.270 21a2 2 0 0 0 3.460 0M3.260 15.330A1 1 0 0 0 4 17h16a1 1 0 0 0 .740-1.670C19.410 13.960 18 12.500 18 8A6 6 0 0 0 6 8c0 4.500-1.410 5.960-2.740 7.330Z";

interface Props {
  address: string;
  publicKey: string;
  words: PageMessages["notify"];
}

/** Requests notification permission only on a tap. */
export function NotifyButton({ address, publicKey, words }: Props) {
  const [status, setStatus] = useState<Status>("idle");

  useEffect(() => {
    if (isSubscribed(address)) setStatus("on");
  }, [address]);

  const subscribe = async () => {
    setStatus("asking");
    const result = await subscribeToPush(address, publicKey).catch((): Status => "failed");
    if (result === "on") storeSubscribedPage(address);
    setStatus(result);
  };

  if (status === "on" || status === "refused" || status === "unsupported") {
    return (
      <p className="notify" role="status">
        <Glyph path={BELL} />
        {words[status]}
      </p>
    );
  }
  return (
    <div className="notify">
      <button type="button" className="secondary" onClick={subscribe} disabled={status === "asking"}>
        <Glyph path={BELL} />
        {status === "asking" ? words.asking : words.ask}
      </button>
      <p role="alert">{status === "failed" && words.failed}</p>
    </div>
  );
}

async function subscribeToPush(address: string, publicKey: string): Promise<Status> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) {
    return "unsupported";
  }
  if ((await Notification.requestPermission()) !== "granted") return "refused";
  await navigator.serviceWorker.register("/tracking-worker.js", { scope: "/t/" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await getSubscription(pushManager, publicKey);
  const outcome = await postRecipientForm(`${address}/push`, { ...subscription.toJSON() });
  return outcome === "saved" ? "on" : "failed";
}

/** A browser has one subscription for all pages. One made with another key is replaced. */
async function getSubscription(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    const before = await manager.getSubscription();
    if (before === null) throw error;
    await before.unsubscribe();
    return manager.subscribe(options);
  }
}

// The service does not know which pages a browser subscribed from.
const KEPT = "told";

function isSubscribed(address: string): boolean {
  try {
    return Notification.permission === "granted" && readSubscribedPages().includes(address);
  } catch {
    return false;
  }
}

function storeSubscribedPage(address: string): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...readSubscribedPages(), address].slice(-20)));
  } catch {
    // Without storage, the button stays.
  }
}

function readSubscribedPages(): string[] {
  const text: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  return Array.isArray(text) ? text.filter((one) => typeof one === "string") : [];
}
