import * as z from "zod";
import type { Staff } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import type { OrderDraft } from "@/lib/orders/form/draft";
import { selectTemplate } from "@/lib/orders/form/template-store";

/** What the account's template with this id holds, for a new order; null when there is none to use. */
export async function findTemplate(
  db: Queryable,
  { accountId }: Pick<Staff, "accountId">,
  id: string,
): Promise<OrderDraft | null> {
  return z.guid().safeParse(id).success ? selectTemplate(db, accountId, id) : null;
}
