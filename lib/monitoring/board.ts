import type { CourierOverview } from "@/lib/couriers/list-couriers";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { ActiveOrder, OpenStop } from "@/lib/orders/list/list-active-orders";

export interface BoardCourier {
  readonly id: string;
  readonly name: string;
  readonly transport: TransportType;
  readonly isOnShift: boolean;
  readonly isSimulated: boolean;
  readonly orderCode: string | null;
  readonly position: {
    readonly latitude: number;
    readonly longitude: number;
    readonly heading: number;
    readonly receivedAt: string;
  } | null;
}

export type BoardStop = Pick<OpenStop, "latitude" | "longitude" | "street" | "building" | "isDone">;

/** An order that has not ended, or whose goods still go back. Instants are ISO 8601. */
export interface BoardItem {
  readonly code: string;
  readonly externalOrderId: string;
  readonly accountName: string;
  readonly status: ActiveOrder["status"];
  readonly courierId: string | null;
  readonly courierName: string | null;
  readonly isCourierNotFound: boolean;
  readonly waitingSince: string;
  readonly deliveryTime: string | null;
  readonly answerUntil: string | null;
  readonly atDoorSince: string | null;
  readonly returnState: ActiveOrder["returnState"];
  readonly returnStartedAt: string | null;
  readonly stops: readonly BoardStop[];
}

export function buildBoard(couriers: readonly CourierOverview[], orders: readonly ActiveOrder[]) {
  return {
    couriers: couriers.map(({ id, name, transportType, onShiftSince, isSimulated, orderCode, position }) => ({
      id,
      name,
      transport: transportType,
      isOnShift: onShiftSince !== null,
      isSimulated,
      orderCode,
      position: position && {
        latitude: position.latitude,
        longitude: position.longitude,
        heading: position.heading,
        receivedAt: position.receivedAt.toISOString(),
      },
    })),
    orders: orders.map(toBoardItem),
  };
}

export function toBoardItem(order: ActiveOrder): BoardItem {
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
    answerUntil: order.answerUntil?.toISOString() ?? null,
    atDoorSince: order.atDoorSince?.toISOString() ?? null,
    returnState: order.returnState,
    returnStartedAt: order.returnStartedAt?.toISOString() ?? null,
    stops: order.stops.map(({ latitude, longitude, street, building, isDone }) => ({
      latitude,
      longitude,
      street,
      building,
      isDone,
    })),
  };
}
