import type { Context } from "@/lib/context";
import { cellOf } from "@/lib/couriers/cell";
import {
  type Fix,
  headingOf,
  type Judgement,
  judgeFix,
  type KnownPosition,
  thinFixes,
} from "@/lib/couriers/fix";
import { findKnownPosition, writePosition } from "@/lib/couriers/store";
import { wakeDispatch } from "@/lib/waiting/wake-dispatch";

/** Dispatch skips couriers without a position for this long. */
export const HEARD_OF_WITHIN_MS = 30 * 60_000;

/**
 * Records a courier's position if it is newer than the known one, in whatever order fixes arrive, and notifies
 * everybody who follows their order. The 30-minute rule of driver_location counts from now, the moment of receipt.
 * Takes the fix as it is; `recordFixes` judges those of a device.
 *
 * @returns whether it is now the courier's position
 */
export async function recordPosition(
  context: Pick<Context, "db" | "clock">,
  courierId: string,
  fix: Omit<Fix, "accuracyMeters" | "heading"> & { heading: number },
): Promise<boolean> {
  const position = { ...fix, accuracyMeters: null };
  return writePosition(context.db, courierId, {
    current: { ...position, cell: cellOf(fix) },
    history: [position],
    receivedAt: context.clock.now(),
  });
}

/**
 * Takes a batch of fixes from a courier's device: the newest plausible one becomes the position, late ones go, thinned,
 * to the history of the carried order, and absurd ones are dropped.
 *
 * @returns the verdict on each, in the order of the batch
 */
export async function recordFixes(
  context: Pick<Context, "db" | "clock">,
  courierId: string,
  fixes: readonly Fix[],
): Promise<Judgement[]> {
  const { db, clock } = context;
  const now = clock.now();
  const before = await findKnownPosition(db, courierId);
  let known: KnownPosition | null = before;
  const judgements = new Map<Fix, Judgement>();
  const usable: (Fix & { heading: number })[] = [];
  for (const fix of [...fixes].sort((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime())) {
    const judgement = judgeFix(fix, known, now);
    judgements.set(fix, judgement);
    if (judgement !== "current" && judgement !== "past") continue;
    const placed = { ...fix, heading: headingOf(fix, known) };
    usable.push(placed);
    // A device whose clock runs ahead must not block its own next fixes.
    const recordedAt = new Date(Math.min(fix.recordedAt.getTime(), now.getTime()));
    if (judgement === "current") known = { ...placed, recordedAt, receivedAt: now };
  }
  const isMoved = known !== null && known !== before;
  if (usable.length > 0) {
    await writePosition(db, courierId, {
      current: isMoved && known !== null ? { ...known, cell: cellOf(known) } : null,
      history: thinFixes(usable),
      receivedAt: now,
    });
  }
  // Without a position the courier could not be found for waiting orders.
  const wasLost = before === null || now.getTime() - before.receivedAt.getTime() >= HEARD_OF_WITHIN_MS;
  if (isMoved && wasLost) await wakeDispatch(db);
  return fixes.map((fix) => judgements.get(fix) ?? "past");
}
