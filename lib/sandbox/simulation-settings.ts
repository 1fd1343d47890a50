import type { Queryable } from "@/lib/db/client";
import type { OrderRef } from "@/lib/orders/order-ref";
import type { TestScenario } from "@/lib/sandbox/scenario";

export interface SimulationSettings {
  readonly scenario: TestScenario;
  readonly speed: number | null;
  readonly isManual: boolean;
  readonly isSilent: boolean;
  readonly heldUntil: Date | null;
}

const AS_USUAL: SimulationSettings = {
  scenario: "happy",
  speed: null,
  isManual: false,
  isSilent: false,
  heldUntil: null,
};

export async function getSimulationSettings(db: Queryable, orderId: bigint): Promise<SimulationSettings> {
  const found = await db.models.rehearsal.findFirst({
    where: { orderId },
    select: { scenario: true, speed: true, isManual: true, isSilent: true, heldUntil: true },
  });
  return (found as SimulationSettings | null) ?? AS_USUAL;
}

export async function updateSimulationSettings(
  db: Queryable,
  { id: orderId, scope }: OrderRef,
  change: Partial<Omit<SimulationSettings, "scenario">>,
  at: Date,
): Promise<void> {
  const { scenario: _, ...conduct } = { ...(await getSimulationSettings(db, orderId)), ...change };
  const { scenario } = AS_USUAL;
  await db.models.rehearsal.upsert({
    where: { orderId },
    create: { orderId, accountId: scope.accountId, scenario, ...conduct, createdAt: at },
    update: conduct,
  });
}
