import type { Context } from "@/lib/context";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { windowFromRow } from "@/lib/orders/delivery-window";
import { getOrder } from "@/lib/orders/load-order";
import { findOrderWindow, type OrderRequest } from "@/lib/orders/order";
import { toServedTimes } from "@/lib/orders/trip-issues";
import { editOrder } from "@/lib/orders/update/edit-order";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { findUnservedReason, type ServiceArea, toServedTime } from "@/lib/service-area/service-area";

const MAX_ORDERS = 5_000;

/** An open live order that a pause affects: one of its stops is not served at the order's time. */
export interface PausedOrder {
  readonly id: bigint;
  readonly isCollected: boolean;
  /** By `Pause.zone`. */
  readonly zones: ReadonlySet<string | null>;
  /** When all its stops are served again; null if that is not known. */
  readonly opensAt: Date | null;
}

/** Lists up to 5,000, oldest first. */
export async function listPausedOrders(
  db: Queryable,
  area: Pick<ServiceArea, "isOn" | "zones" | "pauses">,
  now: Date,
): Promise<PausedOrder[]> {
  if (area.pauses.every(({ until }) => until <= now)) return [];
  const orders = await db.models.order.findMany({
    where: { mode: "live", status: { in: ["new", "assigned", "in_progress"] } },
    select: {
      id: true,
      status: true,
      deliveryTime: true,
      readyAt: true,
      stops: {
        select: { latitude: true, longitude: true, windowFrom: true, windowTo: true },
        orderBy: { position: "asc" },
      },
    },
    orderBy: { id: "asc" },
    take: MAX_ORDERS,
  });
  return orders.flatMap(({ id, status, stops, ...times }): PausedOrder[] => {
    const dropoffs = stops.slice(1);
    const served = toServedTimes({ dropoffs }, { ...times, windows: dropoffs.map(windowFromRow) }, now);
    const paused = stops.flatMap((stop, index) => {
      const found = findUnservedReason(area, stop, served[index] ?? toServedTime(now));
      return found?.reason === "paused" ? [found] : [];
    });
    if (paused.length === 0) return [];
    const openings = paused.map(({ opensAt }) => opensAt?.getTime() ?? Number.POSITIVE_INFINITY);
    const last = Math.max(...openings);
    return [
      {
        id,
        isCollected: status === "in_progress",
        zones: new Set(paused.map(({ zone }) => zone)),
        opensAt: Number.isFinite(last) ? new Date(last) : null,
      },
    ];
  });
}

/**
 * Puts off the orders that a pause affects and whose goods are not collected, until their stops are served again. Their
 * couriers become free.
 * @param zone null for a pause of the whole service
 * @returns how many were put off; the others were changed meanwhile, or have no such time
 */
export async function putOffOrders(context: Context, zone: string | null): Promise<number> {
  const area = await getServiceArea(context);
  const orders = await listPausedOrders(context.db, area, context.clock.now());
  let count = 0;
  for (const { id, isCollected, zones, opensAt } of orders) {
    if (isCollected || !zones.has(zone) || opensAt === null) continue;
    const { scope, externalOrderId } = await getOrder(context.db, { orderId: id });
    const change = (details: OrderRequest) => putOff(details, opensAt);
    try {
      await editOrder(context, scope, { externalOrderId, change, quoteId: undefined });
      count += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
  return count;
}

function putOff(details: OrderRequest, opensAt: Date): OrderRequest {
  const { deliveryTime } = details;
  const first = findOrderWindow(details);
  if (first !== null) return moveWindows(details, Math.max(0, opensAt.getTime() - first.from.getTime()));
  if (deliveryTime === null) return { ...details, readyAt: opensAt };
  return deliveryTime < opensAt ? { ...details, deliveryTime: opensAt } : details;
}

function moveWindows(details: OrderRequest, delayMs: number): OrderRequest {
  const later = (at: Date) => new Date(at.getTime() + delayMs);
  const dropoffs = details.dropoffs.map(({ deliveryWindow: window, ...dropoff }) => ({
    ...dropoff,
    deliveryWindow: window && { from: later(window.from), to: later(window.to) },
  }));
  return { ...details, dropoffs };
}
