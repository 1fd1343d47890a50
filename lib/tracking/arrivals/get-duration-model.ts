import type { Queryable } from "@/lib/db/client";
import { MINUTE_MS } from "@/lib/duration";
import { type DurationModel, toDurationModel } from "@/lib/tracking/arrivals/duration-model";

/** A night's result is in use this long after it was written. */
const MAX_AGE_MS = 10 * MINUTE_MS;
/** Far above what one run writes. */
const MAX_ROWS = 20_000;

interface Cached {
  readonly model: Promise<DurationModel>;
  readonly readAt: number;
}

const cached = new WeakMap<Queryable, Cached>();

/** What is learned, or the priors; at most ten minutes old. */
export async function getDurationModel(db: Queryable): Promise<DurationModel> {
  const now = performance.now();
  const known = cached.get(db);
  if (known !== undefined && now - known.readAt < MAX_AGE_MS) return known.model;
  const model = readModel(db);
  cached.set(db, { model, readAt: now });
  try {
    return await model;
  } catch (error) {
    if (known === undefined) {
      cached.delete(db);
      throw error;
    }
    cached.set(db, known);
    return known.model;
  }
}

/** For the process that has learned, and tests. */
export function forgetDurationModel(db: Queryable): void {
  cached.delete(db);
}

async function readModel(db: Queryable): Promise<DurationModel> {
  const rows = await db.models.learnedDuration.findMany({ orderBy: { learnedAt: "desc" }, take: MAX_ROWS });
  return toDurationModel(rows, rows[0]?.learnedAt ?? null);
}
