"use client";

import dynamic from "next/dynamic";
import { withLabelFace } from "@/components/map/label-face";
import { MapBoundary } from "@/components/map/map-boundary";
import { LoadingText, MapLoading } from "@/components/map/map-loading";
import type { ZoneMapProps } from "@/components/map/zone-map";

const ZoneMap = dynamic(
  () => withLabelFace(import("@/components/map/zone-map")).then(({ ZoneMap }) => ZoneMap),
  {
    ssr: false,
    loading: () => <MapLoading />,
  },
);

/**
 * Loads the map of zones after the page; renders nothing if loading fails.
 *
 * @param loading shown until the map is ready
 */
export function LazyZoneMap({ loading, ...props }: ZoneMapProps & { readonly loading: string }) {
  return (
    <LoadingText value={loading}>
      <MapBoundary onFail={props.onFail}>
        <ZoneMap {...props} />
      </MapBoundary>
    </LoadingText>
  );
}
