import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { deletePosition } from "@/lib/couriers/record-position";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { getOrder, type Order } from "@/lib/orders/load-order";
import { toScenarioMs } from "@/lib/sandbox/scenario";
import { getSimulationSettings, updateSimulationSettings } from "@/lib/sandbox/simulation-settings";
import { notifyOrderChanged } from "@/lib/streams/announce";

export const CONTROLS = ["play", "pause", "lose_gps", "find_gps", "delay"] as const;
export type Control = (typeof CONTROLS)[number];

/** In sandbox time. */
export const DELAY_MINUTES = 15;

interface Instructions {
  readonly externalOrderId: string;
  readonly control?: Control | undefined;
  readonly speed?: number | undefined;
}

/** Controls the simulation of a test order. @throws DomainError ORDER_NOT_FOUND, STEP_NOT_POSSIBLE */
export async function controlSimulation(
  context: Context,
  scope: AccountScope,
  { externalOrderId, control, speed }: Instructions,
): Promise<Order> {
  const order = await getOrder(context.db, { scope, externalOrderId });
  if (!isPossible(order, control)) throw new DomainError("STEP_NOT_POSSIBLE");
  await context.db.transaction(async (tx) => {
    const now = context.clock.now();
    if (speed !== undefined) await updateSimulationSettings(tx, order, { speed }, now);
    if (control !== undefined) await take(tx, order, control, now);
    // The simulation may be paused or waiting for longer than the new settings require.
    if (order.courierId !== null) await enqueueJob(tx, { kind: "simulate_order", key: String(order.id) });
    await notifyOrderChanged(tx, order, order.courierId);
  });
  return getOrder(context.db, order);
}

function isPossible({ status, courierId, returnState }: Order, control: Control | undefined): boolean {
  const isGoingBack = returnState === "on_the_way";
  if ((status === "delivered" || status === "cancelled") && !isGoingBack) return false;
  if (control === "lose_gps") return status === "in_progress";
  return control !== "delay" || courierId !== null;
}

async function take(tx: Transaction, order: Order, control: Control, now: Date): Promise<void> {
  switch (control) {
    case "play":
    case "pause":
      return updateSimulationSettings(tx, order, { isManual: control === "pause" }, now);
    case "find_gps":
      return updateSimulationSettings(tx, order, { isSilent: false }, now);
    case "lose_gps":
      await updateSimulationSettings(tx, order, { isSilent: true }, now);
      if (order.courierId !== null) await deletePosition(tx, order.courierId);
      return;
    case "delay": {
      const conduct = await getSimulationSettings(tx, order.id);
      const from = Math.max(now.getTime(), conduct.heldUntil?.getTime() ?? 0);
      const heldUntil = new Date(from + toScenarioMs(DELAY_MINUTES * 60_000, conduct));
      return updateSimulationSettings(tx, order, { heldUntil }, now);
    }
  }
}
