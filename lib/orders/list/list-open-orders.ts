import type { Mode } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { type OpenOrder, type OpenStop, selectOpenOrders } from "@/lib/orders/list/open-store";

export type { OpenOrder, OpenStop };

const MOST = 500;

/** The orders of every account in this world that have not ended, those without a courier first; at most 500. */
export function listOpenOrders(db: Queryable, mode: Mode): Promise<OpenOrder[]> {
  return selectOpenOrders(db, mode, MOST);
}
