"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { LiveMapProps } from "@/components/map/live-map";
import { LoadingText, MapBoundary, MapLoading } from "@/components/map/map-loading";
import { canDrawMaps, whenVisible } from "@/components/map/map-start";
import { withLabelFace } from "@/components/map/with-label-face";

const LiveMap = dynamic(
  () => withLabelFace(import("@/components/map/live-map")).then(({ LiveMap }) => LiveMap),
  {
    ssr: false,
    loading: () => <MapLoading />,
  },
);
const MapPicture = dynamic(
  () => import("@/components/map/map-picture").then(({ MapPicture }) => MapPicture),
  { ssr: false },
);

interface Props extends LiveMapProps {
  readonly loading: string;
  /** Shown above the picture that replaces a map that the device cannot draw. */
  readonly failed?: ReactNode;
}

/**
 * Loads the code of maps once one is near the visible part of the page, and only where it can be drawn. Elsewhere, and
 * until a slow map is ready, a picture of the area shows its markers and lines.
 */
export function LazyMap({ loading, failed, onFail, onReady, ...props }: Props) {
  const [stage, setStage] = useState<"waiting" | "started" | "slow" | "failed">("waiting");
  const box = useRef<HTMLDivElement>(null);
  const fail = (how: "slow" | "failed") => {
    setStage(how);
    onFail?.();
  };
  const start = useEffectEvent(() => (canDrawMaps() ? setStage("started") : fail("failed")));
  useEffect(() => {
    if (box.current !== null) return whenVisible(box.current, () => start(), "200px");
  }, []);
  const isFailed = stage === "slow" || stage === "failed";
  return (
    <LoadingText value={loading}>
      <div className="relative h-full w-full">
        {stage === "waiting" && <MapLoading ref={box} />}
        {(stage === "started" || stage === "slow") && (
          <MapBoundary onFail={() => fail("failed")}>
            <LiveMap
              {...props}
              onFail={() => fail("slow")}
              onReady={() => {
                setStage("started");
                onReady?.();
              }}
            />
          </MapBoundary>
        )}
        {isFailed && (
          <div className="absolute inset-0 overflow-hidden bg-(--map-ground)">
            <MapPicture {...props} />
          </div>
        )}
        {isFailed && failed !== undefined && (
          <p
            role="status"
            className="absolute inset-x-3 bottom-9 rounded-lg bg-raised px-3 py-2 text-sm text-soft shadow-e1"
          >
            {failed}
          </p>
        )}
      </div>
    </LoadingText>
  );
}
