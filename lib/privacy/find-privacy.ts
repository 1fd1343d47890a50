import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { ERASED_TEXT } from "@/lib/orders/erased";
import { IS_OVER } from "@/lib/privacy/erase-people";

/** @throws DomainError ORDER_NOT_FOUND */
export async function findPrivacy(db: Queryable, code: string) {
  const orderCode = code.toUpperCase();
  const order = await db.models.order.findFirst({
    where: { orderCode },
    select: { legalHold: { select: { reason: true } }, stops: { select: { contactValue: true } } },
  });
  if (order === null) throw new DomainError("ORDER_NOT_FOUND");
  return {
    isOver: (await db.models.order.count({ where: { orderCode, ...IS_OVER } })) > 0,
    isErased: order.stops.every(({ contactValue }) => contactValue === ERASED_TEXT),
    /** Null without a legal hold. */
    holdReason: order.legalHold?.reason ?? null,
  };
}
