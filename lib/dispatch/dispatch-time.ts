interface DispatchTiming {
  readonly deliveryTime: Date | null;
  readonly readyAt: Date | null;
  /** When the goods should leave the pickup because of delivery windows. */
  readonly departsAt: Date | null;
  readonly durationSeconds: number;
}

/**
 * Returns the start of the search for a courier: a margin before the goods are ready, and a scheduled order's trip duration and
 * the margin before its time or window, whichever is later.
 */
export function dispatchTime(
  { deliveryTime, readyAt, departsAt, durationSeconds }: DispatchTiming,
  marginSeconds: number,
  orderedAt: Date,
): Date {
  const pickupTimes = [
    readyAt?.getTime() ?? 0,
    departsAt?.getTime() ?? 0,
    deliveryTime === null ? 0 : deliveryTime.getTime() - durationSeconds * 1000,
  ];
  return new Date(Math.max(orderedAt.getTime(), Math.max(...pickupTimes) - marginSeconds * 1000));
}
