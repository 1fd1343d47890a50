import type { DrawingView } from "@/lib/tracking/tracking-view";

const WIDTH = 400;
const HEIGHT = 280;
const MARGIN = 44;
/** Nothing is drawn larger than this, however close things are. */
const LEAST_SPAN_DEGREES = 0.004;

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
          className={isRough ? "dropoff rough" : "dropoff"}
        >
          {isRough ? <circle r="12" /> : <path d="M0 0C-5-8-12-13-12-21a12 12 0 0 1 24 0C12-13 5-8 0 0Z" />}
          {isRough ? (
            <text textAnchor="middle" dy="5">
              {dropoff.number}
            </text>
          ) : (
            <circle cy="-21" r="4.500" />
          )}
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

/** Fits places into the box, the scale being the same in both directions. */
function projection(places: readonly Place[]): (place: Place) => [number, number] {
  const [south, north] = ends(places.map(({ latitude }) => latitude));
  const shrink = Math.max(0.05, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const [west, east] = ends(places.map(({ longitude }) => longitude * shrink));
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(east - west, LEAST_SPAN_DEGREES),
    (HEIGHT - 2 * MARGIN) / Math.max(north - south, LEAST_SPAN_DEGREES),
  );
  const [middleX, middleY] = [(west + east) / 2, (south + north) / 2];
  return ({ latitude, longitude }) => [
    Math.round(WIDTH / 2 + (longitude * shrink - middleX) * scale),
    Math.round(HEIGHT / 2 - (latitude - middleY) * scale),
  ];
}

function ends(values: readonly number[]): [number, number] {
  return values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)];
}
