import type { ListedOrder } from "@/lib/orders/list/listed-order";
import type { RefreshedOrders } from "@/lib/orders/list/refresh-orders";

export interface ShownOrder extends ListedOrder {
  /** Instants are ISO 8601; null if unknown. */
  readonly arrival: { readonly from: string; readonly to: string } | null;
}

export interface ShownPage extends Omit<RefreshedOrders, "orders"> {
  readonly orders: readonly ShownOrder[];
}

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

type Judged = Pick<ListedOrder, "status" | "courierName" | "isAsked" | "dueAt" | "dispatchAt">;

/** A question to the shop comes before lateness, lateness before the status. */
export function standingOf(order: Judged, now: number): Standing {
  const { status, courierName, isAsked } = order;
  if (isAsked) return "asked";
  if (isLate(order, now)) return "late";
  if (status === "new") return Date.parse(order.dispatchAt) > now ? "scheduled" : "searching";
  return status === "assigned" && courierName === null ? "replacing" : status;
}

export const isLate = ({ dueAt }: Pick<ListedOrder, "dueAt">, now: number): boolean =>
  dueAt !== null && Date.parse(dueAt) < now;
