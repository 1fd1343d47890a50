import type { Dropoff } from "@/lib/orders/order";
import { isSamePoint } from "@/lib/point";

/** A criterion for two dropoffs having the same recipient. */
interface Rule {
  readonly isSame: (before: Dropoff, after: Dropoff) => boolean;
  /** Applies between different positions: always, only without another match, or never. */
  readonly elsewhere: "always" | "only" | "never";
}

/** In descending reliability; each recipient is matched once. */
const RULES: readonly Rule[] = [
  { isSame: (a, b) => isSameContact(a, b) && isSamePlace(a, b), elsewhere: "always" },
  { isSame: (a, b) => isSameContact(a, b) && isSamePoint(a.address, b.address), elsewhere: "only" },
  { isSame: isSameContact, elsewhere: "only" },
  // Covers a corrected phone number. The address alone is no proof once dropoffs are added, removed or moved.
  { isSame: isSamePlace, elsewhere: "never" },
];

/**
 * Each token stays with its recipient, known by contact and place, or is dropped. While the dropoff count stays,
 * either may change in place.
 */
export function carryOverTokens(
  before: readonly Dropoff[],
  tokens: readonly (string | null)[],
  after: readonly Dropoff[],
): (string | null)[] {
  const givers = new Set(before.keys());
  const heirs = new Map<number, number>();
  const give = (from: number, to: number): void => {
    givers.delete(from);
    heirs.set(to, from);
  };
  for (const { isSame, elsewhere } of RULES) {
    const inPlace = elsewhere === "always" || before.length === after.length;
    for (const [index, dropoff] of inPlace ? after.entries() : []) {
      const giver = before[index];
      if (!givers.has(index) || giver === undefined || heirs.has(index)) continue;
      if (isSame(giver, dropoff)) give(index, index);
    }
    for (const [to, dropoff] of elsewhere === "never" ? [] : after.entries()) {
      const from = before.findIndex((giver, index) => givers.has(index) && isSame(giver, dropoff));
      if (from === -1 || heirs.has(to)) continue;
      const isOnly = [before, after].every((row) => row.filter((one) => isSame(one, dropoff)).length === 1);
      if (elsewhere === "always" || isOnly) give(from, to);
    }
  }
  return after.map((_, to) => tokens[heirs.get(to) ?? -1] ?? null);
}

function isSameContact(a: Dropoff, b: Dropoff): boolean {
  return a.contact.value === b.contact.value;
}

/** Many people share one point, so a door needs the address too. */
function isSamePlace(a: Dropoff, b: Dropoff): boolean {
  const door = ({ address }: Dropoff) => [
    address.area,
    address.street,
    address.building,
    address.apartment,
    address.entrance,
  ];
  return isSamePoint(a.address, b.address) && door(a).every((part, index) => part === door(b)[index]);
}
