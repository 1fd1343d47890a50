import { CONTRIBUTORS, COPYRIGHT_URL } from "@/lib/map/attribution";
import { type Frame, PICTURE, type Place, projection } from "@/lib/map/frame";
import type { DrawingView } from "@/lib/tracking/drawing";

const { width: WIDTH, height: HEIGHT } = PICTURE;

/** Returns all places of a drawing, at least one. */
export const placesOf = ({ courier, pickup, dropoffs, path }: DrawingView): Place[] => [
  ...path,
  ...dropoffs,
  ...[pickup, courier].filter((place) => place !== null),
];

/** The delivery to scale, north up, on the city's streets. Needs no script and no other host. */
export function Picture({
  drawing,
  label,
  frame,
  streets,
}: {
  drawing: DrawingView;
  label: string;
  frame: Frame;
  /** URL of the picture of the frame's streets; null if none are known. */
  streets: string | null;
}) {
  return (
    <>
      {streets !== null && (
        // biome-ignore lint/performance/noImgElement: our own SVG needs no optimiser
        <img
          src={streets}
          alt=""
          width={2 * WIDTH}
          height={2 * HEIGHT}
          fetchPriority="high"
          className="streets"
        />
      )}
      <Markers drawing={drawing} label={label} frame={frame} isOnStreets={streets !== null} />
      {streets !== null && (
        <a href={COPYRIGHT_URL} target="_blank" rel="noopener noreferrer" className="map-credit">
          {CONTRIBUTORS}
        </a>
      )}
    </>
  );
}

function Markers({
  drawing,
  label,
  frame,
  isOnStreets,
}: {
  drawing: DrawingView;
  label: string;
  frame: Frame;
  isOnStreets: boolean;
}) {
  const { courier, pickup, dropoffs, path, isRough } = drawing;
  const toBox = projection(frame);
  const line = path.map((place) => toBox(place).join(",")).join(" ");
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
      className="picture"
    >
      {!isOnStreets && <Grid />}
      {line !== "" && <polyline points={line} className="route-casing" />}
      {line !== "" && <polyline points={line} className="route" />}
      {pickup && (
        <g transform={at(toBox(pickup))} className="pickup">
          <rect x="-11" y="-11" width="22" height="22" rx="6" />
          <path d="M-5-2h10M-4-2v5h8v-5" />
        </g>
      )}
      {dropoffs.map((dropoff) => (
        <g
          key={dropoff.number}
          transform={at(toBox(dropoff))}
          className={dropoff.isDone ? "dropoff done" : "dropoff"}
        >
          {isRough ? <Numbered {...dropoff} /> : <Pin />}
        </g>
      ))}
      {courier && (
        <g transform={at(toBox(courier))} className={`courier ${courier.freshness}`}>
          <circle r="22" className="halo" />
          <circle r="12" />
          <path d="M0-8 5 5 0 2-5 5Z" transform={`rotate(${Math.round(courier.heading)})`} />
        </g>
      )}
    </svg>
  );
}

/** Without streets, dots show that the picture is to scale. */
function Grid() {
  return (
    <>
      <defs>
        <pattern id="grid" width="28" height="28" patternUnits="userSpaceOnUse">
          <circle cx="2" cy="2" r="1.2" className="grid" />
        </pattern>
      </defs>
      <rect width={WIDTH} height={HEIGHT} fill="url(#grid)" />
    </>
  );
}

const at = ([x, y]: readonly [number, number]): string => `translate(${x} ${y})`;

function Pin() {
  return (
    <>
      <path d="M0 0C-5-8-12-13-12-20a12 12 0 0 1 24 0C12-13 5-8 0 0Z" />
      <path d="M-5.500-19.500 0-24.500 5.500-19.500M-4-20.500v6h8v-6" className="sign" />
    </>
  );
}

function Numbered({ number, isDone }: DrawingView["dropoffs"][number]) {
  return (
    <>
      <circle r="12" />
      {isDone ? (
        <path d="M-5 .5-1.500 4 5-3.500" className="sign" />
      ) : (
        <text textAnchor="middle" dy="5">
          {number}
        </text>
      )}
    </>
  );
}
