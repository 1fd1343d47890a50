import { isScheduled } from "@/lib/orders/is-scheduled";
import type { OrderListItem } from "@/lib/orders/list/order-list-item";
import type { RefreshedPage } from "@/lib/orders/list/refresh-orders";

export interface ListRow extends Omit<OrderListItem, "externalOrderId" | "createdAt" | "dispatchAt"> {
  /** Null if the order form generated the identifier. */
  readonly ownId: string | null;
  /** Null once it no longer matters. */
  readonly dispatchAt: string | null;
  /** Instants are ISO 8601; null if unknown. */
  readonly arrival: { readonly from: string; readonly to: string } | null;
}

/** Columns in which every row has its usual value are left out of the page. */
const USUAL = {
  ownId: null,
  courierName: null,
  heardAt: null,
  recipient: null,
  deliveryTime: null,
  deliveryWindow: null,
  endedAt: null,
  erasedAt: null,
  dispatchAt: null,
  arrival: null,
  dropoffs: 1,
  handedOver: 0,
  isAsked: false,
  isHeld: false,
  pickupAt: null,
} as const satisfies Partial<ListRow>;

/** Names each field once instead of once per row. */
export type ListColumns = { readonly [Name in keyof ListRow]?: readonly ListRow[Name][] };

export function toColumns(rows: readonly ListRow[]): ListColumns {
  const usual: Partial<ListRow> = USUAL;
  const names = Object.keys(rows[0] ?? {}) as (keyof ListRow)[];
  const columns = names.map((name) => [name, rows.map((row) => row[name])] as const);
  return Object.fromEntries(
    columns.filter(([name, values]) => values.some((value) => value !== usual[name])),
  );
}

export function toRows(columns: ListColumns): ListRow[] {
  const entries = Object.entries(columns);
  return (columns.code ?? []).map((_, index) => {
    const row = Object.fromEntries(entries.map(([name, values]) => [name, values[index]]));
    return { ...USUAL, ...row } as ListRow;
  });
}

export interface PagedList extends Omit<RefreshedPage, "orders"> {
  readonly orders: readonly ListRow[];
}

export type ProgressLabel =
  | Exclude<OrderListItem["status"], "new">
  | "asked"
  | "held"
  | "late"
  | "scheduled"
  | "planned"
  | "searching"
  | "replacing";

type ProgressInput = Pick<
  ListRow,
  "status" | "courierName" | "isAsked" | "isHeld" | "dueAt" | "dispatchAt" | "pickupAt"
>;

/** A question to the shop comes before a check of the trip, that before lateness, lateness before the status. */
export function orderProgressLabel(order: ProgressInput, now: number): ProgressLabel {
  const { status, courierName, isAsked } = order;
  if (isAsked) return "asked";
  if (order.isHeld) return "held";
  if (isLate(order, now)) return "late";
  if (isScheduled({ status, hasCourier: courierName !== null, dispatchAt: order.dispatchAt }, now))
    return "scheduled";
  // Undefined in a list that a process of the former release has sent.
  if (order.pickupAt != null) return "planned";
  if (status === "new") return "searching";
  return status === "assigned" && courierName === null ? "replacing" : status;
}

export const isLate = ({ dueAt }: Pick<OrderListItem, "dueAt">, now: number): boolean =>
  dueAt !== null && Date.parse(dueAt) < now;
