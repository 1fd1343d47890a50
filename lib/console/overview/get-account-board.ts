import type { AccountScope } from "@/lib/account-scope";
import {
  type AccountBoard,
  buildAccountBoard,
  COURIER_SILENT_AFTER_MS,
  MAX_WITH_DETAILS,
  type MapMark,
} from "@/lib/console/overview/account-board";
import { selectCounts, selectMarks } from "@/lib/console/overview/store";
import type { Context } from "@/lib/context";
import { type CourierOverview, countCarriers, listActiveCouriers } from "@/lib/couriers/list-couriers";
import { type ActiveOrder, listAccountActiveOrders } from "@/lib/orders/list/list-active-orders";

type BoardContext = Pick<Context, "db" | "clock">;

export async function getAccountBoard(context: BoardContext, scope: AccountScope): Promise<AccountBoard> {
  return (await readAccountBoard(context, scope)).board;
}

export async function readAccountBoard(
  { db, clock }: BoardContext,
  scope: AccountScope,
): Promise<{
  readonly board: AccountBoard;
  readonly orders: readonly ActiveOrder[];
  readonly couriers: readonly CourierOverview[];
}> {
  const now = clock.now();
  const [orders, counts, carriers] = await Promise.all([
    listAccountActiveOrders(db, scope, { most: MAX_WITH_DETAILS, now }),
    selectCounts(db, scope, now),
    countCarriers(db, scope, new Date(now.getTime() - COURIER_SILENT_AFTER_MS)),
  ]);
  const couriers = await listActiveCouriers(
    db,
    scope,
    orders.map(({ code }) => code),
  );
  return { board: buildAccountBoard(couriers, orders, { counts, carriers }), orders, couriers };
}

const MAX_MARKS = 20_000;

export async function listOrderMarks({ db, clock }: BoardContext, scope: AccountScope): Promise<MapMark[]> {
  return selectMarks(db, scope, clock.now(), MAX_MARKS);
}
