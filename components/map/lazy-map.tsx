"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
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

interface Props extends LiveMapProps {
  readonly loading: string;
  /** Replaces a map that the device cannot draw. */
  readonly failed?: ReactNode;
}

export function LazyMap({ loading, failed, onFail, ...props }: Props) {
  const [isFailed, setFailed] = useState(false);
  const fail = () => {
    setFailed(true);
    onFail?.();
  };
  if (isFailed && failed !== undefined) {
    return (
      <p role="status" className="p-4 text-sm text-soft">
        {failed}
      </p>
    );
  }
  return (
    <LoadingText value={loading}>
      <MapBoundary onFail={fail}>
        <LiveMap {...props} onFail={fail} />
      </MapBoundary>
    </LoadingText>
  );
}
