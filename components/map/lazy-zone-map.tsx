"use client";

import dynamic from "next/dynamic";
import { createContext, useContext } from "react";
import { MapBoundary } from "@/components/map/map-boundary";
import type { ZoneMapProps } from "@/components/map/zone-map";

const LoadingText = createContext("");

const ZoneMap = dynamic(() => import("@/components/map/zone-map").then(({ ZoneMap }) => ZoneMap), {
  ssr: false,
  loading: () => <Loading />,
});

function Loading() {
  return (
    <div className="flex h-full w-full items-center justify-center bg-panel text-sm text-soft">
      {useContext(LoadingText)}
    </div>
  );
}

/**
 * The map of zones, whose code comes once the page is there. Nothing is left of it when it fails.
 *
 * @param loading stands in its place until then
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
