import type { CourierTask } from "@/lib/orders/carrying/carried-order";
import type { FailureCode } from "@/lib/orders/order";
import { WAITED_FOR } from "@/lib/orders/progress";

/** How long a courier has waited at a door, in milliseconds. */
export interface WaitingTime {
  readonly sinceMs: number;
  /** When they may say that nobody comes. */
  readonly until: Date;
  readonly isOver: boolean;
}

/** @param arrivedAt and `now` by the same clock, the service's */
export function waitingTime(
  { waitingMinutes }: Pick<CourierTask, "waitingMinutes">,
  arrivedAt: string,
  now: Date,
): WaitingTime {
  const start = new Date(arrivedAt).getTime();
  const until = new Date(start + waitingMinutes * 60_000);
  return { sinceMs: Math.max(0, now.getTime() - start), until, isOver: now >= until };
}

/** Whether a reason may be given now. */
export function canGive(code: FailureCode, { isOver }: Pick<WaitingTime, "isOver">): boolean {
  return isOver || !WAITED_FOR.some((one) => one === code);
}

/** Minutes and seconds as a stopwatch shows them: `4:05`, `61:00`. */
export function stopwatch(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
