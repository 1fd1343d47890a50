import type { Queryable, Transaction } from "@/lib/db/client";
import { int4, text, uuid } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import type { OrderDraft } from "@/lib/orders/form/draft";
import { orderDraft } from "@/lib/orders/form/schema";
import type { OrderTemplate } from "@/lib/orders/form/template";

export async function countTemplates(tx: Transaction, accountId: string): Promise<number> {
  const [row] = await query(tx, { count: int4 })`
    SELECT count(*)::int AS count FROM order_templates WHERE account_id = ${accountId}::uuid`;
  return row?.count ?? 0;
}

/** An account's templates, by name. */
export function selectTemplates(db: Queryable, accountId: string, limit: number): Promise<OrderTemplate[]> {
  return query(db, { id: uuid, name: text })`
    SELECT id, name FROM order_templates WHERE account_id = ${accountId}::uuid ORDER BY name, id LIMIT ${limit}`;
}

/** What an account's template holds; null when there is none, or the form has other fields by now. */
export async function selectTemplate(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<OrderDraft | null> {
  const [row] = await query(db, { draft: text })`
    SELECT draft::text AS draft FROM order_templates WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid`;
  if (row === undefined) return null;
  const held = orderDraft.safeParse(JSON.parse(row.draft));
  return held.success ? held.data : null;
}

export async function insertTemplate(
  tx: Transaction,
  accountId: string,
  { name, draft, createdAt }: { name: string; draft: OrderDraft; createdAt: Date },
): Promise<OrderTemplate> {
  const [row] = await query(tx, { id: uuid, name: text })`
    INSERT INTO order_templates (account_id, name, draft, created_at)
    VALUES (${accountId}::uuid, ${name}, ${JSON.stringify(draft)}::jsonb, ${createdAt}::timestamptz)
    RETURNING id, name`;
  if (row === undefined) throw new Error("A row that was inserted is returned.");
  return row;
}

/** Deletes an account's template; answers false when it has no such one. */
export async function deleteTemplateRow(db: Queryable, accountId: string, id: string): Promise<boolean> {
  const deleted = await execute(db)`
    DELETE FROM order_templates WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid`;
  return deleted === 1;
}
