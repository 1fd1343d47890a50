import type { CourierView, Dispatcher, Instruction } from "@/bench/dispatch/simulate-day";

/** The rule without a plan: the order that has waited longest takes the nearest idle courier, at once. */
export const dispatchNearestFree: Dispatcher = ({ now, instance, knowledge, waiting, couriers }) => {
  const { travel, readyAt } = knowledge;
  const free = new Set(couriers.filter(({ isIdle }) => isIdle));
  const instructions: Instruction[] = [];
  for (const order of waiting) {
    const restaurant = travel.indexOf(order.restaurant);
    let nearest: CourierView | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const view of free) {
      const way = travel.minutes(view.place, restaurant);
      const collectedAt = Math.max(now + way + instance.pickupMinutes / 2, readyAt.get(order.id) ?? 0);
      if (way >= least || collectedAt > view.courier.offAt) continue;
      nearest = view;
      least = way;
    }
    if (nearest === null) continue;
    free.delete(nearest);
    instructions.push({ courier: nearest.courier, orders: [order] });
  }
  return instructions;
};
