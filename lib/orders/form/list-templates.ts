import type { Staff } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import { type DeliveryTemplate, MAX_TEMPLATES } from "@/lib/orders/form/template";
import { selectTemplates } from "@/lib/orders/form/template-store";

/** The account's templates, by name; both modes share them. */
export function listTemplates(
  db: Queryable,
  { accountId }: Pick<Staff, "accountId">,
): Promise<DeliveryTemplate[]> {
  return selectTemplates(db, accountId, MAX_TEMPLATES);
}
