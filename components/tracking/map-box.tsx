"use client";

import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { withLabelFace } from "@/components/map/label-face";
import { MapBoundary } from "@/components/map/map-boundary";
import type { MapLine, MapMarker } from "@/components/map/marker";
import { Picture, placesOf } from "@/components/tracking/picture";
import { type Frame, frameAfter, frameOf, pictureAddress } from "@/lib/map/frame";
import type { DrawingView } from "@/lib/tracking/drawing";

const LiveMap = lazy(() =>
  withLabelFace(import("@/components/map/live-map")).then(({ LiveMap }) => ({ default: LiveMap })),
);

/** The few words that the box needs in the browser. */
export interface MapBoxWords {
  readonly title: string;
  readonly show: string;
  readonly rough: string;
  readonly pickup: string;
  readonly dropoff: string;
  readonly courier: string;
}

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/**
 * Shows the picture and covers it with the interactive map once the page is idle, or only on demand on a slow or
 * metered connection. If anything fails, or no style is set, the picture and its live marker stay.
 */
export function MapBox(props: {
  drawing: DrawingView;
  label: string;
  words: MapBoxWords;
  locale: "ru" | "en";
  styleUrl: string | null;
  pictureVersion: string | null;
}) {
  const { drawing, label, words, locale, styleUrl, pictureVersion } = props;
  const [stage, setStage] = useState<"picture" | "offered" | "loading" | "ready" | "failed">("picture");
  const markers = useMemo(() => markersOf(drawing, words), [drawing, words]);
  const lines = useMemo((): MapLine[] => [{ id: "route", points: drawing.path }], [drawing]);

  useEffect(() => {
    if (styleUrl === null) return;
    const { connection } = navigator as { connection?: Connection };
    const isSlow = connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? "");
    if (isSlow) return setStage("offered");
    return whenIdle(() => setStage("loading"));
  }, [styleUrl]);

  const frame = useFrame(drawing, pictureVersion);
  const streets = pictureVersion === null ? null : pictureAddress(pictureVersion, frame);

  const isMapWanted = stage === "loading" || stage === "ready";
  return (
    <>
      <div className="map-box" data-stage={stage}>
        <Picture drawing={drawing} label={label} frame={frame} streets={streets} />
        {isMapWanted && (
          <div className="map-layer" data-ready={stage === "ready"}>
            <MapBoundary onFail={() => setStage("failed")}>
              <Suspense>
                <LiveMap
                  markers={markers}
                  lines={lines}
                  label={words.title}
                  styleUrl={styleUrl}
                  locale={locale}
                  pictured={frame}
                  onReady={() => setStage("ready")}
                  onFail={() => setStage("failed")}
                />
              </Suspense>
            </MapBoundary>
          </div>
        )}
        {stage === "offered" && (
          <button type="button" className="map-offer" onClick={() => setStage("loading")}>
            {words.show}
          </button>
        )}
      </div>
      {drawing.isRough && <p className="map-note">{words.rough}</p>}
    </>
  );
}

/**
 * Returns the frame that the picture shows; it changes once the drawing leaves it and the streets of the new frame are
 * loaded.
 */
function useFrame(drawing: DrawingView, version: string | null): Frame {
  const [frame, setFrame] = useState(() => frameOf(placesOf(drawing)));
  const { level, column, row } = frameAfter(frame, placesOf(drawing));
  useEffect(() => {
    const next = { level, column, row };
    const show = () =>
      setFrame((before) => (pictureAddress("", before) === pictureAddress("", next) ? before : next));
    if (version === null) return show();
    const image = new Image();
    image.onload = show;
    image.onerror = show;
    image.src = pictureAddress(version, next);
    return () => {
      image.onload = null;
      image.onerror = null;
    };
  }, [level, column, row, version]);
  return frame;
}

function markersOf({ courier, pickup, dropoffs, isRough }: DrawingView, words: MapBoxWords): MapMarker[] {
  const rest = { heading: null, tone: "normal" as const };
  return [
    ...(pickup === null
      ? []
      : [{ id: "pickup", kind: "pickup" as const, label: words.pickup, ...pickup, ...rest }]),
    ...dropoffs.map(({ number, ...dropoff }) => ({
      id: `dropoff-${number}`,
      kind: "dropoff" as const,
      label: dropoffs.length > 1 ? `${words.dropoff} ${number}` : words.dropoff,
      ...(isRough ? { number } : {}),
      ...dropoff,
      ...rest,
    })),
    ...(courier === null
      ? []
      : [
          {
            id: "courier",
            kind: "courier" as const,
            label: words.courier,
            latitude: courier.latitude,
            longitude: courier.longitude,
            heading: courier.heading,
            tone: courier.freshness === "stale" ? ("stale" as const) : ("busy" as const),
          },
        ]),
  ];
}

/** Calls back when the page has loaded and the browser is idle. */
function whenIdle(callback: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const handle = window.requestIdleCallback(callback, { timeout: 5_000 });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, 1_500);
  return () => clearTimeout(timer);
}
