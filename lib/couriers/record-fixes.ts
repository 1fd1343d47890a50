import { cellOf } from "@/lib/couriers/cell";
import { type Fix, type Judgement, judgeFixes, type KnownPosition, thinFixes } from "@/lib/couriers/fix";
import { HEARD_OF_WITHIN_MS } from "@/lib/couriers/record-position";
import { findKnownPositions, type PositionRow, writePositions } from "@/lib/couriers/store";
import type { Queryable } from "@/lib/db/client";
import { wakeDispatch } from "@/lib/waiting/wake-dispatch";

export interface FixReport {
  readonly courierId: string;
  readonly fixes: readonly Fix[];
  readonly receivedAt: Date;
}

/** Null if the courier is off shift and nothing was kept. */
export type ReportAnswer = readonly Judgement[] | null;

interface Track {
  readonly before: KnownPosition | null;
  known: KnownPosition | null;
  readonly usable: KnownPosition[];
}

/** Reads known positions with each batch, since other processes record too. */
export async function recordFixes(db: Queryable, reports: readonly FixReport[]): Promise<ReportAnswer[]> {
  const before = await findKnownPositions(db, [...new Set(reports.map(({ courierId }) => courierId))]);
  const tracks = new Map<string, Track>();
  const judged = reports.map(({ courierId, fixes, receivedAt }) => {
    const known = before.get(courierId) ?? null;
    const track = tracks.get(courierId) ?? { before: known, known, usable: [] };
    tracks.set(courierId, track);
    const found = judgeFixes(fixes, track.known, receivedAt);
    track.known = found.known;
    track.usable.push(...found.usable);
    return { courierId, judgements: found.judgements };
  });
  const rows = [...tracks].flatMap(([courierId, track]) => rowsOf(courierId, track));
  const written = rows.length === 0 ? new Map<string, boolean>() : await writePositions(db, rows, AT_WORK);
  // One wake-up is enough for all who return.
  const isBack = [...tracks].some(([courierId, track]) => written.get(courierId) === true && wasLost(track));
  if (isBack) await wakeDispatch(db);
  return judged.map(({ courierId, judgements }) => {
    const isKept = written.get(courierId);
    if (isKept === undefined && tracks.get(courierId)?.usable.length !== 0) return null;
    // Another process may have kept a newer one.
    return isKept === false ? judgements.map((each) => (each === "current" ? "past" : each)) : judgements;
  });
}

const AT_WORK = { isAtWork: true };

function rowsOf(courierId: string, { before, known, usable }: Track): PositionRow[] {
  const past = new Set(thinFixes(usable));
  return usable.flatMap((position) => {
    const isNewest = position === known && known !== before;
    const isPast = past.has(position);
    const cell = isNewest ? cellOf(position) : null;
    return isNewest || isPast ? [{ ...position, courierId, cell, isPast }] : [];
  });
}

/** Couriers without a recent position are not found for waiting orders. */
function wasLost({ before, known }: Track): boolean {
  if (before === null || known === null) return true;
  return known.receivedAt.getTime() - before.receivedAt.getTime() >= HEARD_OF_WITHIN_MS;
}
