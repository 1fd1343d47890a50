import type { CourierOverview } from "@/lib/couriers/list-couriers";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { OpenOrder, OpenStop } from "@/lib/orders/list/list-open-orders";

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

/** An order that has not ended, or whose goods still go back. Instants are ISO 8601. */
export interface BoardOrder {
  readonly code: string;
  readonly externalOrderId: string;
  readonly accountName: string;
  readonly status: OpenOrder["status"];
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
  readonly returnState: OpenOrder["returnState"];
  readonly returnStartedAt: string | null;
  readonly stops: readonly OpenStop[];
}

/** Current couriers and orders of one mode, or of one account in it. */
export interface Board {
  readonly couriers: readonly BoardCourier[];
  readonly orders: readonly BoardOrder[];
}

/** A board of these couriers and orders. Leaves out the rest of what is known of couriers, such as phone numbers. */
export function boardOf(couriers: readonly CourierOverview[], orders: readonly OpenOrder[]): Board {
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
    orders: orders.map((order) => ({
      ...order,
      waitingSince: order.waitingSince.toISOString(),
      deliveryTime: order.deliveryTime?.toISOString() ?? null,
      answerUntil: order.answerUntil?.toISOString() ?? null,
      atDoorSince: order.atDoorSince?.toISOString() ?? null,
      returnStartedAt: order.returnStartedAt?.toISOString() ?? null,
    })),
  };
}

/** A courier who has stood at a door for this long may need help. */
const LONG_AT_DOOR_MS = 10 * 60_000;

/** What an operator should look at, the most urgent kind first, and the instant that it counts from, or down to. */
export interface Attention {
  readonly kind: "question" | "courier_not_found" | "at_door" | "going_back";
  readonly at: string;
}

const KINDS = [
  "question",
  "courier_not_found",
  "at_door",
  "going_back",
] as const satisfies readonly Attention["kind"][];

/** What is unusual about an order; null when nothing is. A courier's stay at a door is, when it takes long. */
export function attentionOf(order: BoardOrder, now: number): Attention | null {
  if (order.answerUntil !== null) return { kind: "question", at: order.answerUntil };
  if (order.isCourierNotFound) return { kind: "courier_not_found", at: order.waitingSince };
  if (order.atDoorSince !== null && now - Date.parse(order.atDoorSince) >= LONG_AT_DOOR_MS) {
    return { kind: "at_door", at: order.atDoorSince };
  }
  if (order.returnState === "on_the_way") {
    return { kind: "going_back", at: order.returnStartedAt ?? order.waitingSince };
  }
  return null;
}

/** The orders that need attention: open questions first, and of each kind the oldest first. */
export function needingAttention(
  orders: readonly BoardOrder[],
  now: number,
): { readonly order: BoardOrder; readonly attention: Attention }[] {
  return orders
    .flatMap((order) => {
      const attention = attentionOf(order, now);
      return attention === null ? [] : [{ order, attention }];
    })
    .sort(
      ({ attention: a }, { attention: b }) =>
        KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || Date.parse(a.at) - Date.parse(b.at),
    );
}

/** A courier without a signal for this long may be anywhere. */
export const STALE_AFTER_MS = 5 * 60_000;

/** Whether a courier has sent nothing for five minutes, or ever. */
export function isStale(courier: Pick<BoardCourier, "position">, now: number): boolean {
  return courier.position === null || now - Date.parse(courier.position.receivedAt) >= STALE_AFTER_MS;
}
