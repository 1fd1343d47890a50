import type { NextStep } from "@/lib/orders/progress";
import type { Scenario } from "@/lib/sandbox/scenario";
import { hasPaused, havePassed, type SimulatedStep, type Simulation } from "@/lib/sandbox/simulated-order";

const WAIT: SimulatedStep = { type: "wait" };
const SILENT: SimulatedStep = { type: "silent" };

type MoveRule = (order: Simulation, step: NextStep, now: Date) => SimulatedStep | null;

const REFUSALS = 2;
/** Minutes without a signal after which a courier's position is no longer shown (spec, Order response object). */
const FORGOTTEN_AFTER_MINUTES = 30;
const STALE_MINUTES = 6;
const LATE_MINUTES = 30;
const CANCELLED_AFTER_MINUTES = 1;
/** The refusing dropoff, counted from 0. */
const REFUSING = 1;

/** Deviations of the scenarios from the usual moves; null: no step at this time. Webhook faults are elsewhere. */
const DECISIONS: Readonly<Partial<Record<Scenario, MoveRule>>> = {
  refused_twice: handBack(REFUSALS),

  reassigned: (order, step, now) => {
    if (step.type !== "arrive_at_pickup" || order.refusals > 0) return null;
    return hasPaused("accept", order, now) ? { type: "reassign" } : WAIT;
  },

  // The courier keeps driving; without positions, the planned driving time determines the arrival.
  gps_lost: (order, step, now) => {
    const { pickedUpAt, position, progress, legs, speed } = order;
    if (pickedUpAt === null || step.type !== "arrive") return null;
    if (position !== null)
      return havePassed(FORGOTTEN_AFTER_MINUTES, pickedUpAt, order, now) ? { type: "lose_position" } : SILENT;
    const drivenMinutes = (legs[step.dropoff]?.durationSeconds ?? 0) / 60;
    return havePassed(drivenMinutes, progress.latest, { pace: speed }, now) ? { type: "step", step } : SILENT;
  },

  gps_stale: afterPickup(STALE_MINUTES, SILENT),

  late_30: afterPickup(LATE_MINUTES, WAIT),

  absent_then_return: (order, step, now) => {
    if (step.type !== "hand_over") return null;
    const arrivedAt = order.progress.dropoffs[step.dropoff]?.arrivedAt ?? now;
    if (!havePassed(order.waitingMinutes, arrivedAt, order, now)) return WAIT;
    return { type: "step", step: { ...step, type: "fail" }, fails: "recipient_absent" };
  },

  one_of_three_refused: refuseAt(REFUSING),

  cancelled_after_pickup: (order, step, now) => {
    const { pickedUpAt, status } = order;
    if (pickedUpAt === null || status !== "in_progress") return null;
    if (havePassed(CANCELLED_AFTER_MINUTES, pickedUpAt, order, now)) return { type: "cancel" };
    return step.type === "hand_over" ? WAIT : null;
  },

  wrong_code: (order, step, now) => {
    if (step.type !== "hand_over") return null;
    const { dropoff } = step;
    const code = order.codes[dropoff];
    if (dropoff !== 0 || code?.isAsked !== true || code.isOverridden) return null;
    if (!hasPaused("hand_over", order, now)) return WAIT;
    return { type: code.triesLeft > 0 ? "wrong_code" : "override_code", dropoff };
  },
};

function afterPickup(minutes: number, move: SimulatedStep): MoveRule {
  return (order, _, now) => {
    const { pickedUpAt } = order;
    return pickedUpAt === null || havePassed(minutes, pickedUpAt, order, now) ? null : move;
  };
}

function handBack(times: number): MoveRule {
  return (order, step, now) => {
    if (step.type !== "accept" || order.refusals >= times) return null;
    return hasPaused("accept", order, now) ? { type: "hand_back" } : WAIT;
  };
}

/** The recipient refuses at this dropoff, or at the last one if there are fewer. */
function refuseAt(dropoff: number): MoveRule {
  return (order, step, now) => {
    const refusing = Math.min(dropoff, order.progress.dropoffs.length - 1);
    if (step.type !== "hand_over" || step.dropoff !== refusing) return null;
    if (!hasPaused("fail", order, now)) return WAIT;
    return { type: "step", step: { ...step, type: "fail" }, fails: "refused" };
  };
}

export function scenarioStep(order: Simulation, step: NextStep, now: Date): SimulatedStep | null {
  return DECISIONS[order.isSilent ? "gps_lost" : order.scenario]?.(order, step, now) ?? null;
}
