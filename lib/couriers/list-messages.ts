import type { Mode } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import type { Queryable } from "@/lib/db/client";
import type { CourierMessage as MessageRow } from "@/lib/db/generated/client";
import { execute } from "@/lib/db/sql";
import { notifyCourierChanged } from "@/lib/streams/announce";

const MOST = 100;
const MAX_UNREAD = 20;
const MESSAGE = { id: true, text: true, sentAt: true, readAt: true, isFromCourier: true } as const;

export type CourierMessage = Readonly<Pick<MessageRow, keyof typeof MESSAGE>>;

export function listMessages(db: Queryable, courierId: string, limit = MOST): Promise<CourierMessage[]> {
  return db.models.courierMessage.findMany({
    where: { courierId },
    select: MESSAGE,
    orderBy: { id: "desc" },
    take: Math.min(limit, MOST),
  });
}

export function listUnread(db: Queryable, courierId: string): Promise<CourierMessage[]> {
  return db.models.courierMessage.findMany({
    where: { courierId, readAt: null, isFromCourier: false },
    select: MESSAGE,
    orderBy: { id: "asc" },
    take: MAX_UNREAD,
  });
}

export async function readMessages(context: Context, courierId: string, upTo: bigint): Promise<void> {
  await context.db.transaction(async (tx) => {
    const read = await execute(tx)`
      UPDATE courier_messages SET read_at = greatest(sent_at, ${context.clock.now()}::timestamptz)
      WHERE courier_id = ${courierId}::uuid AND id <= ${upTo} AND read_at IS NULL AND NOT is_from_courier`;
    if (read > 0) await notifyCourierChanged(tx, courierId);
  });
}

/** Unread replies to operators since an instant, by courier. */
export async function countReplies(db: Queryable, mode: Mode, since: Date): Promise<Map<string, number>> {
  const groups = await db.models.courierMessage.groupBy({
    by: ["courierId"],
    where: { isFromCourier: true, readAt: null, sentAt: { gt: since }, courier: { mode } },
    _count: { _all: true },
  });
  return new Map(groups.map(({ courierId, _count }) => [courierId, _count._all]));
}

export async function markRepliesRead(
  { db, clock }: Pick<Context, "db" | "clock">,
  courierId: string,
): Promise<void> {
  const where = { courierId, isFromCourier: true, readAt: null };
  await db.models.courierMessage.updateMany({ where, data: { readAt: clock.now() } });
}
