import type { Context } from "@/lib/context";
import { recordPosition } from "@/lib/couriers/record-position";
import { DomainError } from "@/lib/domain-error";
import { DONE, type JobOutcome } from "@/lib/jobs/job";
import { takeStep } from "@/lib/orders/carrying/take-step";
import { nextMove, type SimulatedOrder, simulationSpeed } from "@/lib/simulator/simulated-order";
import { findSimulated } from "@/lib/simulator/store";

const TICK_MS = 1_000;

/**
 * Moves a simulated courier on by one second: along the route, or by the same step that a courier taps. Decides
 * everything from what is stored, so another process can go on where one has died.
 */
export async function simulateOrder(context: Context, key: string): Promise<JobOutcome> {
  const orderId = BigInt(key);
  const found = await findSimulated(context.db, orderId);
  if (found === null) return DONE;
  const simulated: Context = { ...context, actor: { type: "simulator", id: found.courierId } };
  const order: SimulatedOrder = {
    ...found,
    speed: simulationSpeed(found, context.dispatch.simulatorSpeed),
  };
  const now = context.clock.now();
  const move = nextMove(order, now);
  if (move.type === "over") return DONE;
  if (move.type === "step") {
    await takeStep(simulated, found.courierId, { orderId, step: move.step }).catch((error) => {
      // Cancelled or reassigned at this very moment; the next run finds out.
      if (!(error instanceof DomainError)) throw error;
    });
  } else if (move.type === "drive") {
    const { to, heading } = move;
    await recordPosition(simulated, found.courierId, { ...to, heading, recordedAt: now });
  } else if (order.position !== null && now.getTime() - order.position.recordedAt.getTime() > 20_000) {
    await recordPosition(simulated, found.courierId, { ...order.position, recordedAt: now });
  }
  return { type: "again", afterMs: TICK_MS };
}
