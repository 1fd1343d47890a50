import type { ArrivalEstimate } from "@/lib/tracking/arrivals/arrival-window";
import {
  addDurations,
  atLeast,
  type Duration,
  fromLogNormal,
  type LogNormal,
  NO_DURATION,
  P5,
  P50,
  P95,
  probabilityBeyond,
  remainAfter,
  scaleDuration,
  toQuantile,
} from "@/lib/tracking/arrivals/duration";
import {
  type DurationModel,
  type Groups,
  PARKING_SECONDS,
  predict,
} from "@/lib/tracking/arrivals/duration-model";

/** A remaining part of a courier's trip. One that has begun has `elapsedSeconds`. */
export type Step =
  | { readonly kind: "offer"; readonly groups: Groups<"offer">; readonly elapsedSeconds: number }
  | {
      readonly kind: "wait";
      readonly groups: Groups<"wait">;
      /** Since the courier is there and the goods are ready; 0 before. */
      readonly elapsedSeconds: number;
      /** From now on. */
      readonly secondsUntilReady: number;
    }
  | { readonly kind: "drive"; readonly groups: Groups<"drive">; readonly plannedSeconds: number }
  /** The wait for the recipient's window, from now on. */
  | { readonly kind: "window"; readonly secondsUntilOpen: number }
  | { readonly kind: "door"; readonly groups: Groups<"door">; readonly elapsedSeconds: number };

/** The durations of one kind, which have a part of their deviation in common. */
interface DependentSum {
  readonly mean: number;
  /** The standard deviation of the common part, and the variance of the others. */
  readonly common: number;
  readonly own: number;
}

const EMPTY: DependentSum = { mean: 0, common: 0, own: 0 };

function addDependent(sum: DependentSum, part: Duration, shared: number): DependentSum {
  return {
    mean: sum.mean + part.mean,
    common: sum.common + Math.sqrt(part.variance * shared),
    own: sum.own + part.variance * (1 - shared),
  };
}

/** As one lognormal. */
function toTotal({ mean, common, own }: DependentSum): Duration {
  if (mean === 0) return NO_DURATION;
  const variance = common ** 2 + own;
  const relative = variance / mean ** 2;
  return { mean, variance, third: mean ** 3 * relative ** 2 * (relative + 3) };
}

/**
 * Returns the time until each step is over. Drives of one trip share its traffic, and doors its courier; all other
 * durations are independent. @param speed of a simulated courier; 1 for a real one
 */
export function estimateSteps(model: DurationModel, steps: readonly Step[], speed = 1): Duration[] {
  let independent = NO_DURATION;
  let [drives, doors] = [EMPTY, EMPTY];
  /** Common deviation of the drives before a wait, as far as it delays the departure. */
  let delaying = 0;
  return steps.map((step) => {
    if (step.kind === "drive") {
      drives = addDependent(drives, toDrive(model, step, speed), model.kinds.drive.shared);
    } else if (step.kind === "door" && step.elapsedSeconds <= 0) {
      const door = scaleDuration(fromLogNormal(predict(model, "door", step.groups)), 1 / speed);
      doors = addDependent(doors, door, model.kinds.door.shared);
    } else {
      const secondsToWait = getSecondsToWait(step);
      if (secondsToWait > 0) {
        const arrival = addDurations(independent, toTotal(drives), toTotal(doors));
        independent = atLeast(arrival, secondsToWait);
        delaying = drives.common * probabilityBeyond(arrival, secondsToWait);
        [drives, doors] = [EMPTY, EMPTY];
      }
      if (step.kind !== "window") {
        const left = remainAfter(predictStep(model, step), step.elapsedSeconds * speed);
        independent = addDurations(independent, scaleDuration(left, 1 / speed));
      }
    }
    const sum = addDurations(independent, toTotal(drives), toTotal(doors));
    return { ...sum, variance: sum.variance + 2 * delaying * drives.common };
  });
}

/** At least this long from now on. */
function getSecondsToWait(step: Step): number {
  if (step.kind === "window") return step.secondsUntilOpen;
  return step.kind === "wait" ? step.secondsUntilReady : 0;
}

function predictStep(
  model: DurationModel,
  step: Exclude<Step, { readonly kind: "drive" | "window" }>,
): LogNormal {
  if (step.kind === "offer") return predict(model, "offer", step.groups);
  return step.kind === "wait" ? predict(model, "wait", step.groups) : predict(model, "door", step.groups);
}

function toDrive(
  model: DurationModel,
  { groups, plannedSeconds }: Extract<Step, { readonly kind: "drive" }>,
  speed: number,
): Duration {
  const ratio = fromLogNormal(predict(model, "drive", groups));
  return scaleDuration(ratio, (plannedSeconds + PARKING_SECONDS) / speed);
}

/** Whole milliseconds; none is in the past or before the recipient's window begins. */
export function toArrivalEstimate(duration: Duration, now: Date, secondsUntilOpen = 0): ArrivalEstimate {
  const toDate = (normalQuantile: number) => {
    const seconds = Math.max(0, secondsUntilOpen, toQuantile(duration, normalQuantile));
    return new Date(now.getTime() + Math.round(seconds * 1_000));
  };
  return { earliest: toDate(P5), expected: toDate(P50), latest: toDate(P95) };
}
