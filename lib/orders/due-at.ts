const MINUTE_MS = 60_000;

/** How long after its delivery_time an order still counts as on time. */
export const LATE_TOLERANCE_MS = 10 * MINUTE_MS;

/** The allowance besides the trip for an order without a delivery_time: to find a courier, who comes and picks up. */
export const HANDLING_ALLOWANCE_MS = 40 * MINUTE_MS;

export interface DueInput {
  /** The end of the arrival window that was first given once a courier had accepted it; null until then. */
  readonly promisedUntil: Date | null;
  readonly createdAt: Date;
  readonly deliveryTime: Date | null;
  readonly durationSeconds: number;
}

/**
 * Returns the last instant at which a delivery is on time. `DUE_AT` is the same in SQL, which a test
 * checks.
 */
export function dueAt({ promisedUntil, createdAt, deliveryTime, durationSeconds }: DueInput): Date {
  if (promisedUntil !== null) return promisedUntil;
  if (deliveryTime !== null) return new Date(deliveryTime.getTime() + LATE_TOLERANCE_MS);
  return new Date(createdAt.getTime() + durationSeconds * 1000 + HANDLING_ALLOWANCE_MS);
}
