"use client";

import dynamic from "next/dynamic";
import { withLabelFace } from "@/components/map/label-face";
import type { LiveMapProps } from "@/components/map/live-map";
import { LoadingText, MapBoundary, MapLoading } from "@/components/map/map-loading";

const LiveMap = dynamic(
  () => withLabelFace(import("@/components/map/live-map")).then(({ LiveMap }) => LiveMap),
  {
    ssr: false,
    loading: () => <MapLoading />,
  },
);

export const LazyMap = ({
  loading,
  onFail,
  ...props
}: LiveMapProps & { readonly loading: string; readonly onFail: () => void }) => (
  <LoadingText value={loading}>
    <MapBoundary onFail={onFail}>
      <LiveMap {...props} onFail={onFail} />
    </MapBoundary>
  </LoadingText>
);
