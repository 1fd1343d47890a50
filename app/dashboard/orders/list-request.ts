import type { ListRow, PagedList } from "@/components/orders/list/order-progress";
import type { AccountScope } from "@/lib/account-scope";
import type { AccountMember } from "@/lib/accounts/check-session";
import { getAccount } from "@/lib/accounts/get-account";
import { parseMode } from "@/lib/http/mode";
import { findOwnId } from "@/lib/orders/form/external-order-id";
import { readCodes, readFilter } from "@/lib/orders/list/order-filter";
import { type OrderListItem, PAGE_LENGTH } from "@/lib/orders/list/order-list-item";
import { refreshOrders } from "@/lib/orders/list/refresh-orders";
import { isEditable } from "@/lib/orders/order";
import { runtime } from "@/lib/process/runtime";
import { buildSnapshot, type Snapshot } from "@/lib/streams/snapshot";
import { listArrivals } from "@/lib/tracking/list-arrivals";

export async function readListRequest(query: URLSearchParams, staff: AccountMember) {
  const parameter = (name: string) => query.get(name) ?? "";
  const account = await getAccount(runtime().db, staff.accountId);
  return {
    scope: staff.scope(parseMode(parameter("mode"))),
    filter: readFilter(parameter),
    timeZone: account.timeZone,
    shown: { codes: readCodes(parameter("shown"), PAGE_LENGTH), isFirst: parameter("first") === "1" },
  };
}

type ListRequest = Awaited<ReturnType<typeof readListRequest>>;

export async function listSnapshot({ scope, ...asked }: ListRequest): Promise<Snapshot> {
  const { db, clock } = runtime();
  const { orders, newCount } = await refreshOrders(db, scope, { ...asked, now: clock.now() });
  return buildSnapshot({ orders: await withArrivals(scope, orders), newCount } satisfies PagedList);
}

export async function withArrivals(
  scope: AccountScope,
  orders: readonly OrderListItem[],
): Promise<ListRow[]> {
  const moving = orders.filter(({ status }) => status === "assigned" || status === "in_progress");
  const codes = moving.map(({ code }) => code);
  const arrivals = await listArrivals(runtime(), scope, codes);
  // The rest is not shown, and would be a tenth of the page.
  return orders.map(({ externalOrderId, createdAt: _, ...order }) => {
    const window = arrivals.get(order.code);
    const arrival =
      window === undefined ? null : { from: window.from.toISOString(), to: window.to.toISOString() };
    const dispatchAt = isEditable(order.status) && order.courierName === null ? order.dispatchAt : null;
    return { ...order, ownId: findOwnId(externalOrderId), arrival, dispatchAt };
  });
}
