import type { Queryable } from "@/lib/db/client";
import type { EventSubject } from "@/lib/events/build-event-insert";

export async function findLatestEvent(
  db: Queryable,
  { id: orderId, scope }: EventSubject,
  types: readonly string[],
): Promise<Date | null> {
  const { _max } = await db.models.event.aggregate({
    where: { orderId, accountId: scope.accountId, mode: scope.mode, type: { in: [...types] } },
    _max: { createdAt: true },
  });
  return _max.createdAt;
}
