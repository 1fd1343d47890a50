import type { CourierOverview } from "@/lib/couriers/list-couriers";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { ActiveOrder, OpenStop } from "@/lib/orders/list/list-open-orders";

/** A courier at work, as maps show them. Instants are ISO 8601. */
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

/** A place on an order's way, and whether the courier is done there. */
export type BoardStop = Pick<OpenStop, "latitude" | "longitude" | "street" | "building" | "isDone">;

/** An order that has not ended, or whose goods still go back. Instants are ISO 8601. */
export interface BoardItem {
  readonly code: string;
  readonly externalOrderId: string;
  readonly accountName: string;
  readonly status: ActiveOrder["status"];
  readonly courierId: string | null;
  readonly courierName: string | null;
  /** Whether somebody should look at it because no courier has been found for too long. */
  readonly isCourierNotFound: boolean;
  readonly waitingSince: string;
  readonly deliveryTime: string | null;
  /** Until when an open question about it may be answered. */
  readonly answerUntil: string | null;
  /** Since when its courier stands at a recipient's door. */
  readonly atDoorSince: string | null;
  readonly returnState: ActiveOrder["returnState"];
  readonly returnStartedAt: string | null;
  readonly stops: readonly BoardStop[];
}

/** Current couriers and orders of one mode, or of one account in it. */
export interface Board {
  readonly couriers: readonly BoardCourier[];
  readonly orders: readonly BoardItem[];
}

/** A board of these couriers and orders. Leaves out the rest of what is known of couriers, such as phone numbers. */
export function boardOf(couriers: readonly CourierOverview[], orders: readonly ActiveOrder[]): Board {
  return {
    couriers: couriers.map(({ id, name, transportType, onShiftSince, isSimulated, orderCode, position }) => ({
      id,
      name,
      transport: transportType,
      isOnShift: onShiftSince !== null,
      isSimulated,
      orderCode,
      position:
        position === null
          ? null
          : {
              latitude: position.latitude,
              longitude: position.longitude,
              heading: position.heading,
              receivedAt: position.receivedAt.toISOString(),
            },
    })),
    orders: orders.map(boardOrder),
  };
}

/** An order as a board shows it. */
export function boardOrder(order: ActiveOrder): BoardItem {
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

/** A courier without a signal for this long may be anywhere. */
export const STALE_AFTER_MS = 5 * 60_000;

/** Whether a courier has sent nothing for five minutes, or ever. */
export function isStale(courier: Pick<BoardCourier, "position">, now: number): boolean {
  return courier.position === null || now - Date.parse(courier.position.receivedAt) >= STALE_AFTER_MS;
}
