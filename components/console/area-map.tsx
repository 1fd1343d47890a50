"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LoadingText, MapBoundary, MapLoading } from "@/components/map/map-loading";
import { withLabelFace } from "@/components/map/with-label-face";
import type { ZoneMapProps } from "@/components/map/zone-map";

export function AreaMap(props: Omit<ZoneMapProps, "onFail" | "label">) {
  const t = useTranslations("ops.area");
  const [isFailed, setFailed] = useState(false);
  const fail = () => setFailed(true);
  if (isFailed) {
    return (
      <p role="status" className="rounded-lg border border-line p-3 text-sm">
        {t("map_failed")}
      </p>
    );
  }
  return (
    <div className="h-full w-full overflow-hidden rounded-xl border border-line">
      <LoadingText value={t("map_loading")}>
        <MapBoundary onFail={fail}>
          <ZoneMap
            {...props}
            label={t(props.drawn === undefined ? "map_label" : "drawing_label")}
            onFail={fail}
          />
        </MapBoundary>
      </LoadingText>
    </div>
  );
}

const ZoneMap = dynamic(
  () => withLabelFace(import("@/components/map/zone-map")).then(({ ZoneMap }) => ZoneMap),
  {
    ssr: false,
    loading: () => <MapLoading />,
  },
);
