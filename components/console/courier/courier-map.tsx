"use client";

import { useTranslations } from "next-intl";
import { LazyMap } from "@/components/map/lazy-map";
import type { MapMarker } from "@/components/map/map-marker";
import type { Locale } from "@/lib/locale/locale";
import type { Point } from "@/lib/point";

interface Props {
  name: string;
  position: (Point & { readonly heading: number }) | null;
  isStale: boolean;
  lines: readonly (readonly Point[])[];
  locale: Locale;
  styleUrl: string | null;
}

export function CourierMap({ name, position, isStale, lines, locale, styleUrl }: Props) {
  const t = useTranslations("ops.courier");
  const tone = isStale ? "stale" : "busy";
  const markers: MapMarker[] =
    position === null ? [] : [{ id: "courier", ...position, kind: "courier", tone, label: name }];
  if (position === null && lines.length === 0) {
    return <p className="rounded-xl bg-ground px-6 py-12 text-center text-sm text-soft">{t("nowhere")}</p>;
  }
  return (
    <div className="h-72 overflow-hidden rounded-xl border border-line bg-fill sm:h-113">
      <LazyMap
        loading={t("map_loading")}
        failed={t("map_failed")}
        markers={markers}
        lines={lines.map((points, index) => ({ id: `way-${index}`, points }))}
        label={t("map", { name })}
        styleUrl={styleUrl}
        locale={locale}
      />
    </div>
  );
}
