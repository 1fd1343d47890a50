import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { recordPosition } from "@/lib/couriers/record-position";
import { DomainError } from "@/lib/domain-error";
import type { FileStore } from "@/lib/files/stored-file";
import type { StepInput } from "@/lib/orders/fulfillment/courier-task";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { lockWaiting, setOrderCourier } from "@/lib/orders/fulfillment/set-order-courier";
import { getOrder, type Order } from "@/lib/orders/load-order";
import { type CourierStep, type NextStep, nextStep } from "@/lib/orders/progress";
import { getOrCreateTestCourier } from "@/lib/sandbox/get-or-create-test-courier";
import { loadReport } from "@/lib/sandbox/simulate-order";
import { updateSimulationSettings } from "@/lib/sandbox/simulation-settings";
import { findSimulation, type SimulationRow } from "@/lib/sandbox/store";

export const HAND_STEPS = [
  "assign",
  "accept",
  "arrive_at_pickup",
  "pick_up",
  "arrive",
  "hand_over",
  "fail",
  "arrive_back",
  "give_back",
] as const;
export type ManualStep = (typeof HAND_STEPS)[number];

/** Switches the order to manual steps. @throws DomainError ORDER_NOT_FOUND, STEP_NOT_POSSIBLE, CODE_WRONG and others */
export async function stepOrder(
  context: Context & { readonly files: FileStore },
  scope: AccountScope,
  input: {
    externalOrderId: string;
    step?: ManualStep | undefined;
    report?: Omit<StepInput, "files"> | undefined;
  },
): Promise<Order> {
  const order = await getOrder(context.db, { scope, externalOrderId: input.externalOrderId });
  await updateSimulationSettings(context.db, order, { isManual: true }, context.clock.now());
  if (order.courierId === null) {
    if (input.step !== undefined && input.step !== "assign") throw new DomainError("STEP_NOT_POSSIBLE");
    await assignByHand(context, order.id);
  } else if (input.step !== "assign") {
    await stepByHand(context, order.id, input);
  }
  return getOrder(context.db, order);
}

export const HAND_GOALS = ["assigned", "in_progress", "delivered"] as const;
export type ManualTarget = (typeof HAND_GOALS)[number];

const RANKS = { new: 0, assigned: 1, in_progress: 2, delivered: 3, cancelled: 3 } as const;
const MAX_STEPS = 60;

/** @throws DomainError ORDER_NOT_FOUND, STEP_NOT_POSSIBLE, SERVICE_UNAVAILABLE */
export async function stepOrderUntil(
  context: Context & { readonly files: FileStore },
  scope: AccountScope,
  { externalOrderId, goal }: { externalOrderId: string; goal: ManualTarget },
): Promise<Order> {
  const isThere = ({ status }: Order) => RANKS[status] >= RANKS[goal];
  let order = await getOrder(context.db, { scope, externalOrderId });
  if (isThere(order)) throw new DomainError("STEP_NOT_POSSIBLE");
  for (let steps = 0; steps < MAX_STEPS && !isThere(order); steps += 1) {
    order = await stepOrder(context, scope, { externalOrderId });
  }
  return order;
}

async function assignByHand(context: Context, orderId: bigint): Promise<void> {
  await context.db.transaction(async (tx) => {
    const order = await lockWaiting(tx, orderId);
    if (order === null) throw new DomainError("STEP_NOT_POSSIBLE");
    // Dispatch has assigned a courier concurrently.
    if (order.courierId !== null) return;
    const courierId = await getOrCreateTestCourier(context, tx, order);
    if (courierId === null) throw new DomainError("SERVICE_UNAVAILABLE");
    await setOrderCourier(context, tx, order, { courierId, at: context.clock.now() });
  });
}

async function stepByHand(
  context: Context & { readonly files: FileStore },
  orderId: bigint,
  { step: named, report: told = {} }: { step?: ManualStep | undefined; report?: StepInput | undefined },
): Promise<void> {
  const order = await findSimulation(context.db, orderId);
  const next = order === null ? null : nextStep(order.status, order.progress);
  if (order === null || next === null || next.type === "wait") throw new DomainError("STEP_NOT_POSSIBLE");
  const step = named === undefined || named === "assign" ? next : namedStep(named, next);
  const { courierId } = order;
  const courier = { ...context, actor: { type: "simulator", id: courierId } } as const;
  const place = toPlace(order, step);
  if (place !== null) {
    await recordPosition(courier, courierId, { ...place, heading: 0, recordedAt: context.clock.now() });
  }
  const report = { ...(await loadReport(courier, orderId, order, step)), ...told };
  await recordStep(courier, courierId, { orderId, step, report });
}

function namedStep(type: Exclude<ManualStep, "assign">, next: NextStep): CourierStep {
  if (type !== "arrive" && type !== "hand_over" && type !== "fail") return { type };
  if (!("dropoff" in next) || next.type === "wait") throw new DomainError("STEP_NOT_POSSIBLE");
  return { ...next, type };
}

function toPlace({ pickup, takeover, legs }: SimulationRow, step: CourierStep) {
  if (step.type === "accept") return null;
  if (step.type === "take_over") return takeover;
  const place = "dropoff" in step ? (legs[step.dropoff]?.path.at(-1) ?? pickup) : pickup;
  return { latitude: place.latitude, longitude: place.longitude };
}
