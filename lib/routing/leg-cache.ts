import { LRUCache } from "lru-cache";
import type { Point } from "@/lib/routing/geo";
import { type LegFailure, type Profile, toPath } from "@/lib/routing/osrm";
import type { Leg } from "@/lib/routing/trip";

/** How long a leg of a map without a version is kept. */
const UNVERSIONED_TTL_MS = 10 * 60_000;
/** How long a leg is estimated after a search for it took too long. */
const TIMEOUT_TTL_MS = 60_000;
/** Memory of an entry besides its texts, measured over 50,000 legs. */
const ENTRY_BYTES = 200;

/** A leg by road, or why there is none. */
export type LegResult = Leg | LegFailure | "timeout";

/** A leg with the version of the map that it comes from; an empty one if the server states none. */
export interface VersionedLeg {
  readonly version: string;
  readonly result: LegResult;
}

/** Where a leg begins and ends. */
export interface LegEnds {
  readonly from: Point;
  readonly to: Point;
}

/** Recently used legs, within a number of bytes. Those of an old map are never found, and make room in time. */
export class LegCache {
  readonly #legs: LRUCache<string, VersionedLeg>;

  constructor(maxBytes: number) {
    this.#legs = new LRUCache({ maxSize: Math.max(1, maxBytes), sizeCalculation: toBytes });
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#legs.calculatedSize;
  }

  /** Returns a leg of this version of the map; undefined unless it is kept. */
  find(key: string, version: string | null): VersionedLeg | undefined {
    const leg = this.#legs.get(key);
    return leg?.version === version ? leg : undefined;
  }

  keep(key: string, leg: VersionedLeg): void {
    const ttl = leg.result === "timeout" ? TIMEOUT_TTL_MS : leg.version === "" ? UNVERSIONED_TTL_MS : 0;
    this.#legs.set(key, leg, { ttl });
  }
}

/** Returns the cache key of a leg: its ends as the server is sent them. */
export function toLegKey(profile: Profile, { from, to }: LegEnds): string {
  return `${profile} ${toPath([from, to])}`;
}

function toBytes({ result }: VersionedLeg, key: string): number {
  return ENTRY_BYTES + key.length + (typeof result === "string" ? 0 : result.geometry.length);
}
