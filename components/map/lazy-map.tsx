"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { withLabelFace } from "@/components/map/label-face";
import type { LiveMapProps } from "@/components/map/live-map";
import { LoadingText, MapBoundary, MapLoading } from "@/components/map/map-loading";
import { canDrawMaps, whenVisible } from "@/components/map/map-start";

const LiveMap = dynamic(
  () => withLabelFace(import("@/components/map/live-map")).then(({ LiveMap }) => LiveMap),
  {
    ssr: false,
    loading: () => <MapLoading />,
  },
);

interface Props extends LiveMapProps {
  readonly loading: string;
  /** Replaces a map that the device cannot draw. */
  readonly failed?: ReactNode;
}

/** Loads the code of maps once one is near the visible part of the page, and only where it can be drawn. */
export function LazyMap({ loading, failed, onFail, ...props }: Props) {
  const [stage, setStage] = useState<"waiting" | "started" | "failed">("waiting");
  const box = useRef<HTMLDivElement>(null);
  const fail = () => {
    setStage("failed");
    onFail?.();
  };
  const start = useEffectEvent(() => (canDrawMaps() ? setStage("started") : fail()));
  useEffect(() => {
    if (box.current !== null) return whenVisible(box.current, () => start(), "200px");
  }, []);
  if (stage === "failed" && failed !== undefined) {
    return (
      <p role="status" className="p-4 text-sm text-soft">
        {failed}
      </p>
    );
  }
  return (
    <LoadingText value={loading}>
      {stage === "waiting" ? (
        <MapLoading ref={box} />
      ) : (
        <MapBoundary onFail={fail}>
          <LiveMap {...props} onFail={fail} />
        </MapBoundary>
      )}
    </LoadingText>
  );
}
