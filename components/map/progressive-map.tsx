"use client";

import type { Point } from "@/lib/point";
import "./progressive-map.css";
import "./markers.css";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import type { LiveMapProps } from "@/components/map/live-map";
import { MapBoundary } from "@/components/map/map-loading";
import {
  canDrawMaps,
  chooseMapStart,
  detectCapabilities,
  onReadyForMap,
  whenVisible,
} from "@/components/map/map-start";
import { StreetPicture } from "@/components/map/street-picture";
import { DARK } from "@/components/map/themed-style";
import { withLabelFace } from "@/components/map/with-label-face";
import { type Frame, nextFrame, pictureAddress, STREET_LEVEL, toFrame } from "@/lib/city/map/frame";

const LiveMap = lazy(() =>
  withLabelFace(import("@/components/map/live-map")).then(({ LiveMap }) => ({ default: LiveMap })),
);

type Stage = "picture" | "offered" | "loading" | "ready" | "failed";

export interface MapProps
  extends Pick<LiveMapProps, "markers" | "lines" | "styleUrl" | "locale" | "home" | "buttons"> {
  readonly title: string;
  readonly label: string;
  readonly show: string;
  readonly pictureVersion: string | null;
  readonly focus?: readonly Point[] | undefined;
  readonly isNear?: boolean;
}

/** If the interactive map fails or no style is set, the static picture and its moving markers remain. */
export function ProgressiveMap({
  title,
  label,
  show,
  pictureVersion,
  focus,
  isNear = false,
  ...map
}: MapProps) {
  const { markers, lines, styleUrl } = map;
  const [stage, setStage] = useState<Stage>("picture");
  const box = useRef<HTMLDivElement>(null);
  // The map's code is larger than the rest of the page.
  const load = useCallback(() => setStage(canDrawMaps() ? "loading" : "failed"), []);
  useEffect(() => {
    if (styleUrl === null) return;
    if (chooseMapStart(detectCapabilities()) === "on demand") return setStage("offered");
    let stopWaiting = () => {};
    const stopPreparing = onReadyForMap(() => {
      if (box.current !== null) stopWaiting = whenVisible(box.current, load);
    });
    return () => {
      stopPreparing();
      stopWaiting();
    };
  }, [styleUrl, load]);

  const places = focus ?? [...markers, ...lines.flatMap(({ points }) => points)];
  const frame = useFrame(places, pictureVersion);
  return (
    <div className="map-box" data-stage={stage} ref={box}>
      <StreetPicture markers={markers} lines={lines} label={label} frame={frame} version={pictureVersion} />
      {(stage === "loading" || stage === "ready") && (
        <div className="map-layer" data-ready={stage === "ready"}>
          <MapBoundary onFail={() => setStage("failed")}>
            <Suspense>
              <LiveMap
                {...map}
                label={title}
                pictured={isNear ? toFrame(places, STREET_LEVEL) : frame}
                onReady={() => setStage("ready")}
                onFail={() => setStage("failed")}
              />
            </Suspense>
          </MapBoundary>
        </div>
      )}
      {stage === "offered" && (
        <button type="button" className="map-offer" onClick={load}>
          {show}
        </button>
      )}
    </div>
  );
}

/** Changes the frame after a place has left it, once the new frame's streets have loaded. */
export function useFrame(places: readonly Point[], version: string | null): Frame {
  const [frame, setFrame] = useState(() => toFrame(places));
  const { level, column, row } = nextFrame(frame, places);
  useEffect(() => {
    const next = { level, column, row };
    const show = () => setFrame((before) => (isSame(before, next) ? before : next));
    if (version === null) return show();
    const image = new Image();
    image.onload = show;
    image.onerror = show;
    image.src = pictureAddress(version, next, window.matchMedia(DARK).matches ? "dark" : "light");
    return () => {
      image.onload = null;
      image.onerror = null;
    };
  }, [level, column, row, version]);
  return frame;
}

const isSame = (one: Frame, other: Frame): boolean =>
  one.level === other.level && one.column === other.column && one.row === other.row;
