import { getAccount } from "@/lib/accounts/get-account";
import type { Mode } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { getProgress } from "@/lib/orders/carrying/get-progress";
import type { Progress } from "@/lib/orders/carrying/progress";
import type { RecordedChange } from "@/lib/orders/file/history";
import { selectHistory } from "@/lib/orders/file/store";
import { findOrderByCode } from "@/lib/orders/find-order-by-code";
import type { OrderDetails } from "@/lib/orders/order";
import type { OrderRow } from "@/lib/orders/order-row";
import { selectDetails } from "@/lib/orders/store";
import type { StoredOrder } from "@/lib/orders/stored-order";
import { findOrder } from "@/lib/orders/stored-order";

/** What an order's page shows operators besides what its account sees. */
interface OrderFile {
  readonly accountName: string;
  readonly mode: Mode;
  readonly cancelReason: string | null;
  readonly cancelComment: string | null;
  readonly acceptedAt: Date | null;
}

/** An order with everything on its operators' page. */
export interface FiledOrder extends OrderFile {
  readonly order: StoredOrder;
  readonly details: OrderDetails;
  readonly progress: Progress;
  readonly history: readonly RecordedChange[];
}

/** That order as operators see it; null when there is none. */
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

async function selectOrderFile(db: Queryable, { id, scope }: OrderRow): Promise<OrderFile> {
  const file = await db.models.order.findFirstOrThrow({
    where: { id },
    select: { mode: true, cancelReason: true, cancelComment: true, acceptedAt: true },
  });
  const { name: accountName } = await getAccount(db, scope.accountId);
  return { ...file, accountName };
}
