import type { Context } from "@/lib/context";
import { cellsNear } from "@/lib/couriers/cell";
import { heardOfSince } from "@/lib/couriers/record-position";
import { TRANSPORT_TYPES, transportsFor } from "@/lib/couriers/vehicle";
import { FreeCouriers, type Seeker } from "@/lib/dispatch/free-couriers";
import { type Freedom, listFree } from "@/lib/dispatch/store";

/** As many orders as are first searched for around their pickups: usually few wait and many couriers are free. */
const FEW = 8;

export function freedomNow({ clock, dispatch }: Context): Freedom {
  return {
    since: heardOfSince(clock.now()),
    allowSimulated: dispatch.simulateLive,
  };
}

/** Searches around the pickups when few orders wait and each has a choice there, or else everywhere; then `areAll`. */
export async function findFree(
  context: Context,
  orders: readonly Seeker[],
): Promise<{ free: FreeCouriers; areAll: boolean }> {
  const usable = new Set(orders.flatMap(({ cargoSizes }) => transportsFor(cargoSizes)));
  const search = { ...freedomNow(context), transports: TRANSPORT_TYPES.filter((type) => usable.has(type)) };
  if (orders.length <= FEW) {
    const around = orders.map(({ pickup }) => cellsNear(pickup));
    const cells = [...new Set(around.flatMap((each) => each.cells))];
    const free = new FreeCouriers(await listFree(context.db, { ...search, cells }));
    const isEnough = orders.every((order, index) =>
      free.isEnoughFor(order, around[index]?.completeWithinMeters ?? 0),
    );
    if (isEnough) return { free, areAll: false };
  }
  return { free: new FreeCouriers(await listFree(context.db, { ...search, cells: null })), areAll: true };
}
