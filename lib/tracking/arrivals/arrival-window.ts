import { MINUTE_MS } from "@/lib/duration";

export interface ArrivalWindow {
  readonly from: Date;
  readonly to: Date;
}

/** The 5th, 50th and 95th percentile of the arrival at a dropoff. */
export interface ArrivalEstimate {
  readonly earliest: Date;
  readonly expected: Date;
  readonly latest: Date;
}

const STEP_MINUTES = 5;
const MIN_STEPS = 2;
/** A window that becomes less narrow than this share of the shown one stays. */
const NARROWER_SHARE = 2 / 3;

/** The first window shown: p5 to p95, rounded outward to steps of five minutes (at the speed of simulated couriers). */
export function toFirstWindow(estimate: ArrivalEstimate, now: Date, speed = 1): ArrivalWindow {
  const [stepMs, minuteMs] = [toPacedMs(STEP_MINUTES, speed), toPacedMs(1, speed)];
  const from = Math.floor(estimate.earliest.getTime() / stepMs) * stepMs;
  const to = Math.ceil(estimate.latest.getTime() / stepMs) * stepMs;
  const begun = Math.floor(now.getTime() / minuteMs) * minuteMs;
  return {
    from: new Date(Math.max(from, begun)),
    to: new Date(Math.max(to, from + MIN_STEPS * stepMs)),
  };
}

/** A window that is shown. Its end moves to a later time when the courier is delayed, and then never back. */
interface ShownWindow extends ArrivalWindow {
  readonly hasMovedLater?: boolean;
}

/**
 * The next window to show, or null while the shown one stays: it moves only when the estimate leaves it or it would
 * become at least a third narrower.
 */
export function moveWindow(
  shown: ShownWindow,
  estimate: ArrivalEstimate,
  now: Date,
  speed = 1,
): ArrivalWindow | null {
  const next = toFirstWindow(estimate, now, speed);
  if (estimate.expected > shown.to) return next;
  const kept = shown.hasMovedLater === true && next.to < shown.to ? { ...next, to: shown.to } : next;
  if (estimate.expected < shown.from) return kept;
  const isInside = kept.from >= shown.from && kept.to <= shown.to;
  return isInside && toWidthMs(kept) <= toWidthMs(shown) * NARROWER_SHARE ? kept : null;
}

const toWidthMs = ({ from, to }: ArrivalWindow): number => to.getTime() - from.getTime();

/** Whole milliseconds, at least a second. */
const toPacedMs = (minutes: number, speed: number): number =>
  Math.max(1_000, Math.round((minutes * MINUTE_MS) / speed));
