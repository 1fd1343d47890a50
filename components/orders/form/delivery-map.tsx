"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { LazyMap } from "@/components/map/lazy-map";
import type { MapMarker } from "@/components/map/map-marker";
import { toLegLines } from "@/components/map/split-route";
import { useAddressLookup } from "@/components/orders/form/use-address-lookup";
import { useOrderForm } from "@/components/orders/form/use-order-form";
import type { Locale } from "@/lib/locale/locale";
import { type OrderDraft, PICKUP_KEY, parsePoint } from "@/lib/orders/form/draft";
import type { Point } from "@/lib/point";
import { decodePolyline } from "@/lib/routing/polyline";

export function DeliveryMap(props: {
  lines: readonly string[];
  target: string | null;
  locale: Locale;
  styleUrl: string | null;
  onPick: (key: string, point: Point) => void;
}) {
  const { lines: drawn, target, locale, styleUrl, onPick } = props;
  const t = useTranslations("delivery.map");
  const { draft } = useOrderForm();
  const markers = useMarkers(draft, target);
  const text = drawn.join("\n");
  const places = JSON.stringify(draft.dropoffs.map(parsePoint));
  const lines = useMemo(() => {
    const doors: readonly (Point | null)[] = JSON.parse(places);
    const legs = text === "" ? [] : text.split("\n").map(decodePolyline);
    return toLegLines(
      legs.flatMap((points, index) => {
        const door = doors[index] ?? null;
        return door === null ? [] : [{ points, door }];
      }),
      null,
      null,
    );
  }, [text, places]);
  return (
    <LazyMap
      loading={t("loading")}
      failed={t("failed")}
      markers={markers}
      lines={lines}
      label={t("label")}
      styleUrl={styleUrl}
      locale={locale}
      cover={NOTE_ROOM}
      onDrop={onPick}
      onPoint={target === null ? undefined : (point) => onPick(target, point)}
    />
  );
}

const NOTE_ROOM = { left: 150 };

function useMarkers(draft: OrderDraft, target: string | null): MapMarker[] {
  const t = useTranslations("delivery");
  const { shop, activeStop } = useAddressLookup();
  const isSeveral = draft.dropoffs.length > 1;
  const key = JSON.stringify([draft.pickup, ...draft.dropoffs].map((stop) => [stop.key, parsePoint(stop)]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: places are compared by their coordinates
  return useMemo(
    () =>
      [draft.pickup, ...draft.dropoffs].flatMap((stop, index): MapMarker[] => {
        const point = parsePoint(stop);
        if (point === null) return [];
        const isPickup = stop.key === PICKUP_KEY;
        return [
          {
            id: stop.key,
            ...point,
            kind: isPickup ? "pickup" : "dropoff",
            heading: null,
            tone: "normal",
            isDraggable: true,
            label: isPickup ? t("pickup") : t("dropoffs.title", { number: index }),
            ...(isPickup ? { shop } : {}),
            ...(!isPickup && isSeveral ? { number: index } : {}),
            ...(stop.key === activeStop || stop.key === target ? { note: t("map.drag") } : {}),
          },
        ];
      }),
    [key, isSeveral, activeStop, target, shop, t],
  );
}
