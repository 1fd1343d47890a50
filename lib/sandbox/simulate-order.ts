import type { Context } from "@/lib/context";
import { deletePosition, recordPosition } from "@/lib/couriers/record-position";
import { recordDecline } from "@/lib/dispatch/record-decline";
import { ignoreRefusal } from "@/lib/domain-error";
import type { FileStore } from "@/lib/files/stored-file";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { overrideCode } from "@/lib/orders/fulfillment/override-code";
import { recordStep, unassignSelf } from "@/lib/orders/fulfillment/record-step";
import { resolveUndeliverable } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { lockWaiting, setOrderCourier } from "@/lib/orders/fulfillment/set-order-courier";
import type { CourierStep } from "@/lib/orders/progress";
import { collectProof, wrongCode } from "@/lib/sandbox/collect-proof";
import { getOrCreateTestCourier } from "@/lib/sandbox/get-or-create-test-courier";
import { nextSimulatedStep } from "@/lib/sandbox/next-simulated-step";
import { USUAL_SPEED } from "@/lib/sandbox/scenario";
import { type SimulatedStep, type Simulation, simulationSpeed } from "@/lib/sandbox/simulated-order";
import { findSimulation, type SimulationRow } from "@/lib/sandbox/store";
import { notifyOrderChanged } from "@/lib/streams/announce";

const TICK_MS = 1_000;
/** Minimum interval between moves at any speed. */
const MIN_TICK_MS = 200;
const HEARD_EVERY_MS = 20_000;
const CALLS = 2;
const REASON = "rehearsal";

type Files = { readonly files: FileStore };

/** Advances a simulated courier. Depends only on stored state, so that any process can continue. */
export function simulateOrder(files: FileStore): JobHandler {
  return async (context, key) => {
    const orderId = BigInt(key);
    const found = await findSimulation(context.db, orderId);
    if (found === null || found.isManual) return DONE;
    const pace = found.scenarioSpeed ?? USUAL_SPEED;
    const order = { ...found, pace, speed: simulationSpeed(found, context.dispatch.simulatorSpeed) };
    const move = nextSimulatedStep(order, context.clock.now());
    if (move.type === "over") return DONE;
    // If the order changes concurrently, the next run sees the new state.
    await make({ ...context, files }, orderId, order, move).catch(ignoreRefusal);
    const tickMs = (TICK_MS * USUAL_SPEED) / pace;
    return { type: "again", afterMs: Math.max(MIN_TICK_MS, Math.min(TICK_MS, tickMs)) };
  };
}

async function make(
  context: Context & Files,
  orderId: bigint,
  order: SimulationRow & Simulation,
  move: Exclude<SimulatedStep, { type: "over" }>,
): Promise<void> {
  const { courierId, position, scope, externalOrderId } = order;
  const courier = { ...context, actor: { type: "simulator", id: courierId } } as const;
  const operator = { ...context, actor: { type: "simulator", id: "sandbox" } } as const;
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
      await deletePosition(context.db, courierId);
      return notifyOrderChanged(context.db, { id: orderId, scope }, courierId);
    case "hand_back":
      return unassignSelf(courier, courierId, orderId);
    case "reassign":
      return reassignOrder(courier, orderId, courierId);
    case "cancel":
      await cancelOrder(operator, scope, { externalOrderId, reason: REASON });
      return;
    case "answer":
      await resolveUndeliverable(operator, scope, {
        externalOrderId,
        action: "return",
        index: move.dropoff + 1,
      });
      return;
    case "override_code":
      await overrideCode(operator, scope, { externalOrderId, position: move.dropoff + 1, reason: REASON });
      return;
    case "wrong_code": {
      const { dropoff } = move;
      const report = await collectProof(courier, orderId, order, dropoff + 1);
      const step = { type: "hand_over", dropoff } as const;
      const wrong = { ...report, code: wrongCode(order, dropoff + 1) };
      return recordStep(courier, courierId, { orderId, step, report: wrong });
    }
    case "step": {
      const failure = move.fails === undefined ? undefined : { code: move.fails, comment: null };
      const report =
        failure === undefined
          ? await loadReport(courier, orderId, order, move.step)
          : { failure, calls: failure.code === "refused" ? 0 : CALLS };
      return recordStep(courier, courierId, { orderId, step: move.step, report, pace: order.pace });
    }
  }
}

export async function loadReport(
  context: Context & Files,
  orderId: bigint,
  order: SimulationRow,
  step: CourierStep,
): ReturnType<typeof collectProof> {
  if (step.type === "pick_up") return collectProof(context, orderId, order, 0);
  return step.type === "hand_over" ? collectProof(context, orderId, order, step.dropoff + 1) : {};
}

async function reassignOrder(context: Context, orderId: bigint, from: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const order = await lockWaiting(tx, orderId);
    if (order === null || order.courierId !== from) return;
    const at = context.clock.now();
    await recordDecline(tx, { orderId, courierId: from, reason: "handed_back", refusedAt: at });
    const courierId = await getOrCreateTestCourier(context, tx, order);
    if (courierId !== null) await setOrderCourier(context, tx, order, { courierId, at });
  });
}
