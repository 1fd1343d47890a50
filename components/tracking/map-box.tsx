"use client";

import { useMemo } from "react";
import type { MapMarker } from "@/components/map/map-marker";
import { type MapProps, ProgressiveMap } from "@/components/map/progressive-map";
import { routeLines } from "@/components/map/route-lines";
import type { PageMessages } from "@/components/tracking/page-messages";
import { greatCircleMeters } from "@/lib/routing/geo";
import type { TrackingMapView } from "@/lib/tracking/tracking-map-view";

interface Props extends Pick<MapProps, "label" | "locale" | "styleUrl" | "pictureVersion"> {
  drawing: TrackingMapView;
  words: PageMessages["map"];
  shop: MapMarker["shop"];
  isSearching: boolean;
}

export function MapBox({ drawing, words, shop, isSearching, ...map }: Props) {
  const markers = useMemo(
    () => toMarkers(drawing, words, shop, isSearching),
    [drawing, words, shop, isSearching],
  );
  const lines = useMemo(() => {
    const [door] = drawing.isRough ? [] : drawing.dropoffs;
    return routeLines({ driven: drawing.driven, ahead: drawing.path, door: door ?? null });
  }, [drawing]);
  const { focus, isNear } = useMemo(() => getFocus(drawing), [drawing]);
  return (
    <>
      <ProgressiveMap
        focus={focus}
        isNear={isNear}
        markers={markers}
        lines={lines}
        title={words.title}
        show={words.show}
        {...map}
      />
      {drawing.isRough && <p className="map-note">{words.rough}</p>}
    </>
  );
}

const NEAR_METERS = 500;

/** Everything until the pickup, then the courier and the remaining dropoffs. */
export function getFocus({ courier, dropoffs, isPickedUp, isRough, path }: TrackingMapView) {
  if (!isPickedUp || courier === null) return { isNear: false };
  const ahead = dropoffs.filter(({ isDone }) => !isDone);
  const [door] = ahead;
  const isNear = !isRough && door !== undefined && greatCircleMeters(courier, door) < NEAR_METERS;
  return { focus: [courier, ...ahead, ...path], isNear };
}

/** The courier is drawn last, so that it covers everything except pins. */
function toMarkers(
  { courier, pickup, dropoffs, isRough }: TrackingMapView,
  words: PageMessages["map"],
  shop: MapMarker["shop"],
  isSearching: boolean,
): MapMarker[] {
  const rest = { heading: null, tone: "normal" as const };
  const markers: MapMarker[] = dropoffs.map(({ number, ...dropoff }) => ({
    id: `dropoff-${number}`,
    kind: "dropoff",
    label: dropoffs.length > 1 ? `${words.dropoff} ${number}` : words.dropoff,
    ...(isRough ? { number, isRough } : {}),
    ...dropoff,
    ...rest,
  }));
  if (pickup !== null)
    markers.unshift({
      id: "pickup",
      kind: "pickup",
      label: words.pickup,
      shop: shop ?? null,
      isSearching,
      ...pickup,
      ...rest,
    });
  if (courier !== null)
    markers.push({
      id: "courier",
      kind: "courier",
      isPuck: true,
      label: words.courier,
      latitude: courier.latitude,
      longitude: courier.longitude,
      heading: courier.heading,
      tone: courier.freshness === "stale" ? "stale" : "busy",
    });
  return markers;
}
