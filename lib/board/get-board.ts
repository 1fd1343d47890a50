import type { Mode } from "@/lib/accounts/scope";
import { type Board, boardOf } from "@/lib/board/board";
import { listCouriers } from "@/lib/couriers/list-couriers";
import type { Queryable } from "@/lib/db/client";
import { listOpenOrders } from "@/lib/orders/list/list-open-orders";

/** Every open order of a mode, and the couriers on shift or with an order. */
export async function getBoard(db: Queryable, mode: Mode): Promise<Board> {
  const [couriers, orders] = await Promise.all([listCouriers(db, mode), listOpenOrders(db, mode)]);
  return boardOf(
    couriers.filter(({ onShiftSince, orderCode }) => onShiftSince !== null || orderCode !== null),
    orders,
  );
}
