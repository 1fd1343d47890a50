import { toCell } from "@/lib/couriers/cell";
import {
  classifyFixes,
  downsampleFixes,
  type Fix,
  type FixClassification,
  type KnownPosition,
} from "@/lib/couriers/fix";
import { LAST_SEEN_LIMIT_MS } from "@/lib/couriers/record-position";
import {
  type CourierPosition,
  findKnownPositions,
  type PositionRow,
  writePositions,
} from "@/lib/couriers/store";
import { getFastest } from "@/lib/couriers/vehicle";
import type { Queryable } from "@/lib/db/client";
import { notifyDispatch } from "@/lib/dispatch/notify-dispatch";

export interface FixReport {
  readonly courierId: string;
  readonly fixes: readonly Fix[];
  readonly receivedAt: Date;
}

/** Null if the courier is off shift and nothing was kept. */
export type FixReportResult = readonly FixClassification[] | null;

interface Track {
  readonly before: CourierPosition | null;
  known: KnownPosition | null;
  readonly usable: KnownPosition[];
}

/** Reads known positions with each batch, since other processes record too. */
export async function recordFixes(db: Queryable, reports: readonly FixReport[]): Promise<FixReportResult[]> {
  const before = await findKnownPositions(db, [...new Set(reports.map(({ courierId }) => courierId))]);
  const tracks = new Map<string, Track>();
  const judged = reports.map(({ courierId, fixes, receivedAt }) => {
    const known = before.get(courierId) ?? null;
    const track = tracks.get(courierId) ?? { before: known, known, usable: [] };
    tracks.set(courierId, track);
    const fastest = getFastest(track.before?.transportType ?? null);
    const found = classifyFixes(fixes, track.known, receivedAt, fastest);
    track.known = found.known;
    track.usable.push(...found.usable);
    return { courierId, judgments: found.judgments };
  });
  const rows = [...tracks].flatMap(([courierId, track]) => toRows(courierId, track));
  const written = rows.length === 0 ? new Map<string, boolean>() : await writePositions(db, rows, AT_WORK);
  // Dispatch needs only one wake-up for all couriers who are available again.
  const isBack = [...tracks].some(([courierId, track]) => written.get(courierId) === true && wasLost(track));
  if (isBack) await notifyDispatch(db);
  return judged.map(({ courierId, judgments }) => {
    const isKept = written.get(courierId);
    if (isKept === undefined && tracks.get(courierId)?.usable.length !== 0) return null;
    // Another process may have stored a newer position.
    return isKept === false ? judgments.map((each) => (each === "current" ? "past" : each)) : judgments;
  });
}

const AT_WORK = { isAtWork: true };

function toRows(courierId: string, { before, known, usable }: Track): PositionRow[] {
  const past = new Set(downsampleFixes(usable));
  return usable.flatMap((position) => {
    const isNewest = position === known && known !== before;
    const isPast = past.has(position);
    const cell = isNewest ? toCell(position) : null;
    return isNewest || isPast ? [{ ...position, courierId, cell, isPast }] : [];
  });
}

/** Whether dispatch skipped the courier until now, for lack of a recent position. */
function wasLost({ before, known }: Track): boolean {
  if (before === null || known === null) return true;
  return known.receivedAt.getTime() - before.receivedAt.getTime() >= LAST_SEEN_LIMIT_MS;
}
