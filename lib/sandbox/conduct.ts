import type { Queryable } from "@/lib/db/client";
import type { OrderRef } from "@/lib/orders/order-ref";
import type { RehearsedScenario } from "@/lib/sandbox/scenario";

/** How an order of test mode goes right now. */
export interface Conduct {
  readonly scenario: RehearsedScenario;
  /** How many times faster than in life; null for the usual pace. */
  readonly speed: number | null;
  /** Whether it only moves by hand. */
  readonly isManual: boolean;
  /** Whether its courier's device says nothing once they have the goods, whatever the scenario. */
  readonly isSilent: boolean;
  /** Until when its courier stands still. */
  readonly heldUntil: Date | null;
}

/** How an order goes about which nobody has said anything. */
const AS_USUAL: Conduct = {
  scenario: "happy",
  speed: null,
  isManual: false,
  isSilent: false,
  heldUntil: null,
};

/** How an order goes right now. */
export async function findConduct(db: Queryable, orderId: bigint): Promise<Conduct> {
  const found = await db.models.rehearsal.findFirst({
    where: { orderId },
    select: { scenario: true, speed: true, isManual: true, isSilent: true, heldUntil: true },
  });
  return (found as Conduct | null) ?? AS_USUAL;
}

/** Changes how an order of test mode goes from now on; what is not named stays. */
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
