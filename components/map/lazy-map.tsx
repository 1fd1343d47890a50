"use client";

import dynamic from "next/dynamic";
import { createContext, useContext } from "react";
import type { LiveMapProps } from "@/components/map/live-map";
import { MapBoundary } from "@/components/map/map-boundary";

const LoadingText = createContext("");

const LiveMap = dynamic(() => import("@/components/map/live-map").then(({ LiveMap }) => LiveMap), {
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
 * Loads the map's code once the page is shown. If the map fails, it disappears.
 *
 * @param loading shown in its place until then
 */
export function LazyMap({
  loading,
  onFail,
  ...props
}: LiveMapProps & { readonly loading: string; readonly onFail: () => void }) {
  return (
    <LoadingText value={loading}>
      <MapBoundary onFail={onFail}>
        <LiveMap {...props} onFail={onFail} />
      </MapBoundary>
    </LoadingText>
  );
}
