import type { OrderListItem } from "@/lib/orders/list/listed-order";
import type { RefreshedPage } from "@/lib/orders/list/refresh-orders";

/** An order as a row shows it. */
export interface ListRow extends OrderListItem {
  /** When the courier is expected at its next door; null when nobody can tell. Instants are ISO 8601. */
  readonly arrival: { readonly from: string; readonly to: string } | null;
}

/** The orders of a page as they are now. */
export interface ShownPage extends Omit<RefreshedPage, "orders"> {
  readonly orders: readonly ListRow[];
}

/** How an order stands, as its pill says. */
export type Standing =
  | "asked"
  | "late"
  | "scheduled"
  | "searching"
  | "replacing"
  | "assigned"
  | "in_progress"
  | "delivered"
  | "cancelled";

type Judged = Pick<OrderListItem, "status" | "courierName" | "isAsked" | "dueAt" | "dispatchAt">;

/** Returns what matters most about an order: what only the shop can settle, then lateness, then its state. */
export function standingOf(order: Judged, now: number): Standing {
  const { status, courierName, isAsked } = order;
  if (isAsked) return "asked";
  if (isLate(order, now)) return "late";
  if (status === "new") return Date.parse(order.dispatchAt) > now ? "scheduled" : "searching";
  return status === "assigned" && courierName === null ? "replacing" : status;
}

/** Whether it can no longer be on time. */
export function isLate({ dueAt }: Pick<OrderListItem, "dueAt">, now: number): boolean {
  return dueAt !== null && Date.parse(dueAt) < now;
}
