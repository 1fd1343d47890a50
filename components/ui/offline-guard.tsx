"use client";

import { CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

const TRY_EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 5_000;

async function isReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    return (await fetch("/healthz", { method: "HEAD", cache: "no-store", signal })).status < 500;
  } catch {
    return false;
  }
}

/** When the service is unreachable, a full load would show the browser's error page, so it waits for the service. */
export function OfflineGuard() {
  const t = useTranslations("ui");
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    const { navigation } = window as Partial<Window>;
    if (navigation === undefined) return;
    let target: { url: string; isReplacing: boolean } | null = null;
    let released: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const go = async () => {
      clearTimeout(timer);
      const expected = target;
      const isThere = await isReachable();
      if (expected === null || target !== expected) return;
      // A download leaves this page in place.
      setWaiting(!isThere);
      if (!isThere) {
        timer = setTimeout(go, TRY_EVERY_MS);
        return;
      }
      target = null;
      released = expected.url;
      if (expected.isReplacing) location.replace(expected.url);
      else location.assign(expected.url);
    };
    const hold = (event: NavigateEvent) => {
      const { url, sameDocument } = event.destination;
      if (sameDocument) {
        if (event.navigationType !== "push") return;
        // The user navigated elsewhere, so the pending navigation is dropped.
        target = null;
        setWaiting(false);
        return;
      }
      if (url === released) {
        released = null;
        return;
      }
      const isOwn = new URL(url).origin === location.origin && event.formData === null;
      const isFollowed = event.navigationType === "push" || event.navigationType === "replace";
      if (!event.cancelable || !isOwn || !isFollowed || event.downloadRequest !== null) return;
      event.preventDefault();
      target = { url, isReplacing: event.navigationType === "replace" };
      void go();
    };
    const tryNow = () => void (target !== null && go());
    navigation.addEventListener("navigate", hold);
    window.addEventListener("online", tryNow);
    return () => {
      clearTimeout(timer);
      navigation.removeEventListener("navigate", hold);
      window.removeEventListener("online", tryNow);
    };
  }, []);
  return (
    <p
      role="status"
      className="fixed inset-x-4 bottom-20 z-30 mx-auto flex w-fit items-center gap-2 rounded-lg bg-ink px-4 py-3 text-sm text-surface shadow-e2 empty:hidden lg:bottom-6"
    >
      {isWaiting && (
        <>
          <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          {t("unreachable")}
        </>
      )}
    </p>
  );
}
