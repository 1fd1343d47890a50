"use client";

import "./progressive-map.css";
import "./markers.css";
import { useEffect, useState } from "react";
import { splitMarkers } from "@/components/map/crowd";
import type { LiveMapProps } from "@/components/map/live-map";
import { useFrame } from "@/components/map/progressive-map";
import { StreetPicture } from "@/components/map/street-picture";
import { themedStyle } from "@/components/map/themed-style";

type Props = Pick<LiveMapProps, "markers" | "lines" | "label" | "styleUrl" | "selected">;

/** The area with its markers and lines, where the device cannot draw a map. Nothing while there is no place to show. */
export function MapPicture({ markers, lines, label, styleUrl, selected = null }: Props) {
  const version = usePictureVersion(styleUrl);
  // Many places are listed next to their map.
  const { alone, crowd } = splitMarkers(markers, selected);
  const shown = alone.length > 0 ? alone : crowd.slice(0, 1);
  if (shown.length === 0 && lines.every(({ points }) => points.length === 0)) return null;
  return <Picture markers={shown} lines={lines} label={label} version={version} />;
}

function Picture(props: Pick<Props, "markers" | "lines" | "label"> & { version: string | null }) {
  const { markers, lines, label, version } = props;
  const frame = useFrame([...markers, ...lines.flatMap(({ points }) => points)], version);
  return (
    <div className="map-box map-picture" data-stage="failed">
      <StreetPicture markers={markers} lines={lines} label={label} frame={frame} version={version} />
    </div>
  );
}

const OWN_STYLE = "/map/style/";
const VERSION_OF_TILES = /^\/map\/([0-9a-f]{12})\//;

/** The version of the city's map, which its style names; null while unknown, and for a style of another service. */
function usePictureVersion(styleUrl: string | null): string | null {
  const [version, setVersion] = useState<string | null>(null);
  const url = themedStyle(styleUrl, "light");
  useEffect(() => {
    if (url?.startsWith(OWN_STYLE) !== true) return;
    const request = new AbortController();
    void findVersion(url, request.signal).then((found) => {
      if (!request.signal.aborted) setVersion(found);
    });
    return () => request.abort();
  }, [url]);
  return version;
}

async function findVersion(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(url, { signal });
    if (!response.ok) return null;
    const { sources = {} }: { sources?: Record<string, { tiles?: readonly string[] }> } =
      await response.json();
    const tiles = Object.values(sources).flatMap((source) => source.tiles ?? []);
    return tiles.map((tile) => VERSION_OF_TILES.exec(tile)?.[1]).find((found) => found !== undefined) ?? null;
  } catch {
    // Without a network, the picture has no streets.
    return null;
  }
}
