import { LRUCache } from "lru-cache";
import type { Point } from "@/lib/point";
import { type LegFailure, type Profile, toPath } from "@/lib/routing/osrm";
import type { Leg } from "@/lib/routing/trip";

const UNVERSIONED_TTL_MS = 10 * 60_000;
const TIMEOUT_TTL_MS = 60_000;
/** Memory of an entry in addition to its texts, measured over 50,000 legs. */
const ENTRY_BYTES = 200;

export type LegResult = Leg | LegFailure | "timeout";

/** `version` is empty if the server states none. */
export interface VersionedLeg {
  readonly version: string;
  readonly result: LegResult;
}

export interface LegEnds {
  readonly from: Point;
  readonly to: Point;
}

/** Recently used legs, within a number of bytes. Legs of another map version are not found. */
export class LegCache {
  readonly #legs: LRUCache<string, VersionedLeg>;

  constructor(maxBytes: number) {
    this.#legs = new LRUCache({ maxSize: Math.max(1, maxBytes), sizeCalculation: toBytes });
  }

  get bytes(): number {
    return this.#legs.calculatedSize;
  }

  find(key: string, version: string | null): VersionedLeg | undefined {
    const leg = this.#legs.get(key);
    return leg?.version === version ? leg : undefined;
  }

  keep(key: string, leg: VersionedLeg): void {
    const ttl = leg.result === "timeout" ? TIMEOUT_TTL_MS : leg.version === "" ? UNVERSIONED_TTL_MS : 0;
    this.#legs.set(key, leg, { ttl });
  }
}

export function toLegKey(profile: Profile, { from, to }: LegEnds): string {
  return `${profile} ${toPath([from, to])}`;
}

function toBytes({ result }: VersionedLeg, key: string): number {
  return ENTRY_BYTES + key.length + (typeof result === "string" ? 0 : result.geometry.length);
}
