import type { Queryable } from "@/lib/db/client";
import type { OrderRef } from "@/lib/orders/order-ref";
import { readScenario, type Scenario } from "@/lib/sandbox/scenario";

export interface SimulationSettings {
  readonly scenario: Scenario;
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
  const found = await db.models.scenarioRun.findFirst({
    where: { orderId },
    select: { scenario: true, speed: true, isManual: true, isSilent: true, heldUntil: true },
  });
  return found === null
    ? AS_USUAL
    : { ...found, scenario: readScenario(found.scenario) ?? AS_USUAL.scenario };
}

export async function updateSimulationSettings(
  db: Queryable,
  { id: orderId, scope }: OrderRef,
  change: Partial<Omit<SimulationSettings, "scenario">>,
  at: Date,
): Promise<void> {
  const { scenario: _, ...conduct } = { ...(await getSimulationSettings(db, orderId)), ...change };
  const { scenario } = AS_USUAL;
  await db.models.scenarioRun.upsert({
    where: { orderId },
    create: { orderId, accountId: scope.accountId, scenario, ...conduct, createdAt: at },
    update: conduct,
  });
}
