import type { CourierOverview } from "@/lib/couriers/list-couriers";
import { toWindowText, windowFromRow } from "@/lib/orders/delivery-window";
import { isScheduled } from "@/lib/orders/is-scheduled";
import type { ActiveOrder } from "@/lib/orders/list/list-active-orders";

export type BoardCourier = Readonly<ReturnType<typeof toBoardCourier>>;

/** An open order, or one whose goods are being returned. Instants are ISO 8601. */
export type BoardItem = Readonly<ReturnType<typeof toBoardItem>>;

export function toBoardCourier(courier: CourierOverview) {
  const { id, name, transportType, onShiftSince, onBreakSince, isSimulated, orderCode, position } = courier;
  return {
    id,
    name,
    transport: transportType,
    isOnShift: onShiftSince !== null,
    breakSince: onBreakSince?.toISOString() ?? null,
    isSimulated,
    orderCode,
    position: position && {
      latitude: position.latitude,
      longitude: position.longitude,
      heading: position.heading,
      receivedAt: position.receivedAt.toISOString(),
    },
  };
}

export function toBoardItem(order: ActiveOrder) {
  return {
    code: order.code,
    externalOrderId: order.externalOrderId,
    accountName: order.accountName,
    status: order.status,
    courierId: order.courierId,
    courierName: order.courierName,
    isCourierNotFound: order.isCourierNotFound,
    waitingSince: order.waitingSince.toISOString(),
    deliveryTime: order.deliveryTime?.toISOString() ?? null,
    deliveryWindow: toWindowText(windowFromRow(order)),
    answerUntil: order.answerUntil?.toISOString() ?? null,
    atDoorSince: order.atDoorSince?.toISOString() ?? null,
    returnState: order.returnState,
    returnStartedAt: order.returnStartedAt?.toISOString() ?? null,
    isHeld: order.heldReason !== null,
    stops: order.stops.map(({ latitude, longitude, street, building, isDone }) => ({
      latitude,
      longitude,
      street,
      building,
      isDone,
    })),
  };
}

/** Without a courier, `waitingSince` is the start of the search. */
export function isBoardItemScheduled(
  { status, courierId, waitingSince }: Pick<BoardItem, "status" | "courierId" | "waitingSince">,
  now: number,
): boolean {
  return isScheduled({ status, hasCourier: courierId !== null, dispatchAt: waitingSince }, now);
}
