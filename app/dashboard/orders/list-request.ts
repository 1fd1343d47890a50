import { currentStaff } from "@/app/session";
import type { Staff } from "@/lib/accounts/check-session";
import { getAccount } from "@/lib/accounts/get-account";
import type { AccountScope } from "@/lib/accounts/scope";
import { type Snapshot, snapshotOf } from "@/lib/live/snapshot";
import { PAGE_LENGTH } from "@/lib/orders/list/listed-order";
import { type OrderFilter, readCodes, readFilter } from "@/lib/orders/list/order-filter";
import { refreshOrders, type ShownOrders } from "@/lib/orders/list/refresh-orders";
import { asMode } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";

/** What a request asks about the account's orders. */
export interface ListRequest {
  readonly staff: Staff;
  readonly scope: AccountScope;
  readonly filter: OrderFilter;
  readonly timeZone: string;
  readonly shown: ShownOrders;
}

/** Parses a request's URL; null when the reader belongs to no account, and so may find nothing. */
export async function readListRequest(request: Request): Promise<ListRequest | null> {
  const staff = await currentStaff();
  if (staff === null) return null;
  const { searchParams } = new URL(request.url);
  const parameter = (name: string) => searchParams.get(name) ?? "";
  const account = await getAccount(runtime().db, staff.accountId);
  return {
    staff,
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
