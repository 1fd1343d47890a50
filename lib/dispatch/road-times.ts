import { LRUCache } from "lru-cache";
import { toProfile } from "@/lib/dispatch/travel-times";
import type { Point } from "@/lib/point";
import { PROFILES, type Profile } from "@/lib/routing/osrm";
import type { Router } from "@/lib/routing/router";

const MAX_CACHED = 200_000;
/** Per plan: further pickups are estimated until the next one. */
const MAX_TABLES = 40;
const AT_ONCE = 4;
/** About 10 m: a courier who stands still keeps the cached times. */
const DECIMALS = 4;

export interface RoadTable {
  readonly to: Point;
  readonly from: readonly (Point & { readonly vehicle: number })[];
}

/** Times by road on empty streets, cached between plans. */
export class RoadTimes {
  // With `max`, each instance would allocate and fill space for all of them, which takes 20 ms.
  readonly #cache = new LRUCache<string, number>({
    maxSize: MAX_CACHED,
    sizeCalculation: () => 1,
    ttl: 60 * 60_000,
  });

  /** Requests what the cache lacks, at most `MAX_TABLES` tables. Never throws; a failed table leaves its times out. */
  async load(router: Router, wanted: readonly RoadTable[]): Promise<void> {
    if (!router.knowsRoads) return;
    const tables = wanted.flatMap(({ to, from }) => this.#listMissing(to, from)).slice(0, MAX_TABLES);
    for (let index = 0; index < tables.length; index += AT_ONCE) {
      const found = await Promise.all(
        tables.slice(index, index + AT_ONCE).map(async ({ to, from, profile }) => {
          const seconds = await router.timesTo(to, from, profile);
          if (seconds === null) return false;
          for (const [place, point] of from.entries())
            this.#cache.set(toKey(point, to, profile), seconds[place] ?? Number.POSITIVE_INFINITY);
          return true;
        }),
      );
      // A late assignment is worse than one by estimated times.
      if (found.includes(false)) return;
    }
  }

  /** Returns undefined if the time is not known. */
  find(from: Point, to: Point, vehicle: number): number | undefined {
    return this.#cache.get(toKey(from, to, toProfile(vehicle)));
  }

  #listMissing(to: Point, from: RoadTable["from"]) {
    const missing = from.filter((point) => this.find(point, to, point.vehicle) === undefined);
    return PROFILES.map((profile) => ({
      to,
      profile,
      from: missing.filter(({ vehicle }) => toProfile(vehicle) === profile),
    })).filter(({ from: couriers }) => couriers.length > 0);
  }
}

const toKey = (from: Point, to: Point, profile: Profile): string =>
  [from.latitude, from.longitude, to.latitude, to.longitude].map((each) => each.toFixed(DECIMALS)).join() +
  profile;
