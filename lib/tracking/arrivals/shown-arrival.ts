import type { DelayCause } from "@/lib/db/generated/enums";
import { MINUTE_MS } from "@/lib/duration";
import {
  type ArrivalEstimate,
  type ArrivalWindow,
  moveWindow,
  toFirstWindow,
} from "@/lib/tracking/arrivals/arrival-window";

/** The arrival at one dropoff as everyone is shown it. */
export interface ShownArrival {
  /** The promise. It never changes. */
  readonly first: ArrivalWindow;
  readonly firstAt: Date;
  readonly shown: ArrivalWindow;
  /** Whose arrival is shown, and after how many failed attempts. */
  readonly courierId: string;
  readonly attempts: number;
  /** The window before the last move later by more than five minutes, and why it moved. */
  readonly former: FormerWindow | null;
  /** Null while the shown window is the first. */
  readonly movedAt: Date | null;
}

export interface FormerWindow extends ArrivalWindow {
  readonly cause: DelayCause;
}

export interface ArrivalSituation extends Pick<ShownArrival, "courierId" | "attempts"> {
  readonly estimate: ArrivalEstimate;
  /** Why the same courier would be later than shown. */
  readonly cause: DelayCause;
  /** 1 for a real courier. */
  readonly speed: number;
}

const LATER_MS = 5 * MINUTE_MS;

/** Returns what to show next, or null while it stays. A new attempt has a new window, but the same promise. */
export function nextShownArrival(
  current: ShownArrival | null,
  { courierId, attempts, estimate, cause, speed }: ArrivalSituation,
  now: Date,
): ShownArrival | null {
  if (current === null) {
    const first = toFirstWindow(estimate, now, speed);
    return { first, firstAt: now, shown: first, courierId, attempts, former: null, movedAt: null };
  }
  const next = { ...current, courierId, attempts };
  if (attempts !== current.attempts) {
    return { ...next, shown: toFirstWindow(estimate, now, speed), former: null, movedAt: now };
  }
  const hasMovedLater = current.former !== null || current.shown.to > current.first.to;
  const shown = moveWindow({ ...current.shown, hasMovedLater }, estimate, now, speed);
  const isSameCourier = courierId === current.courierId;
  if (shown === null) return isSameCourier ? null : next;
  const isLater = (than: ArrivalWindow) => shown.to.getTime() - than.to.getTime() > LATER_MS / speed;
  const former = isLater(current.shown)
    ? { ...current.shown, cause: isSameCourier ? cause : ("courier" as const) }
    : current.former !== null && isLater(current.former)
      ? current.former
      : null;
  return { ...next, shown, former, movedAt: now };
}

/** Returns what is shown next of each dropoff that changes. Dropoffs count from 0. */
export function listMovedArrivals(
  shown: ReadonlyMap<number, ShownArrival>,
  situations: ReadonlyMap<number, ArrivalSituation>,
  now: Date,
): ReadonlyMap<number, ShownArrival> {
  const moved = new Map<number, ShownArrival>();
  for (const [dropoff, situation] of situations) {
    const next = nextShownArrival(shown.get(dropoff) ?? null, situation, now);
    if (next !== null) moved.set(dropoff, next);
  }
  return moved;
}
