import type { Pool } from "pg";
import { Agent, request } from "undici";
import { estimateLeg } from "@/lib/routing/estimate";

export interface LatLon {
  latitude: number;
  longitude: number;
}

export type Size = "S" | "M" | "L" | "XL";

export interface Trip {
  pickup: LatLon;
  dropoffs: (LatLon & { size: Size })[];
  mode: "sequential" | "parallel";
}

export type PriceResult = Awaited<ReturnType<typeof priceTrip>>;
type Tariff = Awaited<ReturnType<typeof tariffInForce>>;

const SIZES: Size[] = ["S", "M", "L", "XL"];
const engine = new Agent({ connections: 64 });
const { OSRM_URL } = process.env;

/** Prices are in kopecks. */
export async function priceTrip(db: Pool, trip: Trip) {
  const tariff = await tariffInForce(db);
  const legs = await Promise.all(
    trip.dropoffs.map((to, index) => {
      const previous = trip.mode === "sequential" ? trip.dropoffs[index - 1] : undefined;
      return findLeg(tariff, previous ?? trip.pickup, to, to.size);
    }),
  );
  const wayBack = estimateWayBack(trip);
  const priced = { tariffId: tariff.id, price: 0, distanceMeters: 0, durationSeconds: 0, legs, wayBack };
  for (const leg of legs) {
    priced.price += leg.price;
    priced.distanceMeters += leg.distanceMeters;
    priced.durationSeconds += leg.durationSeconds;
  }
  return priced;
}

/** An estimate, because the tariff has no fees: a return is free. */
function estimateWayBack({ pickup, dropoffs }: Trip) {
  const { distanceMeters, durationSeconds } = estimateLeg(dropoffs.at(-1) ?? pickup, pickup);
  return { distanceMeters, durationSeconds };
}

async function tariffInForce(db: Pool) {
  const { rows } = await db.query({
    name: "tariff",
    text: `SELECT id, base_price, first_threshold_km, band_width_km, band_step, max_threshold_km, per_km_over,
                  cargo_size_step_fee
           FROM tariffs ORDER BY id DESC LIMIT 1`,
  });
  const [row] = rows;
  return {
    id: Number(row.id),
    base: Math.round(row.base_price * 100),
    firstMeters: Math.round(row.first_threshold_km * 1000),
    widthMeters: Math.round(row.band_width_km * 1000),
    step: Math.round(row.band_step * 100),
    lastMeters: Math.round(row.max_threshold_km * 1000),
    perKm: Math.round(row.per_km_over * 100),
    sizeFee: Math.round(row.cargo_size_step_fee * 100),
  };
}

async function findLeg(tariff: Tariff, from: LatLon, to: LatLon, cargoSize: Size) {
  const path = [from, to].map((at) => `${at.longitude.toFixed(6)},${at.latitude.toFixed(6)}`).join(";");
  const url = `${OSRM_URL}/route/v1/driving/${path}?overview=full&geometries=polyline`;
  const { body } = await request(url, { dispatcher: engine });
  const { routes } = (await body.json()) as {
    routes?: { geometry: string; legs: Record<"distance" | "duration", number>[] }[];
  };
  const [route] = routes ?? [];
  const [leg] = route?.legs ?? [];
  if (route === undefined || leg === undefined) throw new Error("The engine returned no route");
  const distanceMeters = Math.round(leg.distance);
  return {
    distanceMeters,
    durationSeconds: Math.round(leg.duration),
    geometry: route.geometry,
    cargoSize,
    price: getPrice(tariff, distanceMeters) + tariff.sizeFee * SIZES.indexOf(cargoSize),
  };
}

function getPrice(tariff: Tariff, meters: number): number {
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

export function tripKey({ pickup, dropoffs, mode }: Trip): string {
  const point = (at: LatLon) => `${Math.round(at.latitude * 1e6)},${Math.round(at.longitude * 1e6)}`;
  return [mode, point(pickup), ...dropoffs.map((one) => `${point(one)},${one.size}`)].join(";");
}
