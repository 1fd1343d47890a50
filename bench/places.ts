import { run } from "@/bench/database";
import type { Point, PointList } from "@/bench/generator/places";
import { orderBody } from "@/testing/api-client";

// A table has at most 100 places.
const CANDIDATES = 90;
const WEST_OF = 28.835;
const EAST_OF = 28.865;
/** A fifth of the distance that the service accepts between a point and its road. */
const MAX_SNAP_DEGREES = 0.001;

export async function loadPlaces(databaseUrl: string, engineUrl: string): Promise<PointList> {
  const read = async (side: string) => {
    const rows = await run<{ latitude: number; longitude: number }>(
      databaseUrl,
      `SELECT latitude, longitude FROM city_houses
       WHERE NOT is_approximate AND latitude BETWEEN 46.98 AND 47.06 AND ${side} ORDER BY md5(id::text) LIMIT $1`,
      [CANDIDATES],
    );
    return rows.map(({ latitude, longitude }): Point => [latitude, longitude]);
  };
  const pickups = await read(`longitude BETWEEN 28.79 AND ${WEST_OF}`);
  const dropoffs = await read(`longitude BETWEEN ${EAST_OF} AND 28.9`);
  const reached = { pickups, dropoffs: await keepReached(engineUrl, pickups[0] ?? [0, 0], dropoffs) };
  return { ...reached, pickups: await keepReached(engineUrl, reached.dropoffs[0] ?? [0, 0], pickups) };
}

async function keepReached(engineUrl: string, hub: Point, points: readonly Point[]): Promise<Point[]> {
  const path = [hub, ...points].map(([latitude, longitude]) => `${longitude},${latitude}`).join(";");
  const ask = async (ends: string) => {
    const response = await fetch(`${engineUrl}/table/v1/driving/${path}?${ends}&annotations=duration`);
    return (await response.json()) as {
      durations: (number | null)[][];
      sources: { location: [number, number] }[];
      destinations: { location: [number, number] }[];
    };
  };
  const others = points.map((_, index) => index + 1).join(";");
  const there = await ask(`sources=0&destinations=${others}`);
  const back = await ask(`sources=${others}&destinations=0`);
  return points.filter(([latitude, longitude], index) => {
    const [x, y] = there.destinations[index]?.location ?? [0, 0];
    const isNear = Math.hypot(x - longitude, y - latitude) < MAX_SNAP_DEGREES;
    return isNear && there.durations[0]?.[index] != null && back.durations[index]?.[0] != null;
  });
}

const SLOTS = [
  ["{pickupLatitude}", "{pickupLongitude}"],
  ["{dropoffLatitude}", "{dropoffLongitude}"],
] as const;

type Pair = readonly (readonly [latitude: number | string, longitude: number | string])[];

const toPoints = (pair: Pair) => pair.map(([latitude, longitude]) => ({ latitude, longitude }));

/** By default with the placeholders that the load generator fills in. */
export function quoteBody(pair: Pair = SLOTS): string {
  const [pickup, ...dropoffs] = toPoints(pair);
  return unquoteSlots(JSON.stringify({ pickup, dropoffs }));
}

export function createBody(pair: Pair = SLOTS, change: { quote_id?: string } = {}): string {
  const { pickup, dropoffs } = orderBody();
  const [from, to] = toPoints(pair);
  return unquoteSlots(
    JSON.stringify({
      external_order_id: "bench-{n}",
      pickup: { ...pickup, address: { ...pickup.address, ...from } },
      dropoffs: dropoffs.map((dropoff) => ({ ...dropoff, address: { ...dropoff.address, ...to } })),
      ...change,
    }),
  );
}

const unquoteSlots = (text: string) =>
  text.replaceAll(/"(\{(?:pickup|dropoff)(?:Latitude|Longitude)\})"/g, "$1");
