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

/** A dispatcher looks past couriers who were not heard of for so long. */
export const HEARD_OF_WITHIN_MS = 30 * 60_000;

/**
 * Keeps where a courier is, if it is newer than what is known, in whatever order fixes arrive, and tells
 * everybody who follows the order that they carry. The 30-minute rule of driver_location counts from now,
 * the moment of receipt. The fix is taken as it is; `recordFixes` judges those of a device.
 *
 * @returns whether it is the courier's position now
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
 * Takes a batch of fixes from a courier's device: the newest plausible one becomes the position, late ones go to
 * the history of the order that the courier carries, thinned, and absurd ones nowhere.
 *
 * @returns what was made of each, in the order of the batch
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
    // A device whose clock runs ahead must not hold off its own next fixes.
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
  // Who was not heard of could not be found for the orders that wait.
  const wasLost = before === null || now.getTime() - before.receivedAt.getTime() >= HEARD_OF_WITHIN_MS;
  if (isMoved && wasLost) await wakeDispatch(db, "live", { now });
  return fixes.map((fix) => judgements.get(fix) ?? "past");
}
