import type { Context } from "@/lib/context";
import { cellsNear } from "@/lib/couriers/cell";
import { lastSeenCutoff } from "@/lib/couriers/record-position";
import { TRANSPORT_TYPES, transportsFor } from "@/lib/couriers/vehicle";
import { AvailableCouriers, type DispatchRequest } from "@/lib/dispatch/available-couriers";
import { type AvailabilityCriteria, listAvailableCouriers } from "@/lib/dispatch/store";

/** Up to this many orders, only couriers near the pickups are read: usually few orders wait and many are free. */
const FEW = 8;

export function availabilityCriteria({ clock, dispatch }: Context): AvailabilityCriteria {
  return {
    since: lastSeenCutoff(clock.now()),
    allowSimulated: dispatch.simulateLive,
  };
}

/** Searches near the pickups if few orders wait and each finds enough couriers there, else everywhere (`areAll`). */
export async function findAvailableCouriers(
  context: Context,
  orders: readonly DispatchRequest[],
): Promise<{ free: AvailableCouriers; areAll: boolean }> {
  const usable = new Set(orders.flatMap(({ cargoSizes }) => transportsFor(cargoSizes)));
  const search = {
    ...availabilityCriteria(context),
    transports: TRANSPORT_TYPES.filter((type) => usable.has(type)),
  };
  if (orders.length <= FEW) {
    const around = orders.map(({ pickup }) => cellsNear(pickup));
    const cells = [...new Set(around.flatMap((each) => each.cells))];
    const free = new AvailableCouriers(await listAvailableCouriers(context.db, { ...search, cells }));
    const isEnough = orders.every((order, index) =>
      free.isEnoughFor(order, around[index]?.completeWithinMeters ?? 0),
    );
    if (isEnough) return { free, areAll: false };
  }
  return {
    free: new AvailableCouriers(await listAvailableCouriers(context.db, { ...search, cells: null })),
    areAll: true,
  };
}
