import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { listCarriers } from "@/lib/couriers/list-couriers";
import { listAccountOpenOrders } from "@/lib/orders/list/list-open-orders";
import {
  type AccountBoard,
  accountBoardOf,
  MOST_IN_FULL,
  type OrderMark,
} from "@/lib/overview/account-board";
import { selectCounts, selectMarks } from "@/lib/overview/store";

/** The open orders of an account in one mode, how many there are, and only the couriers who carry them. */
export async function getAccountBoard(
  { db, clock }: Pick<Context, "db" | "clock">,
  scope: AccountScope,
): Promise<AccountBoard> {
  const [couriers, orders, counts] = await Promise.all([
    listCarriers(db, scope),
    listAccountOpenOrders(db, scope, MOST_IN_FULL),
    selectCounts(db, scope, clock.now()),
  ]);
  return accountBoardOf(couriers, orders, counts);
}

const MOST_MARKS = 20_000;

/** Where each open order goes, and how it stands: the longest waiting first, at most 20,000. */
export async function listOrderMarks(
  { db, clock }: Pick<Context, "db" | "clock">,
  scope: AccountScope,
): Promise<OrderMark[]> {
  return selectMarks(db, scope, clock.now(), MOST_MARKS);
}
