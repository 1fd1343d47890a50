import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { type CourierOverview, countCarriers, listCarriers } from "@/lib/couriers/list-couriers";
import { type ActiveOrder, listAccountOpenOrders } from "@/lib/orders/list/list-open-orders";
import {
  type AccountBoard,
  accountBoardOf,
  type MapMark,
  MOST_IN_FULL,
  UNHEARD_AFTER_MS,
} from "@/lib/overview/account-board";
import { selectCounts, selectMarks } from "@/lib/overview/store";

type Reads = Pick<Context, "db" | "clock">;

export async function getAccountBoard(context: Reads, scope: AccountScope): Promise<AccountBoard> {
  return (await readAccountBoard(context, scope)).board;
}

export async function readAccountBoard(
  { db, clock }: Reads,
  scope: AccountScope,
): Promise<{
  readonly board: AccountBoard;
  readonly orders: readonly ActiveOrder[];
  readonly couriers: readonly CourierOverview[];
}> {
  const now = clock.now();
  const [orders, counts, carriers] = await Promise.all([
    listAccountOpenOrders(db, scope, MOST_IN_FULL),
    selectCounts(db, scope, now),
    countCarriers(db, scope, new Date(now.getTime() - UNHEARD_AFTER_MS)),
  ]);
  const couriers = await listCarriers(
    db,
    scope,
    orders.map(({ code }) => code),
  );
  return { board: accountBoardOf(couriers, orders, { counts, carriers }), orders, couriers };
}

const MOST_MARKS = 20_000;

export async function listOrderMarks({ db, clock }: Reads, scope: AccountScope): Promise<MapMark[]> {
  return selectMarks(db, scope, clock.now(), MOST_MARKS);
}
