"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { BigButton } from "@/components/courier-app/controls";
import { LazyMap } from "@/components/map/lazy-map";
import type { MapLine, MapMarker } from "@/components/map/map-marker";
import { useLanguage } from "@/components/ui/use-language";
import type { QueuedFix } from "@/lib/courier-app/fix-queue";
import type { NextLeg } from "@/lib/courier-app/next-leg";

interface Props {
  ahead: NextLeg;
  place: QueuedFix | null;
  /** True at the stop, where the map shows the house. */
  isThere: boolean;
  isOnlyDropoff: boolean;
  isConnected: boolean;
  styleUrl: string | null;
}

/** The map is optional; the rest of the screen works without it. */
export function TripMap(props: Props) {
  const { ahead, place, isThere, isOnlyDropoff, isConnected, styleUrl } = props;
  const t = useTranslations("courier.map");
  const locale = useLanguage();
  const { isWanted, want } = useMapStage();
  const markers = useMemo(
    () => toMarkers({ ahead, place, isThere, isOnlyDropoff }, { me: t("me"), target: t("target") }),
    [ahead, place, isThere, isOnlyDropoff, t],
  );
  const lines = useMemo((): MapLine[] => getLines(ahead), [ahead]);
  if (!isWanted) {
    return (
      <BigButton tone="fill" onClick={want}>
        {t("show")}
      </BigButton>
    );
  }
  return (
    <div
      className={`-mx-4 ${isThere ? "h-[27dvh]" : "h-[46dvh]"} min-h-44 overflow-hidden bg-(--map-ground)`}
    >
      <LazyMap
        // The next stop resets the view.
        key={`${ahead.stop} ${isThere}`}
        markers={markers}
        lines={lines}
        label={t("label")}
        styleUrl={styleUrl}
        isConnected={isConnected}
        locale={locale}
        loading={t("loading")}
        isAtDoor={isThere}
        home={place === null || isThere ? "all" : "me"}
        buttons="home"
      />
    </div>
  );
}

/** If data is expensive, the map loads only on request. */
export function useMapStage() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData !== true) setWanted(true);
  }, []);
  return { isWanted, want: () => setWanted(true) };
}

function toMarkers(
  { ahead, place, isThere, isOnlyDropoff }: Omit<Props, "isConnected" | "styleUrl">,
  words: { me: string; target: string },
) {
  const { stop, target } = ahead;
  const kind = stop === null ? ("courier" as const) : stop === 0 ? ("pickup" as const) : ("dropoff" as const);
  const number = stop === null || stop === 0 || isOnlyDropoff ? {} : { number: stop };
  const there: MapMarker = {
    id: `stop-${stop}`,
    kind,
    ...target,
    heading: null,
    tone: "normal",
    label: words.target,
    ...number,
  };
  if (place === null || isThere) return [there];
  const { latitude, longitude, heading } = place;
  const me: MapMarker = {
    id: "me",
    kind: "courier",
    latitude,
    longitude,
    heading,
    tone: "busy",
    isPuck: true,
    label: words.me,
  };
  return [there, me];
}

function getLines({ path, driven, target }: NextLeg): MapLine[] {
  const lines = [
    { id: "driven", points: driven, role: "driven" as const },
    { id: "ahead", points: path, role: "ahead" as const },
    { id: "door", points: path.length === 0 ? [] : [...path.slice(-1), target], role: "door" as const },
  ];
  return lines.filter(({ points }) => points.length > 1);
}
