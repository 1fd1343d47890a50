"use client";

import { useEffect, useState } from "react";
import { PREVIEW_READY, type Previewed } from "@/components/tracking/preview-messages";
import { type ShownProps, ShownTracking } from "@/components/tracking/tracking-page";

/** Extensions and checkers of pages send messages of their own between frames. */
const isPreviewed = (data: unknown): data is Previewed =>
  typeof data === "object" && data !== null && "shop" in data;

type Props = Omit<ShownProps, "now" | "offlineSince" | "retry" | "address"> & {
  /** When the page was rendered, in milliseconds. */
  readonly renderedAt: number;
};

/** A tracking page in a frame: nothing in it can be pressed, and its shop is the one that the page around it tells of. */
export function TrackingPreview({ state, renderedAt, ...page }: Props) {
  const [told, setTold] = useState<Previewed | null>(null);
  useEffect(() => {
    const take = ({ origin, source, data }: MessageEvent) => {
      if (origin === window.location.origin && source === window.parent && isPreviewed(data)) setTold(data);
    };
    window.addEventListener("message", take);
    window.parent.postMessage(PREVIEW_READY, window.location.origin);
    return () => window.removeEventListener("message", take);
  }, []);
  return (
    <div inert data-theme={told?.theme}>
      <ShownTracking
        {...page}
        address=""
        state={told === null ? state : { ...state, shop: told.shop }}
        now={new Date(renderedAt)}
        offlineSince={null}
        retry={() => {}}
      />
    </div>
  );
}
