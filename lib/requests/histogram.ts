import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import type { RequestFilter } from "@/lib/requests/schema";
import { countByTime } from "@/lib/requests/store";

/** A part of time with its calls. */
export interface TimePart {
  readonly from: Date;
  readonly to: Date;
  readonly calls: number;
  readonly refused: number;
  readonly failed: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Lengths of a part that a clock shows. */
const STEPS_MS = [
  ...[1, 5, 15, 30].map((seconds) => seconds * 1_000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24, 48, 7 * 24].map((hours) => hours * HOUR_MS),
];
const MOST_PARTS = 64;

/** Cuts a span into at most 64 equal parts that begin where clocks of UTC do; the outermost may reach beyond it. */
export function partsOf(from: Date, to: Date): { from: Date; to: Date; parts: number } {
  const span = Math.max(1, to.getTime() - from.getTime());
  const step = STEPS_MS.find((one) => span / one <= MOST_PARTS - 2) ?? Math.ceil(span / MOST_PARTS);
  const begin = Math.floor(from.getTime() / step) * step;
  const parts = Math.max(1, Math.ceil((to.getTime() - begin) / step));
  return { from: new Date(begin), to: new Date(begin + parts * step), parts };
}

/** How many of the account's matching calls there were over a span, part by part, without a gap. */
export async function countOverTime(
  db: Queryable,
  scope: AccountScope,
  { filter, from, to }: { filter: RequestFilter; from: Date; to: Date },
): Promise<TimePart[]> {
  const cut = partsOf(from, to);
  const step = (cut.to.getTime() - cut.from.getTime()) / cut.parts;
  const counts = await countByTime(db, scope, filter, cut);
  const found = new Map(counts.map((one) => [one.part, one]));
  return Array.from({ length: cut.parts }, (_, part) => {
    const { calls = 0, refused = 0, failed = 0 } = found.get(part) ?? {};
    const at = (place: number) => new Date(cut.from.getTime() + place * step);
    return { from: at(part), to: at(part + 1), calls, refused, failed };
  });
}
