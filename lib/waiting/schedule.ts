/**
 * When the search for a courier begins: at once, or for a scheduled order its trip's duration and a margin before its
 * time, but never before it was ordered.
 */
export function dispatchTime(
  order: { deliveryTime: Date | null; durationSeconds: number },
  marginSeconds: number,
  orderedAt: Date,
): Date {
  if (order.deliveryTime === null) return orderedAt;
  const at = order.deliveryTime.getTime() - (order.durationSeconds + marginSeconds) * 1000;
  return new Date(Math.max(at, orderedAt.getTime()));
}
