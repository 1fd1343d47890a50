import { type BoardCourier, type BoardOrder, boardOf, boardOrder } from "@/lib/board/board";
import type { CourierOverview } from "@/lib/couriers/list-couriers";
import { dueAt } from "@/lib/orders/due-at";
import type { OpenOrder } from "@/lib/orders/list/list-open-orders";

export interface OpenCounts {
  readonly open: number;
  readonly onTheWay: number;
  readonly toPickUp: number;
  readonly searching: number;
  readonly scheduled: number;
  /** Those that can no longer be on time. */
  readonly late: number;
}

export interface AccountOrder extends BoardOrder {
  readonly dueAt: string;
}

export interface AccountBoard {
  readonly couriers: readonly BoardCourier[];
  /** At most MOST_IN_FULL; `counts.open` says how many there are. */
  readonly orders: readonly AccountOrder[];
  readonly counts: OpenCounts;
  /** `unheard`: those without a signal for twelve minutes. */
  readonly carriers: { readonly all: number; readonly unheard: number };
}

export const MOST_IN_FULL = 200;

export const ORDER_TONES = ["normal", "busy", "new", "late"] as const;
export type OrderTone = (typeof ORDER_TONES)[number];

export type OrderMark = readonly [code: string, latitude: number, longitude: number, tone: OrderTone];

/** A courier of whom nothing was heard for this long needs somebody to ask. */
export const UNHEARD_AFTER_MS = 12 * 60_000;

export function isUnheard({ position }: Pick<BoardCourier, "position">, now: number): boolean {
  return position === null || now - Date.parse(position.receivedAt) >= UNHEARD_AFTER_MS;
}

export function toneOf(
  { dueAt: due, status, courierId }: Pick<AccountOrder, "dueAt" | "status" | "courierId">,
  now: number,
): OrderTone {
  if (status !== "cancelled" && Date.parse(due) < now) return "late";
  if (status === "in_progress") return "busy";
  return courierId === null && status !== "cancelled" ? "new" : "normal";
}

export function accountBoardOf(
  couriers: readonly CourierOverview[],
  orders: readonly OpenOrder[],
  { counts, carriers }: Pick<AccountBoard, "counts" | "carriers">,
): AccountBoard {
  return {
    couriers: boardOf(couriers, []).couriers,
    orders: orders.map((order) => ({ ...boardOrder(order), dueAt: dueAt(order).toISOString() })),
    counts,
    carriers,
  };
}
