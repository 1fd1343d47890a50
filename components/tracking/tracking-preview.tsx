"use client";

import { useEffect, useState } from "react";
import { PREVIEW_READY, type PreviewMessages } from "@/components/tracking/preview-messages";
import { TrackingContent, type TrackingProps } from "@/components/tracking/tracking-page";

/** Browser extensions send messages between frames too. */
const isPreviewMessage = (data: unknown): data is PreviewMessages =>
  typeof data === "object" && data !== null && "shop" in data;

type Props = Omit<TrackingProps, "now" | "offlineSince" | "retry" | "address" | "optOut"> & {
  /** In milliseconds. */
  readonly renderedAt: number;
};

/** An inert page in a frame. The parent page sends the shop's identity. */
export function TrackingPreview({ state, renderedAt, ...page }: Props) {
  const [identity, setIdentity] = useState<PreviewMessages | null>(null);
  useEffect(() => {
    const take = ({ origin, source, data }: MessageEvent) => {
      if (origin === window.location.origin && source === window.parent && isPreviewMessage(data))
        setIdentity(data);
    };
    window.addEventListener("message", take);
    window.parent.postMessage(PREVIEW_READY, window.location.origin);
    return () => window.removeEventListener("message", take);
  }, []);
  return (
    <div inert data-theme={identity?.theme}>
      <TrackingContent
        {...page}
        address=""
        state={identity === null ? state : { ...state, shop: identity.shop }}
        now={new Date(renderedAt)}
        offlineSince={null}
        retry={() => {}}
        optOut={null}
      />
    </div>
  );
}
