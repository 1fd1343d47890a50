"use client";

import { useMemo } from "react";
import type { LiveMapProps } from "@/components/map/live-map";
import type { MapMarker } from "@/components/map/marker";
import { PicturedMap } from "@/components/map/pictured-map";
import { splitWay } from "@/components/map/way";
import { linesOfWay } from "@/components/map/way-lines";
import type { Point } from "@/lib/routing/geo";

/**
 * The map of a courier on the way to a stop. It fills its parent, shows the streets that the device has kept when there is
 * no network, and nothing at all where it has none.
 */
export function StopMap({
  me,
  stop,
  way,
  words,
  ...map
}: Pick<LiveMapProps, "styleUrl" | "locale"> & {
  /** Where the device is; null until it knows. */
  readonly me: (Point & { readonly heading: number | null; readonly isFresh: boolean }) | null;
  readonly stop: Point & {
    readonly kind: "pickup" | "dropoff";
    /** Which dropoff it is, from 1. */
    readonly number?: number;
    readonly shop?: MapMarker["shop"];
  };
  /** The way along the roads from where the courier set out, to the stop; empty if nobody knows it. */
  readonly way: readonly Point[];
  /** `title`: what the map is; `picture`: what it shows, in words; `show`: the button that asks for it. */
  readonly words: Readonly<Record<"title" | "picture" | "show" | "me" | "stop", string>>;
  readonly pictureVersion: string | null;
}) {
  const markers = useMemo(() => {
    const { latitude, longitude, kind, number, shop = null } = stop;
    const placed: MapMarker[] = [
      {
        id: "stop",
        latitude,
        longitude,
        kind,
        heading: null,
        tone: "normal",
        label: words.stop,
        shop,
        ...(number === undefined ? {} : { number }),
      },
    ];
    if (me !== null)
      placed.push({
        id: "me",
        latitude: me.latitude,
        longitude: me.longitude,
        kind: "courier",
        isPuck: true,
        heading: me.heading,
        tone: me.isFresh ? "busy" : "stale",
        label: words.me,
      });
    return placed;
  }, [me, stop, words]);
  const lines = useMemo(() => linesOfWay({ ...splitWay(way, me), door: stop }), [way, me, stop]);
  return (
    <PicturedMap
      {...map}
      markers={markers}
      lines={lines}
      title={words.title}
      label={words.picture}
      show={words.show}
      home="me"
      buttons="home"
      hidesWithoutStreets
    />
  );
}
