import type { AccountMember } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
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
