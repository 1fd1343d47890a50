import type { Queryable, Transaction } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { OrderDraft } from "@/lib/orders/form/draft";
import { orderDraft } from "@/lib/orders/form/schema";
import type { DeliveryTemplate } from "@/lib/orders/form/template";

export function countTemplates(tx: Transaction, accountId: string): Promise<number> {
  return tx.models.orderTemplate.count({ where: { accountId } });
}

/** An account's templates, by name. */
export function selectTemplates(
  db: Queryable,
  accountId: string,
  limit: number,
): Promise<DeliveryTemplate[]> {
  return db.models.orderTemplate.findMany({
    where: { accountId },
    select: { id: true, name: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: limit,
  });
}

/** What an account's template holds; null when there is none, or the form has other fields by now. */
export async function selectTemplate(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<OrderDraft | null> {
  const row = await db.models.orderTemplate.findFirst({ where: { id, accountId }, select: { draft: true } });
  return orderDraft.safeParse(row?.draft).data ?? null;
}

export function insertTemplate(
  tx: Transaction,
  accountId: string,
  { name, draft, createdAt }: { name: string; draft: OrderDraft; createdAt: Date },
): Promise<DeliveryTemplate> {
  return tx.models.orderTemplate.create({
    data: { accountId, name, draft: draft as object as Prisma.InputJsonObject, createdAt },
    select: { id: true, name: true },
  });
}

/** Deletes an account's template; answers false when it has no such one. */
export async function deleteTemplateRow(db: Queryable, accountId: string, id: string): Promise<boolean> {
  const { count } = await db.models.orderTemplate.deleteMany({ where: { id, accountId } });
  return count === 1;
}
