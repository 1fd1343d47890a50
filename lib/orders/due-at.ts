import { MINUTE_MS } from "@/lib/duration";

export const LATE_TOLERANCE_MS = 10 * MINUTE_MS;

/** Time allowed to find a courier and reach the pickup, for orders without a delivery_time. */
export const HANDLING_ALLOWANCE_MS = 40 * MINUTE_MS;

export interface DueInput {
  /** Until when the dropoff that is due next is promised; null before a courier accepts. */
  readonly promisedUntil: Date | null;
  readonly createdAt: Date;
  readonly deliveryTime: Date | null;
  readonly readyAt: Date | null;
  /** The end of the first delivery window; null without one. */
  readonly windowTo: Date | null;
  readonly durationSeconds: number;
}

/** Returns the last on-time instant of a delivery. `DUE_AT` in SQL. */
export function dueAt(order: DueInput): Date {
  const { promisedUntil, createdAt, deliveryTime, readyAt, windowTo, durationSeconds } = order;
  if (promisedUntil !== null) return promisedUntil;
  if (deliveryTime !== null) return new Date(deliveryTime.getTime() + LATE_TOLERANCE_MS);
  if (windowTo !== null) return windowTo;
  const from = Math.max(createdAt.getTime(), readyAt?.getTime() ?? 0);
  return new Date(from + durationSeconds * 1000 + HANDLING_ALLOWANCE_MS);
}
