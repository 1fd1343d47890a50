import type { Queryable } from "@/lib/db/client";
import type { OrderRef } from "@/lib/orders/order-ref";
import { MAX_CODE_ATTEMPTS } from "@/lib/orders/progress";

/** The pickup is stop 0. */
export interface UnverifiedCode {
  readonly position: number;
  readonly isOverridden: boolean;
  readonly reason: string;
}

export async function listUnverifiedCodes(
  db: Queryable,
  { id: orderId, scope }: OrderRef,
): Promise<UnverifiedCode[]> {
  const stops = await db.models.orderStop.findMany({
    where: {
      orderId,
      accountId: scope.accountId,
      OR: [{ codeCheck: "overridden" }, { codeCheck: null, codeTries: { gte: MAX_CODE_ATTEMPTS } }],
    },
    select: { position: true, codeCheck: true, codeOverrideReason: true },
    orderBy: { position: "asc" },
  });
  return stops.map(({ position, codeCheck, codeOverrideReason }) => ({
    position,
    isOverridden: codeCheck !== null,
    reason: codeOverrideReason ?? "",
  }));
}
