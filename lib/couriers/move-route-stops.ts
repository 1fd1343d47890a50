import type { Context } from "@/lib/context";
import { arrangeRoute } from "@/lib/couriers/arrange-route";
import { lockCourier } from "@/lib/couriers/check-courier";
import { checkRoute } from "@/lib/couriers/check-route";
import { listRoute } from "@/lib/couriers/list-route";
import { pinRoute } from "@/lib/couriers/pin-route";
import { canMoveStops, moveStops, type StopMove, toRouteVersion } from "@/lib/couriers/route-sequence";
import { DomainError } from "@/lib/domain-error";
import { lockOrdersOfCourier } from "@/lib/orders/load-order";
import { notifyOrderChanged } from "@/lib/streams/announce";

/**
 * Moves stops of a courier's route and pins the route.
 * @param input the move, and the version of the route that the operator has seen
 * @throws DomainError COURIER_NOT_FOUND, ROUTE_CHANGED, STEP_NOT_POSSIBLE if another stop must come first, COURIER_FULL
 */
export async function moveRouteStops(
  { db, clock }: Pick<Context, "db" | "clock">,
  courierId: string,
  { seenVersion, ...move }: StopMove & { readonly seenVersion: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const orders = await lockOrdersOfCourier(tx, courierId);
    if (!(await lockCourier(tx, courierId))) throw new DomainError("COURIER_NOT_FOUND");
    const route = await listRoute(tx, courierId);
    if (toRouteVersion(route) !== seenVersion) throw new DomainError("ROUTE_CHANGED");
    const isUnderWay =
      (await tx.models.order.count({ where: { id: route[0]?.orderId ?? 0n, acceptedAt: { not: null } } })) >
      0;
    const moved = canMoveStops(route, { ...move, isUnderWay }) ? moveStops(route, move) : undefined;
    if (moved === undefined) throw new DomainError("STEP_NOT_POSSIBLE");
    await arrangeRoute(tx, courierId, moved);
    await checkRoute(tx, courierId);
    await pinRoute(tx, courierId, clock.now());
    for (const order of orders) await notifyOrderChanged(tx, order, courierId);
  });
}
