import type { OrderListItem } from "@/lib/orders/list/listed-order";
import type { RefreshedPage } from "@/lib/orders/list/refresh-orders";

export interface ListRow extends Omit<OrderListItem, "externalOrderId" | "createdAt"> {
  /** Instants are ISO 8601; null if unknown. */
  readonly arrival: { readonly from: string; readonly to: string } | null;
}

export interface PagedList extends Omit<RefreshedPage, "orders"> {
  readonly orders: readonly ListRow[];
}

export type ProgressLabel =
  | Exclude<OrderListItem["status"], "new">
  | "asked"
  | "late"
  | "scheduled"
  | "searching"
  | "replacing";

type ProgressInput = Pick<OrderListItem, "status" | "courierName" | "isAsked" | "dueAt" | "dispatchAt">;

/** A question to the shop comes before lateness, lateness before the status. */
export function orderProgressLabel(order: ProgressInput, now: number): ProgressLabel {
  const { status, courierName, isAsked } = order;
  if (isAsked) return "asked";
  if (isLate(order, now)) return "late";
  if (status === "new") return Date.parse(order.dispatchAt) > now ? "scheduled" : "searching";
  return status === "assigned" && courierName === null ? "replacing" : status;
}

export const isLate = ({ dueAt }: Pick<OrderListItem, "dueAt">, now: number): boolean =>
  dueAt !== null && Date.parse(dueAt) < now;
