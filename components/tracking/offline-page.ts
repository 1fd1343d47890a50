import { useEffect, useMemo } from "react";
import { onReadyForMap } from "@/components/map/map-start";
import { formatTime } from "@/components/tracking/format";
import type { PageMessages } from "@/components/tracking/page-messages";
import type { TrackingState } from "@/components/tracking/tracking-state";

type OfflineMessages = Pick<PageMessages, "noConnection" | "offline" | "codeTitle">;

export const formatCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** The offline copy that the service worker shows: plain text and a phone number. */
export function buildOfflinePage(
  { locale, tag, zone, courier, code, ...state }: TrackingState,
  words: OfflineMessages,
  now: Date,
) {
  const at = formatTime(now, { locale: tag, zone: zone.name });
  return {
    lang: locale,
    title: `${words.noConnection} · ${state.orderLabel}`,
    notice: words.offline.replace("{time}", at),
    headline: state.headline,
    details: state.details,
    codeTitle: words.codeTitle,
    code: code && formatCode(code),
    call: courier?.call ?? null,
    foot: state.orderLabel,
  };
}

/** Stores the page for offline use until its delivery ends. `heardAt` is service time; null while stale. */
export function useOfflinePage(
  address: string,
  state: TrackingState | null,
  words: OfflineMessages,
  heardAt: Date | null,
): void {
  const minute = heardAt === null ? null : Math.floor(heardAt.getTime() / 60_000);
  const page = useMemo(() => {
    if (minute === null || state === null) return null;
    return JSON.stringify(buildOfflinePage(state, words, new Date(minute * 60_000)));
  }, [state, words, minute]);
  const isFinal = state?.isFinal ?? false;
  useEffect(() => {
    if (!("serviceWorker" in navigator) || page === null) return;
    const send = () =>
      // Without a cache, the page works while the network does.
      void tellWorker(address, isFinal ? null : JSON.parse(page)).catch(() => {});
    return isFinal ? send() : onReadyForMap(send);
  }, [address, page, isFinal]);
}

async function tellWorker(path: string, page: unknown): Promise<void> {
  const { serviceWorker } = navigator;
  if (page === null) {
    const known = await serviceWorker.getRegistration(path);
    return known?.active?.postMessage({ type: "drop", path });
  }
  await serviceWorker.register("/tracking-worker.js", { scope: "/t/" });
  const { active } = await serviceWorker.ready;
  active?.postMessage({ type: "keep", path, page });
}
