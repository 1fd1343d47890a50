import { cashBalance } from "@/lib/cash/cash-of";
import type { Clock } from "@/lib/clock";
import type { AppState } from "@/lib/courier-app/app-state";
import type { Courier } from "@/lib/couriers/courier";
import { trackerUrl } from "@/lib/couriers/issue-courier-link";
import { deviceTokenOf } from "@/lib/couriers/secret";
import type { Database } from "@/lib/db/client";
import type { CarriedOrder } from "@/lib/orders/carrying/carried-order";
import { findCarriedOrder, findEndedOrder } from "@/lib/orders/carrying/find-carried-order";
import { markNotesSeen } from "@/lib/orders/recipient/mark-notes-seen";
import { toRubles } from "@/lib/pricing/money";

/** A courier who comes later need not be told. */
const ENDED_WITHIN_MS = 6 * 60 * 60_000;

/**
 * The current state of the courier app.
 *
 * @param secret of the courier's link
 */
export async function getAppState(
  context: { db: Database; clock: Clock; publicUrl: string; dispatcherPhone: string | null },
  courier: Courier,
  secret: string,
): Promise<AppState> {
  const { db, clock, publicUrl, dispatcherPhone } = context;
  const since = new Date(clock.now().getTime() - ENDED_WITHIN_MS);
  const [job, cash] = await Promise.all([findCarriedOrder(db, courier.id), cashBalance(db, courier.id)]);
  if (job !== null && job.acceptedAt !== null) await markSeen({ db, clock }, courier.id, job);
  // A courier who comes for the next order has left the last one's goods.
  const isBetween = job === null || job.acceptedAt === null;
  const ended = isBetween ? await findEndedOrder(db, courier.id, since) : null;
  return {
    courierName: courier.name,
    isOnShift: courier.onShiftSince !== null,
    job,
    cancelled: job === null ? (ended?.cancelled ?? null) : null,
    toLeave: ended?.toLeave ?? null,
    tracker: { url: trackerUrl(publicUrl), deviceToken: deviceTokenOf(secret) },
    dispatcherPhone,
    cashRubles: toRubles(cash),
  };
}

/** The app shows what it is served: the recipients' notes have been seen. */
async function markSeen(
  context: Parameters<typeof markNotesSeen>[0],
  courierId: string,
  { orderId, dropoffs }: CarriedOrder,
): Promise<void> {
  const notes = dropoffs.flatMap(({ note, deliveredAt }, index) =>
    note == null || deliveredAt !== null ? [] : [{ position: index + 1, text: note }],
  );
  if (notes.length > 0) await markNotesSeen(context, courierId, BigInt(orderId), notes);
}
