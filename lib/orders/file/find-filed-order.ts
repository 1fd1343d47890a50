import type { Queryable } from "@/lib/db/client";
import { getProgress } from "@/lib/orders/carrying/get-progress";
import type { Progress } from "@/lib/orders/carrying/progress";
import type { RecordedChange } from "@/lib/orders/file/history";
import { selectHistory } from "@/lib/orders/file/store";
import { findOrderByCode } from "@/lib/orders/find-order-by-code";
import { type OrderFile, selectOrderFile } from "@/lib/orders/ops-store";
import type { OrderDetails } from "@/lib/orders/order";
import { findOrder, type StoredOrder, selectDetails } from "@/lib/orders/store";

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
  const { scope, externalOrderId } = named;
  const order = await findOrder(db, scope, externalOrderId);
  if (order === null) return null;
  const [file, { details }, progress, history] = await Promise.all([
    selectOrderFile(db, order),
    selectDetails(db, order),
    getProgress(db, order),
    selectHistory(db, order),
  ]);
  return { ...file, order, details, progress, history };
}
