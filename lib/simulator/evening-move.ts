import type { NextStep } from "@/lib/orders/progress";
import type { EveningScenario } from "@/lib/sandbox/scenario";
import { hasPaused, havePassed, type SimulatedStep, type Simulation } from "@/lib/simulator/simulated-order";

export const WAIT: SimulatedStep = { type: "wait" };
export const SILENT: SimulatedStep = { type: "silent" };

const REFUSALS = 3;

const LASTS = {
  notAccepted: 12,
  silent: 12,
  brokenDown: 60,
  atDoor: 20,
  late: 30,
  goingBack: 45,
} as const;

/** Troubles last in real time, since operators handle them in real time at any simulation speed. */
const hasLasted = (minutes: number, since: Date, now: Date): boolean =>
  havePassed(minutes, since, { pace: 1 }, now);

export type MoveRule = (order: Simulation, step: NextStep, now: Date) => SimulatedStep | null;

/** Deviations of a simulated evening's orders from the usual moves; null: no step at this time. */
export const EVENING_DECISIONS: Readonly<Record<EveningScenario, MoveRule | null>> = {
  evening: null,

  evening_refused: handBackCash(REFUSALS),

  evening_not_accepted: (order, step, now) => {
    if (step.type !== "accept" || order.hasChangedHands) return null;
    return hasLasted(LASTS.notAccepted, order.progress.latest, now) ? null : WAIT;
  },

  evening_silent: (order, _, now) => untilTakenOver(order, LASTS.silent, SILENT, now),

  evening_broken_down: (order, _, now) => untilTakenOver(order, LASTS.brokenDown, SILENT, now),

  evening_at_door: (order, step, now) => {
    if (step.type !== "hand_over") return null;
    const arrivedAt = order.progress.dropoffs[step.dropoff]?.arrivedAt ?? now;
    return hasLasted(LASTS.atDoor, arrivedAt, now) ? null : WAIT;
  },

  // Ends when the shop's answer time, which runs in real time, expires.
  evening_question: (order, step, now) => (step.type === "wait" ? WAIT : refused(order, step, now)),

  evening_late: (order, _, now) => untilTakenOver(order, LASTS.late, WAIT, now),

  evening_going_back: (order, step, now) => {
    if (step.type !== "arrive_back") return refused(order, step, now);
    return hasLasted(LASTS.goingBack, order.progress.latest, now) ? null : WAIT;
  },
};

function untilTakenOver(
  order: Simulation,
  minutes: number,
  move: SimulatedStep,
  now: Date,
): SimulatedStep | null {
  const { pickedUpAt, hasChangedHands } = order;
  if (pickedUpAt === null || hasChangedHands) return null;
  return hasLasted(minutes, pickedUpAt, now) ? null : move;
}

export function handBackCash(times: number): MoveRule {
  return (order, step, now) => {
    if (step.type !== "accept" || order.refusals >= times) return null;
    return hasPaused("accept", order, now) ? { type: "hand_back" } : WAIT;
  };
}

/** The recipient refuses at this dropoff, or at the last one if there are fewer. */
export function refuseAt(dropoff: number): MoveRule {
  return (order, step, now) => {
    const refusing = Math.min(dropoff, order.progress.dropoffs.length - 1);
    if (step.type !== "hand_over" || step.dropoff !== refusing) return null;
    if (!hasPaused("fail", order, now)) return WAIT;
    return { type: "step", step: { ...step, type: "fail" }, fails: "refused" };
  };
}

const refused = refuseAt(Number.POSITIVE_INFINITY);
