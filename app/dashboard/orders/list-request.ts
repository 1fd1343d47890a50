import type { Staff } from "@/lib/accounts/check-session";
import { getAccount } from "@/lib/accounts/get-account";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Asked } from "@/lib/http/asked";
import { type Snapshot, snapshotOf } from "@/lib/live/snapshot";
import { PAGE_LENGTH } from "@/lib/orders/list/listed-order";
import { type OrderFilter, readCodes, readFilter } from "@/lib/orders/list/order-filter";
import { refreshOrders, type ShownOrders } from "@/lib/orders/list/refresh-orders";
import { asMode } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";

/** What a request asks about the account's orders. */
export interface ListRequest {
  readonly scope: AccountScope;
  readonly filter: OrderFilter;
  readonly timeZone: string;
  readonly shown: ShownOrders;
}

/** Parses what the URL of one of the account's people asks. */
export async function readListRequest({ url }: Pick<Asked, "url">, staff: Staff): Promise<ListRequest> {
  const { searchParams } = new URL(url);
  const parameter = (name: string) => searchParams.get(name) ?? "";
  const account = await getAccount(runtime().db, staff.accountId);
  return {
    scope: staff.scope(asMode(parameter("mode"))),
    filter: readFilter(parameter),
    timeZone: account.timeZone,
    shown: { codes: readCodes(parameter("shown"), PAGE_LENGTH), isFirst: parameter("first") === "1" },
  };
}

/** Returns the orders a page shows, as its stream sends them. */
export async function listSnapshot({ scope, filter, timeZone, shown }: ListRequest): Promise<Snapshot> {
  return snapshotOf(await refreshOrders(runtime().db, scope, { filter, timeZone, shown }));
}
