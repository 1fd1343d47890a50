import type { CSSProperties } from "react";
import type { MapLine, MapMarker } from "@/components/map/map-marker";
import { getMarkerAttributes, getMarkerInside } from "@/components/map/marker-look";
import { CONTRIBUTORS, COPYRIGHT_URL } from "@/lib/city/map/attribution";
import { type Frame, PICTURE, pictureAddress, projection } from "@/lib/city/map/frame";

const { width: WIDTH, height: HEIGHT } = PICTURE;

interface Props {
  markers: readonly MapMarker[];
  lines: readonly MapLine[];
  label: string;
  frame: Frame;
  version: string | null;
}

export function StreetPicture({ markers, lines, label, frame, version }: Props) {
  const toBox = projection(frame);
  return (
    <>
      <div className="street-picture" role="img" aria-label={label}>
        {version !== null && <div className="streets" style={streetStyle(version, frame)} />}
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          {version === null && <Grid />}
          <Ways lines={lines} toBox={toBox} />
        </svg>
        {markers.map((marker) => (
          <PictureMarker key={marker.id} marker={marker} at={toBox(marker)} />
        ))}
      </div>
      {version !== null && (
        <a href={COPYRIGHT_URL} target="_blank" rel="noopener noreferrer" className="map-credit">
          {CONTRIBUTORS}
        </a>
      )}
    </>
  );
}

/** The browser loads only the picture of its theme. */
const streetStyle = (version: string, frame: Frame) =>
  ({
    "--light": `url(${pictureAddress(version, frame, "light")})`,
    "--dark": `url(${pictureAddress(version, frame, "dark")})`,
  }) as CSSProperties;

/** From the lowest line to the highest, as on the interactive map. */
const ROLES = ["other", "driven", "casing", "ahead", "door"] as const;

const Ways = ({ lines, toBox }: { lines: readonly MapLine[]; toBox: ReturnType<typeof projection> }) =>
  ROLES.flatMap((role) =>
    lines
      .filter((line) => (line.role ?? "ahead") === (role === "casing" ? "ahead" : role))
      .map(({ id, points }) => (
        <polyline
          key={`${role} ${id}`}
          points={points.map((place) => toBox(place).join(",")).join(" ")}
          className="map-way"
          data-role={role}
        />
      )),
  );

function PictureMarker({ marker, at: [x, y] }: { marker: MapMarker; at: readonly [number, number] }) {
  const inside = getMarkerInside(marker);
  const place = {
    "--x": x - WIDTH / 2,
    "--y": y - HEIGHT / 2,
    ...(marker.heading === null ? {} : { "--heading": `${Math.round(marker.heading)}deg` }),
    ...(marker.shop?.accent == null ? {} : { "--brand": marker.shop.accent }),
  };
  return (
    <div className="map-marker" {...getMarkerAttributes(marker)} style={place as CSSProperties}>
      <i>
        {inside.is === "text" && inside.text}
        {inside.is === "logo" && (
          // biome-ignore lint/performance/noImgElement: the service keeps logos in the size in which they are shown
          <img src={inside.url} alt="" />
        )}
        {inside.is === "sign" && (
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={inside.path} />
          </svg>
        )}
      </i>
    </div>
  );
}

const Grid = () => (
  <>
    <defs>
      <pattern id="grid" width="28" height="28" patternUnits="userSpaceOnUse">
        <circle cx="2" cy="2" r="1.2" className="grid" />
      </pattern>
    </defs>
    <rect width={WIDTH} height={HEIGHT} fill="url(#grid)" />
  </>
);
