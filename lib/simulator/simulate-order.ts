import type { Context } from "@/lib/context";
import { forgetPosition } from "@/lib/couriers/forget-position";
import { recordPosition } from "@/lib/couriers/record-position";
import { DomainError } from "@/lib/domain-error";
import { DONE, type JobOutcome } from "@/lib/jobs/job";
import { announceOrder } from "@/lib/live/announce";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { handBackOrder, takeStep } from "@/lib/orders/carrying/take-step";
import { USUAL_SPEED } from "@/lib/sandbox/scenario";
import { nextMove } from "@/lib/simulator/next-move";
import { reassignOrder } from "@/lib/simulator/reassign-order";
import { type Move, type SimulatedOrder, simulationSpeed } from "@/lib/simulator/simulated-order";
import { findSimulated, type Simulated } from "@/lib/simulator/store";

const TICK_MS = 1_000;
/** However fast an order goes, its courier is moved no more often. */
const SHORTEST_TICK_MS = 200;
/** A courier who stands is heard of so often. */
const HEARD_EVERY_MS = 20_000;

/**
 * Moves a simulated courier on by a second or less: along the route, or by the same step that a courier taps; and does
 * what others do to the order where its scenario says so. Decides everything from what is stored, so another process
 * can go on where one has died.
 */
export async function simulateOrder(context: Context, key: string): Promise<JobOutcome> {
  const orderId = BigInt(key);
  const found = await findSimulated(context.db, orderId);
  if (found === null || found.isManual) return DONE;
  const simulated: Context = { ...context, actor: { type: "simulator", id: found.courierId } };
  const pace = found.rehearsedSpeed ?? USUAL_SPEED;
  const order = { ...found, pace, speed: simulationSpeed(found, context.dispatch.simulatorSpeed) };
  const move = nextMove(order, context.clock.now());
  if (move.type === "over") return DONE;
  await make(simulated, orderId, order, move).catch((error) => {
    // Cancelled or reassigned at this very moment; the next run finds out.
    if (!(error instanceof DomainError)) throw error;
  });
  const tickMs = (TICK_MS * USUAL_SPEED) / pace;
  return { type: "again", afterMs: Math.max(SHORTEST_TICK_MS, Math.min(TICK_MS, tickMs)) };
}

async function make(
  context: Context,
  orderId: bigint,
  order: Simulated & SimulatedOrder,
  move: Exclude<Move, { type: "over" }>,
): Promise<void> {
  const { courierId, position, scope, externalOrderId } = order;
  const now = context.clock.now();
  switch (move.type) {
    case "silent":
      return;
    case "wait":
      if (position === null || now.getTime() - position.recordedAt.getTime() <= HEARD_EVERY_MS) return;
      await recordPosition(context, courierId, { ...position, recordedAt: now });
      return;
    case "drive":
      await recordPosition(context, courierId, { ...move.to, heading: move.heading, recordedAt: now });
      return;
    case "lose_position":
      await forgetPosition(context.db, courierId);
      return announceOrder(context.db, { id: orderId, scope }, courierId);
    case "hand_back":
      return handBackOrder(context, courierId, orderId);
    case "reassign":
      return reassignOrder(context, orderId, courierId);
    case "cancel":
      await cancelOrder(context, scope, { externalOrderId, reason: "rehearsal" });
      return;
    case "step":
      return takeStep(context, courierId, { orderId, step: move.step });
  }
}
