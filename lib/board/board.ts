import type { TransportType } from "@/lib/couriers/vehicle";
import type { OpenStop } from "@/lib/orders/list-open-orders";

/** A courier who is at work, as the operators' map shows them. Instants are ISO 8601. */
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

/** An order that has not ended. */
export interface BoardOrder {
  readonly code: string;
  readonly accountName: string;
  readonly status: "new" | "assigned" | "in_progress";
  readonly courierId: string | null;
  readonly courierName: string | null;
  readonly waitingSince: string;
  readonly deliveryTime: string | null;
  readonly stops: readonly OpenStop[];
}

/** What moves in one world at this moment. */
export interface Board {
  readonly couriers: readonly BoardCourier[];
  readonly orders: readonly BoardOrder[];
}

/** A courier who was not heard of for so long may be anywhere. */
export const STALE_AFTER_MS = 5 * 60_000;

/** Whether nothing was heard of a courier for five minutes, or never. */
export function isStale(courier: Pick<BoardCourier, "position">, now: number): boolean {
  return courier.position === null || now - Date.parse(courier.position.receivedAt) >= STALE_AFTER_MS;
}
