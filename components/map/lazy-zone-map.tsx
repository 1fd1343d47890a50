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
