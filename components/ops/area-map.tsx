"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyZoneMap } from "@/components/map/lazy-zone-map";
import type { ZoneMapProps } from "@/components/map/zone-map";

/** The map of zones, or a note that there is no map. */
export function AreaMap(props: Omit<ZoneMapProps, "onFail" | "label">) {
  const t = useTranslations("ops.area");
  const [isFailed, setFailed] = useState(false);
  if (isFailed) {
    return (
      <p role="status" className="rounded-lg border border-line p-3 text-sm">
        {t("map_failed")}
      </p>
    );
  }
  return (
    <div className="h-full w-full overflow-hidden rounded-xl border border-line">
      <LazyZoneMap
        {...props}
        loading={t("map_loading")}
        label={t(props.drawn === undefined ? "map_label" : "drawing_label")}
        onFail={() => setFailed(true)}
      />
    </div>
  );
}
