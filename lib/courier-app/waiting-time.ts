import type { CourierTask } from "@/lib/orders/fulfillment/courier-task";
import type { FailureCode } from "@/lib/orders/order";
import { REASONS_REQUIRING_WAIT } from "@/lib/orders/progress";

export type WaitingTime = ReturnType<typeof waitingTime>;

export function waitingTime(
  { waitingMinutes }: Pick<CourierTask, "waitingMinutes">,
  arrivedAt: string,
  now: Date,
) {
  const start = new Date(arrivedAt).getTime();
  const until = new Date(start + waitingMinutes * 60_000);
  return { sinceMs: Math.max(0, now.getTime() - start), until, isOver: now >= until };
}

export function canReportReason(code: FailureCode, { isOver }: Pick<WaitingTime, "isOver">): boolean {
  return isOver || !REASONS_REQUIRING_WAIT.some((one) => one === code);
}

export function formatStopwatch(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
