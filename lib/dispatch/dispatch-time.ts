/** A scheduled order is dispatched its trip's duration and a margin before its time. */
export function dispatchTime(
  order: { deliveryTime: Date | null; durationSeconds: number },
  marginSeconds: number,
  orderedAt: Date,
): Date {
  if (order.deliveryTime === null) return orderedAt;
  const at = order.deliveryTime.getTime() - (order.durationSeconds + marginSeconds) * 1000;
  return new Date(Math.max(at, orderedAt.getTime()));
}
