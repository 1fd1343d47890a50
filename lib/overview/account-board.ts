import { type BoardCourier, type BoardItem, boardOf, boardOrder } from "@/lib/board/board";
import type { CourierOverview } from "@/lib/couriers/list-couriers";
import { dueAt } from "@/lib/orders/due-at";
import type { ActiveOrder } from "@/lib/orders/list/list-open-orders";

/** How many of an account's orders are open, and how they stand. */
export interface OpenCounts {
  readonly open: number;
  /** With the goods, on the way to the recipients. */
  readonly onTheWay: number;
  /** With a courier who has not picked them up yet. */
  readonly toPickUp: number;
  /** Without a courier, who is being looked for. */
  readonly searching: number;
  /** For later: no courier is looked for yet. */
  readonly scheduled: number;
  /** Of all these, those that can no longer be on time. */
  readonly late: number;
}

/** An open order of the account's own. */
export interface AccountBoardItem extends BoardItem {
  /** The last instant at which it is on time. */
  readonly dueAt: string;
}

/** An account's open orders in one mode, those with a question first, and the couriers who carry them. */
export interface AccountBoard {
  readonly couriers: readonly BoardCourier[];
  /** At most `MOST_IN_FULL`; `counts.open` says how many there are. */
  readonly orders: readonly AccountBoardItem[];
  readonly counts: OpenCounts;
  /** How many couriers carry orders of the account, and how many of them were not heard of for twelve minutes. */
  readonly carriers: { readonly all: number; readonly unheard: number };
}

/** Orders that a board describes in full; of the others a map asks for the places alone. */
export const MOST_IN_FULL = 200;

export const ORDER_TONES = ["normal", "busy", "new", "late"] as const;
/** How an order stands: with a courier, on the way, without a courier, late. */
export type MarkTone = (typeof ORDER_TONES)[number];

/** An open order as a place on a map. */
export type MapMark = readonly [code: string, latitude: number, longitude: number, tone: MarkTone];

/** A courier of whom nothing was heard for this long needs somebody to ask. */
export const UNHEARD_AFTER_MS = 12 * 60_000;

/** Whether nothing was heard of a courier for twelve minutes, or ever. */
export function isUnheard({ position }: Pick<BoardCourier, "position">, now: number): boolean {
  return position === null || now - Date.parse(position.receivedAt) >= UNHEARD_AFTER_MS;
}

/** How an order stands at an instant. */
export function toneOf(
  { dueAt: due, status, courierId }: Pick<AccountBoardItem, "dueAt" | "status" | "courierId">,
  now: number,
): MarkTone {
  if (status !== "cancelled" && Date.parse(due) < now) return "late";
  if (status === "in_progress") return "busy";
  return courierId === null && status !== "cancelled" ? "new" : "normal";
}

/** The board of these couriers and orders. */
export function accountBoardOf(
  couriers: readonly CourierOverview[],
  orders: readonly ActiveOrder[],
  { counts, carriers }: Pick<AccountBoard, "counts" | "carriers">,
): AccountBoard {
  return {
    couriers: boardOf(couriers, []).couriers,
    orders: orders.map((order) => ({ ...boardOrder(order), dueAt: dueAt(order).toISOString() })),
    counts,
    carriers,
  };
}
