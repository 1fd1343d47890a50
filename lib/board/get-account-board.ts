import type { AccountScope } from "@/lib/accounts/scope";
import { type Board, boardOf } from "@/lib/board/board";
import { listCarriers } from "@/lib/couriers/list-couriers";
import type { Queryable } from "@/lib/db/client";
import { listAccountOpenOrders } from "@/lib/orders/list/list-open-orders";

/** The open orders of an account in one mode, and only the couriers who carry them. */
export async function getAccountBoard(db: Queryable, scope: AccountScope): Promise<Board> {
  const [couriers, orders] = await Promise.all([listCarriers(db, scope), listAccountOpenOrders(db, scope)]);
  return boardOf(couriers, orders);
}
