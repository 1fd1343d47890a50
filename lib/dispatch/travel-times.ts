import { getProfile, TRANSPORT_TYPES } from "@/lib/couriers/vehicle";
import type { TravelSeconds } from "@/lib/dispatch/plan-snapshot";
import type { Point } from "@/lib/point";
import { estimateSeconds } from "@/lib/routing/estimate";
import { METERS_PER_DEGREE, toRadians } from "@/lib/routing/geo";
import type { Profile } from "@/lib/routing/osrm";

/** Couriers are not sent farther than this to a pickup, in a straight line. */
const MAX_METERS_TO_PICKUP = 25_000;

/** Travel times as plain data, which a worker thread can receive. Vehicles are indexes of `TRANSPORT_TYPES`. */
export interface TravelTimes {
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** 1 for the pickup of an order without a courier. */
  readonly isPickup: Uint8Array;
  /** Seconds by road, by `toRoadKey`. Infinity if no road leads there. */
  readonly byRoad: ReadonlyMap<number, number>;
  /** Multiplier of estimated driving times at present. */
  readonly drivingFactor: number;
}

/** Collects the points of a plan. */
export class PointIndex {
  readonly points: Point[] = [];
  /** By coordinates. */
  readonly #pickups = new Map<string, number>();

  add(point: Point): number {
    return this.points.push(point) - 1;
  }

  /** Returns the same number for each pickup at one place, whose goods can be collected together. */
  addPickup(point: Point): number {
    const place = `${point.latitude} ${point.longitude}`;
    const index = this.#pickups.get(place) ?? this.add(point);
    this.#pickups.set(place, index);
    return index;
  }

  toTravelTimes(byRoad: ReadonlyMap<number, number>, drivingFactor: number): TravelTimes {
    const pickups = new Set(this.#pickups.values());
    return {
      latitudes: Float64Array.from(this.points, ({ latitude }) => latitude),
      longitudes: Float64Array.from(this.points, ({ longitude }) => longitude),
      isPickup: Uint8Array.from(this.points, (_, index) => (pickups.has(index) ? 1 : 0)),
      byRoad,
      drivingFactor,
    };
  }
}

export const toProfile = (vehicle: number): Profile => getProfile(TRANSPORT_TYPES[vehicle] ?? "car");

export const toRoadKey = (from: number, to: number, vehicle: number): number =>
  (from * 2 ** 20 + to) * TRANSPORT_TYPES.length + vehicle;

/** Prefers times by road; estimates the others. */
export function toTravelSeconds(times: TravelTimes): TravelSeconds {
  const { latitudes, longitudes, isPickup, byRoad, drivingFactor } = times;
  const eastward = latitudes.map((latitude) => METERS_PER_DEGREE * Math.cos(toRadians(latitude)));
  return (from, to, vehicle) => {
    const road = byRoad.get(toRoadKey(from, to, vehicle));
    if (road !== undefined) return road;
    // Called up to a million times, so it uses a cheap approximate distance.
    const north = METERS_PER_DEGREE * ((latitudes[to] ?? 0) - (latitudes[from] ?? 0));
    const degrees = Math.abs((longitudes[to] ?? 0) - (longitudes[from] ?? 0));
    const east = (eastward[to] ?? 0) * Math.min(degrees, 360 - degrees);
    const meters = Math.sqrt(north * north + east * east);
    if (isPickup[to] === 1 && meters > MAX_METERS_TO_PICKUP) return Number.POSITIVE_INFINITY;
    const profile = toProfile(vehicle);
    const seconds = estimateSeconds(meters, profile);
    return profile === "driving" ? seconds * drivingFactor : seconds;
  };
}
