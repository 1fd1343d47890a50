import { type Instance, type Place, travelMinutes } from "@/bench/dispatch/instance";
import { drawNormal } from "@/bench/dispatch/parcel-day";
import type { Random } from "@/lib/random";

/** Standard deviation of the logarithm of estimated over true durations. */
const SIGMA = 0.25;

/** Minutes between all places of an instance. A place is its index: restaurants, then orders' doors, then couriers' starts. */
export class TravelTable {
  readonly places: readonly Place[];
  readonly #indexes: ReadonlyMap<Place, number>;
  readonly #minutes: Float64Array;

  constructor(instance: Instance, random: Random | null = null) {
    this.places = [...instance.restaurants, ...instance.orders, ...instance.couriers];
    this.#indexes = new Map(this.places.map((place, index) => [place, index]));
    const count = this.places.length;
    this.#minutes = new Float64Array(count * count);
    for (const [a, from] of this.places.entries()) {
      for (const [b, to] of this.places.slice(0, a).entries()) {
        const minutes = travelMinutes(instance, from, to) * drawFactor(random);
        this.#minutes[a * count + b] = minutes;
        this.#minutes[b * count + a] = minutes;
      }
    }
  }

  indexOf(place: Place): number {
    const index = this.#indexes.get(place);
    if (index === undefined) throw new Error(`The instance has no place ${place.id}.`);
    return index;
  }

  minutes(from: number, to: number): number {
    return this.#minutes[from * this.places.length + to] ?? Number.POSITIVE_INFINITY;
  }
}

/** Expected times of a day, before it happens. */
export interface Knowledge {
  readonly travel: TravelTable;
  /** Minutes by order identifier. */
  readonly readyAt: ReadonlyMap<string, number>;
  /** Standard deviation of the time at which an order can be collected, as a share of its preparation. */
  readonly deviation: number;
}

/** More than that of readiness alone, because travel times deviate as well. */
const COLLECTION_DEVIATION = 0.4;

export type Estimates = "readiness" | "readiness and travel";

/** Exact times, or some that are off by a lognormal factor. */
export function buildKnowledge(
  instance: Instance,
  estimates?: { readonly of: Estimates; readonly random: Random },
): Knowledge {
  const random = estimates?.random ?? null;
  const readyAt = instance.orders.map(
    ({ id, placedAt, readyAt }) => [id, placedAt + (readyAt - placedAt) * drawFactor(random)] as const,
  );
  return {
    travel: new TravelTable(instance, estimates?.of === "readiness" ? null : random),
    readyAt: new Map(readyAt),
    deviation: random === null ? 0 : COLLECTION_DEVIATION,
  };
}

/** Lognormal with median 1. */
const drawFactor = (random: Random | null): number =>
  random === null ? 1 : Math.exp(SIGMA * drawNormal(random));
