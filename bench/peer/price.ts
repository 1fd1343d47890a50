import type { Pool, PoolClient } from "pg";

/** A place in degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

export type Size = "S" | "M" | "L" | "XL";

/** What decides a price. */
export interface Trip {
  pickup: Place;
  dropoffs: (Place & { size: Size })[];
  mode: "sequential" | "parallel";
}

/** One priced leg; the price is in kopecks. */
export interface Leg {
  distanceMeters: number;
  durationSeconds: number;
  geometry: string;
  cargoSize: Size;
  price: number;
}

/** A whole priced trip. */
export interface Priced {
  tariffId: number;
  price: number;
  distanceMeters: number;
  durationSeconds: number;
  legs: Leg[];
}

interface Tariff {
  id: number;
  base: number;
  firstMeters: number;
  widthMeters: number;
  step: number;
  lastMeters: number;
  perKm: number;
  sizeFee: number;
}

const EARTH_METERS = 6_371_008.8;
const DETOUR = 1.35;
const SIZES: Size[] = ["S", "M", "L", "XL"];
// Metres up to which a speed in metres a second holds.
const SPEEDS: [number, number][] = [
  [5_000, 20 / 3.6],
  [20_000, 30 / 3.6],
  [60_000, 45 / 3.6],
  [Number.POSITIVE_INFINITY, 70 / 3.6],
];

/** Prices a trip by straight lines at the tariff in force. */
export async function priceTrip(db: Pool | PoolClient, trip: Trip): Promise<Priced> {
  const tariff = await tariffInForce(db);
  let from = trip.pickup;
  const legs = trip.dropoffs.map((to) => {
    const leg = legOf(tariff, from, to, to.size);
    if (trip.mode === "sequential") from = to;
    return leg;
  });
  const priced = { tariffId: tariff.id, price: 0, distanceMeters: 0, durationSeconds: 0, legs };
  for (const leg of legs) {
    priced.price += leg.price;
    priced.distanceMeters += leg.distanceMeters;
    priced.durationSeconds += leg.durationSeconds;
  }
  return priced;
}

async function tariffInForce(db: Pool | PoolClient): Promise<Tariff> {
  const { rows } = await db.query({
    name: "tariff",
    text: `SELECT id, base_price, first_threshold_km, band_width_km, band_step, max_threshold_km, per_km_over,
                  cargo_size_step_fee
           FROM tariffs ORDER BY id DESC LIMIT 1`,
  });
  const [row] = rows;
  return {
    id: row.id,
    base: Math.round(row.base_price * 100),
    firstMeters: Math.round(row.first_threshold_km * 1000),
    widthMeters: Math.round(row.band_width_km * 1000),
    step: Math.round(row.band_step * 100),
    lastMeters: Math.round(row.max_threshold_km * 1000),
    perKm: Math.round(row.per_km_over * 100),
    sizeFee: Math.round(row.cargo_size_step_fee * 100),
  };
}

function legOf(tariff: Tariff, from: Place, to: Place, cargoSize: Size): Leg {
  const distanceMeters = Math.round(straightMeters(from, to) * DETOUR);
  let seconds = 0;
  let begin = 0;
  for (const [end, speed] of SPEEDS) {
    seconds += Math.max(0, Math.min(distanceMeters, end) - begin) / speed;
    begin = end;
  }
  const price = priceOf(tariff, distanceMeters) + tariff.sizeFee * SIZES.indexOf(cargoSize);
  return {
    distanceMeters,
    durationSeconds: Math.round(seconds),
    geometry: polyline(from, to),
    cargoSize,
    price,
  };
}

function priceOf(tariff: Tariff, meters: number): number {
  let end = tariff.firstMeters;
  let bands = 0;
  while (meters >= end && end < tariff.lastMeters) {
    end = Math.min(end + tariff.widthMeters, tariff.lastMeters);
    bands += 1;
  }
  if (meters < end) return tariff.base + tariff.step * bands;
  const over = Math.round(((meters - end) * tariff.perKm) / 1000);
  return tariff.base + tariff.step * (bands + 1) + over;
}

function straightMeters(a: Place, b: Place): number {
  const radians = Math.PI / 180;
  const y = Math.sin(((b.latitude - a.latitude) * radians) / 2);
  const x = Math.sin(((b.longitude - a.longitude) * radians) / 2);
  const h = y * y + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * x * x;
  return 2 * EARTH_METERS * Math.asin(Math.min(1, Math.sqrt(h)));
}

function polyline(...places: Place[]): string {
  let text = "";
  let [latitude, longitude] = [0, 0];
  for (const place of places) {
    const [y, x] = [Math.round(place.latitude * 1e5), Math.round(place.longitude * 1e5)];
    text += chunk(y - latitude) + chunk(x - longitude);
    [latitude, longitude] = [y, x];
  }
  return text;
}

function chunk(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let text = "";
  for (; rest >= 32; rest >>= 5) text += String.fromCharCode((32 | (rest & 31)) + 63);
  return text + String.fromCharCode(rest + 63);
}

/** All that decides the price, to compare an order with its quote. */
export function tripKey({ pickup, dropoffs, mode }: Trip): string {
  const point = (at: Place) => `${Math.round(at.latitude * 1e6)},${Math.round(at.longitude * 1e6)}`;
  return [mode, point(pickup), ...dropoffs.map((one) => `${point(one)},${one.size}`)].join(";");
}
