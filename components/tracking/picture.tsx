import { frameOf, SKETCH } from "@/components/map/fit";
import type { DrawingView } from "@/lib/tracking/tracking-view";

const { width: WIDTH, height: HEIGHT, margin: MARGIN } = SKETCH;

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** A sketch of the delivery to scale, north up: it needs no script, no tiles and no other host. */
export function Picture({ drawing, label }: { drawing: DrawingView; label: string }) {
  const { courier, pickup, dropoffs, path, isRough } = drawing;
  const toBox = projection([...path, ...dropoffs, ...[pickup, courier].filter((place) => place !== null)]);
  const line = path.map((place) => toBox(place).join(",")).join(" ");
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
      className="picture"
    >
      <defs>
        <pattern id="grid" width="28" height="28" patternUnits="userSpaceOnUse">
          <circle cx="2" cy="2" r="1.2" className="grid" />
        </pattern>
      </defs>
      <rect width={WIDTH} height={HEIGHT} fill="url(#grid)" />
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

const at = ([x, y]: readonly [number, number]): string => `translate(${x} ${y})`;

function Pin() {
  return (
    <>
      <path d="M0 0C-5-8-12-13-12-20a12 12 0 0 1 24 0C12-13 5-8 0 0Z" />
      <circle cy="-20" r="4.500" className="hole" />
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

/** Fits places into the box at the same scale in both directions. */
function projection(places: readonly Place[]): (place: Place) => [number, number] {
  const { west, south, east, north } = frameOf(places);
  const shrink = Math.max(0.05, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / ((east - west) * shrink),
    (HEIGHT - 2 * MARGIN) / (north - south),
  );
  const [middleX, middleY] = [(west + east) / 2, (south + north) / 2];
  return ({ latitude, longitude }) => [
    Math.round(WIDTH / 2 + (longitude - middleX) * shrink * scale),
    Math.round(HEIGHT / 2 - (latitude - middleY) * scale),
  ];
}
