import type { ListRow } from "@/components/orders/list/order-progress";
import type { OrderFilter } from "@/lib/orders/list/order-filter";

/** A filter that matches every order. */
export const ALL: OrderFilter = { view: "all", from: "", to: "", search: "", courier: "", hasProblem: false };

/** Start time of the tests. */
export const NOW = Date.now();

/** The instant this many minutes before `NOW`. */
export const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

/** A row of the list of orders: new, for one recipient, unless changed. */
export const makeOrderListItem = (code: string, change: Partial<ListRow> = {}): ListRow => ({
  code,
  ownId: null,
  status: "new",
  deliveryTime: null,
  deliveryWindow: null,
  dispatchAt: ago(10),
  dueAt: ago(-30),
  endedAt: null,
  arrival: null,
  recipient: "Анна",
  total: 350,
  courierName: null,
  heardAt: null,
  dropoffs: 1,
  handedOver: 0,
  isAsked: false,
  isHeld: false,
  pickupAt: null,
  erasedAt: null,
  destination: "улица Марата, 28",
  ...change,
});
