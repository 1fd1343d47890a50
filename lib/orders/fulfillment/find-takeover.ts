import type { Queryable } from "@/lib/db/client";
import { leftJoined } from "@/lib/db/row";
import type { CourierTakeover } from "@/lib/orders/fulfillment/courier-task";
import type { OrderRef } from "@/lib/orders/order-ref";

export interface TakeoverSource extends Omit<CourierTakeover, "since"> {
  readonly fromId: string;
  readonly since: Date;
}

/** Finds the courier who still has the order's goods; null if there is none. */
export async function findTakeover(db: Queryable, { id }: OrderRef): Promise<TakeoverSource | null> {
  const order = await db.models.order.findFirst({
    where: { id },
    select: {
      takeoverFrom: { select: { id: true, name: true, phone: true } },
      takeoverLatitude: true,
      takeoverLongitude: true,
      takeoverSince: true,
    },
  });
  const from = order?.takeoverFrom;
  if (!from) return null;
  return leftJoined({
    fromId: from.id,
    fromName: from.name,
    fromPhone: from.phone,
    latitude: order.takeoverLatitude,
    longitude: order.takeoverLongitude,
    since: order.takeoverSince,
  });
}

export type OutgoingTakeover = NonNullable<Awaited<ReturnType<typeof findOutgoingTakeover>>>;

/** Finds the order whose goods a courier must hand over to the new courier, with the first dropoff's street. */
export async function findOutgoingTakeover(db: Queryable, courierId: string) {
  const order = await db.models.order.findFirst({
    where: { takeoverFromId: courierId, courierId: { not: null } },
    select: {
      orderCode: true,
      courier: { select: { name: true, phone: true } },
      stops: { where: { position: 1 }, select: { street: true } },
    },
    orderBy: { takeoverSince: "asc" },
  });
  const [stop] = order?.stops ?? [];
  if (order === null || order.courier === null || stop === undefined) return null;
  const { name: courierName, phone } = order.courier;
  return { orderCode: order.orderCode, courierName, phone, street: stop.street };
}
