import type { Queryable } from "@/lib/db/client";
import type { Progress } from "@/lib/orders/carrying/progress";
import { selectProgress } from "@/lib/orders/carrying/store";
import type { RecordedChange } from "@/lib/orders/file/history";
import { selectHistory } from "@/lib/orders/file/store";
import { findByCode, type NamedOrder, type OrderFile, selectOrderFile } from "@/lib/orders/ops-store";
import type { OrderDetails } from "@/lib/orders/order";
import { findOrder, type StoredOrder, selectDetails } from "@/lib/orders/store";

/**
 * The order with this code, whichever account's it is: the way in for operators, who act on all of them.
 *
 * @returns null when there is none
 */
export function findOrderByCode(db: Queryable, orderCode: string): Promise<NamedOrder | null> {
  return findByCode(db, orderCode.toUpperCase());
}

/** An order with everything that its operators' page shows. */
export interface FiledOrder extends OrderFile {
  readonly order: StoredOrder;
  readonly details: OrderDetails;
  readonly progress: Progress;
  readonly history: readonly RecordedChange[];
}

/** That order as its operators see it; null when there is none. */
export async function findFiledOrder(db: Queryable, orderCode: string): Promise<FiledOrder | null> {
  const named = await findOrderByCode(db, orderCode);
  if (named === null) return null;
  const { id, scope, externalOrderId } = named;
  const order = await findOrder(db, scope, externalOrderId);
  if (order === null) return null;
  const [file, { details }, progress, history] = await Promise.all([
    selectOrderFile(db, id),
    selectDetails(db, id),
    selectProgress(db, id),
    selectHistory(db, scope, id),
  ]);
  return { ...file, order, details, progress, history };
}
