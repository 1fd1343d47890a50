import type { OrderListItem } from "@/lib/orders/list/listed-order";
import type { RefreshedPage } from "@/lib/orders/list/refresh-orders";

export interface ListRow extends Omit<OrderListItem, "externalOrderId" | "createdAt"> {
  /** Instants are ISO 8601; null if unknown. */
  readonly arrival: { readonly from: string; readonly to: string } | null;
}

/** Most rows have these values, so their page leaves them out. */
const USUAL = {
  courierName: null,
  heardAt: null,
  recipient: null,
  deliveryTime: null,
  endedAt: null,
  erasedAt: null,
  arrival: null,
  dropoffs: 1,
  handedOver: 0,
  isAsked: false,
} as const satisfies Partial<ListRow>;

export type CompactRow = Omit<ListRow, keyof typeof USUAL> & Partial<ListRow>;

export function toCompactRow(row: ListRow): CompactRow {
  const usual: Partial<ListRow> = USUAL;
  const kept = Object.entries(row).filter(([name, value]) => usual[name as keyof ListRow] !== value);
  return Object.fromEntries(kept) as unknown as CompactRow;
}

export const toListRow = (row: CompactRow): ListRow => ({ ...USUAL, ...row });

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
