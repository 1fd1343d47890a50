import type { Staff } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import { MAX_TEMPLATES, type OrderTemplate } from "@/lib/orders/form/template";
import { selectTemplates } from "@/lib/orders/form/template-store";

/** The account's templates, by name; both modes share them. */
export function listTemplates(
  db: Queryable,
  { accountId }: Pick<Staff, "accountId">,
): Promise<OrderTemplate[]> {
  return selectTemplates(db, accountId, MAX_TEMPLATES);
}
