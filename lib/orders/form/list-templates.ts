import * as z from "zod";
import type { AccountMember } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import type { OrderDraft } from "@/lib/orders/form/draft";
import { orderDraft } from "@/lib/orders/form/schema";
import { type DeliveryTemplate, MAX_TEMPLATES } from "@/lib/orders/form/template";

/** Lists the account's templates by name; both modes share them. */
export function listTemplates(
  db: Queryable,
  { accountId }: Pick<AccountMember, "accountId">,
): Promise<DeliveryTemplate[]> {
  return db.models.orderTemplate.findMany({
    where: { accountId },
    select: { id: true, name: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: MAX_TEMPLATES,
  });
}

/** Returns null also when the form's fields have changed since it was saved. */
export async function findTemplate(
  db: Queryable,
  { accountId }: Pick<AccountMember, "accountId">,
  id: string,
): Promise<OrderDraft | null> {
  if (!z.guid().safeParse(id).success) return null;
  const row = await db.models.orderTemplate.findFirst({ where: { id, accountId }, select: { draft: true } });
  return orderDraft.safeParse(row?.draft).data ?? null;
}
