import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { lockOrder } from "@/lib/orders/load-order";

export const MAX_HOLD_REASON_LENGTH = 500;

/** Spares an order's people from erasures and retention. Idempotent. @throws DomainError ORDER_NOT_FOUND */
export async function placeHold(
  { db, clock, actor }: Pick<Context, "db" | "clock" | "actor">,
  code: string,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, { code });
    if (order === null) throw new DomainError("ORDER_NOT_FOUND");
    const placedById = actor.type === "operator" && UUID.test(actor.id) ? actor.id : null;
    const hold = { orderId: order.id, reason, placedById, placedAt: clock.now() };
    await tx.models.legalHold.createMany({ data: [hold], skipDuplicates: true });
  });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The next clean-up runs pending erasures. @throws DomainError ORDER_NOT_FOUND */
export async function releaseHold({ db }: Pick<Context, "db">, code: string): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, { code });
    if (order === null) throw new DomainError("ORDER_NOT_FOUND");
    await tx.models.legalHold.deleteMany({ where: { orderId: order.id } });
    const end = await tx.models.orderStatusChange.findFirst({
      where: { orderId: order.id, status: { in: ["delivered", "cancelled"] } },
      select: { changedAt: true },
    });
    if (end === null) return;
    // Retention has passed the order, so it must check it again.
    await tx.models.retentionProgress.updateMany({
      where: { accountId: order.scope.accountId, erasedUntil: { gte: end.changedAt } },
      data: { erasedUntil: new Date(end.changedAt.getTime() - 1) },
    });
  });
}
