import {
  type BoardCourier,
  type BoardItem,
  isBoardItemScheduled,
  toBoardCourier,
  toBoardItem,
} from "@/lib/console/board";
import type { CourierOverview } from "@/lib/couriers/list-couriers";
import { dueAt } from "@/lib/orders/due-at";
import type { ActiveOrder } from "@/lib/orders/list/list-active-orders";

/** `planned` and `searching` orders have no courier; the former have a planned one. */
export type ActiveCounts = Readonly<
  Record<"open" | "onTheWay" | "toPickUp" | "planned" | "searching" | "scheduled" | "late", number>
>;

export interface AccountBoardItem extends BoardItem {
  readonly dueAt: string;
}

export interface AccountBoard {
  readonly couriers: readonly BoardCourier[];
  /** At most MAX_WITH_DETAILS; `counts.open` is the full number. */
  readonly orders: readonly AccountBoardItem[];
  readonly counts: ActiveCounts;
  /** `silent` couriers have sent no signal for twelve minutes. */
  readonly carriers: { readonly all: number; readonly silent: number };
}

export const MAX_WITH_DETAILS = 200;

export const ORDER_TONES = ["normal", "busy", "new", "late"] as const;
export type MarkTone = (typeof ORDER_TONES)[number];

export type MapMark = readonly [code: string, latitude: number, longitude: number, tone: MarkTone];

export const COURIER_SILENT_AFTER_MS = 12 * 60_000;

type MarkedOrder = Pick<AccountBoardItem, "dueAt" | "status" | "courierId" | "waitingSince">;

export function markerStatus(order: MarkedOrder, now: number): MarkTone {
  const { dueAt: due, status, courierId } = order;
  if (status !== "cancelled" && Date.parse(due) < now) return "late";
  if (status === "in_progress") return "busy";
  if (courierId !== null || status === "cancelled" || isBoardItemScheduled(order, now)) return "normal";
  return "new";
}

export function buildAccountBoard(
  couriers: readonly CourierOverview[],
  orders: readonly ActiveOrder[],
  { counts, carriers }: Pick<AccountBoard, "counts" | "carriers">,
): AccountBoard {
  return {
    couriers: couriers.map(toBoardCourier),
    orders: orders.map((order) => ({ ...toBoardItem(order), dueAt: dueAt(order).toISOString() })),
    counts,
    carriers,
  };
}
