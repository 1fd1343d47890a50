import { type CourierStep, type NextStep, nextStep } from "@/lib/orders/progress";
import { toDecimeter } from "@/lib/routing/geo";
import { OFF_ROUTE_METERS, pathLength, pointAtDistance, projectOnPath } from "@/lib/routing/path";
import { scenarioStep } from "@/lib/sandbox/scenario-step";
import {
  hasPaused,
  havePassed,
  isPaused,
  type SimulatedStep,
  type Simulation,
} from "@/lib/sandbox/simulated-order";

/** A courier's speed toward the pickup, before the speed factor. */
const APPROACH_METERS_PER_SECOND = 6;
const THERE_METERS = 5;
/** Longer gaps, such as a stopped service, count as this, so that couriers continue from where they were. */
const MAX_TICK_MS = 3_000;

/** Depends only on stored state, so that any process can run the step. */
export function nextSimulatedStep(order: Simulation, now: Date): SimulatedStep {
  const step = nextStep(order.status, order.progress);
  if (step === null) return { type: "over" };
  if (order.heldUntil !== null && now < order.heldUntil) return { type: "wait" };
  // The courier makes a stop of another order first.
  if (!order.isNext && step.type !== "accept" && step.type !== "wait") return { type: "wait" };
  if (step.type === "pick_up" && order.readyAt !== null && now < order.readyAt) return { type: "wait" };
  const windowStart = step.type === "hand_over" ? order.windowStarts[step.dropoff] : null;
  if (windowStart != null && now < windowStart) return { type: "wait" };
  if (order.isHandedOverWithAnother && (step.type === "arrive_at_pickup" || step.type === "pick_up"))
    return { type: "step", step };
  return scenarioStep(order, step, now) ?? usualMove(order, step, now);
}

function usualMove(order: Simulation, step: NextStep, now: Date): SimulatedStep {
  if (step.type === "wait") {
    const { dropoff } = step;
    const requested = order.progress.dropoffs[dropoff]?.failedAt ?? now;
    return havePassed(order.answerMinutes, requested, order, now)
      ? { type: "answer", dropoff }
      : { type: "wait" };
  }
  if (isPaused(step.type))
    return hasPaused(step.type, order, now) ? { type: "step", step } : { type: "wait" };
  return drive(order, step, now);
}

function drive(order: Simulation, step: CourierStep, now: Date): SimulatedStep {
  const { position, pickup, approach, takeover, legs, speed } = order;
  const isTakingOver = step.type === "take_over";
  const leg = isTakingOver
    ? null
    : "dropoff" in step
      ? legs[step.dropoff]
      : step.type === "arrive_back"
        ? null
        : approach;
  if (position === null) return { type: "drive", to: leg?.path[0] ?? pickup, heading: 0 };
  const planned = leg?.path ?? [position, (isTakingOver ? takeover : null) ?? pickup];
  const end = planned.at(-1);
  // After a stop of another order.
  const isOffRoute = projectOnPath(planned, position).offMeters > OFF_ROUTE_METERS;
  const path = isOffRoute && end !== undefined ? [position, end] : planned;
  const length = pathLength(path);
  const metersPerSecond =
    leg === undefined || leg === null
      ? APPROACH_METERS_PER_SECOND
      : length / Math.max(1, leg.durationSeconds);
  const elapsedMs = Math.min(MAX_TICK_MS, now.getTime() - position.recordedAt.getTime());
  const reached = projectOnPath(path, position).meters;
  if (length - reached <= THERE_METERS) return { type: "step", step };
  const driven = metersPerSecond * speed * Math.max(0, elapsedMs / 1000);
  const { point, heading } = pointAtDistance(path, reached + driven);
  return { type: "drive", to: toDecimeter(point), heading: Math.round(heading) };
}
