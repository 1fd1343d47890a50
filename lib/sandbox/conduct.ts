import type { Queryable } from "@/lib/db/client";
import type { OrderRef } from "@/lib/orders/order-ref";
import type { RehearsedScenario } from "@/lib/sandbox/scenario";

export interface Conduct {
  readonly scenario: RehearsedScenario;
  /** Times faster than a real order; null for the usual pace. */
  readonly speed: number | null;
  readonly isManual: boolean;
  /** Whether the courier's device sends nothing after the pickup. */
  readonly isSilent: boolean;
  readonly heldUntil: Date | null;
}

const AS_USUAL: Conduct = {
  scenario: "happy",
  speed: null,
  isManual: false,
  isSilent: false,
  heldUntil: null,
};

export async function findConduct(db: Queryable, orderId: bigint): Promise<Conduct> {
  const found = await db.models.rehearsal.findFirst({
    where: { orderId },
    select: { scenario: true, speed: true, isManual: true, isSilent: true, heldUntil: true },
  });
  return (found as Conduct | null) ?? AS_USUAL;
}

/** Absent fields stay. */
export async function changeConduct(
  db: Queryable,
  { id: orderId, scope }: OrderRef,
  change: Partial<Omit<Conduct, "scenario">>,
  at: Date,
): Promise<void> {
  const { scenario: _, ...conduct } = { ...(await findConduct(db, orderId)), ...change };
  const { scenario } = AS_USUAL;
  await db.models.rehearsal.upsert({
    where: { orderId },
    create: { orderId, accountId: scope.accountId, scenario, ...conduct, createdAt: at },
    update: conduct,
  });
}
