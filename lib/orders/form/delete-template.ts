import * as z from "zod";
import type { AccountMember } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";

/** @throws DomainError TEMPLATE_NOT_FOUND, also for another account's template */
export async function deleteTemplate(
  db: Queryable,
  { accountId }: Pick<AccountMember, "accountId">,
  id: string,
): Promise<void> {
  const { count } = z.guid().safeParse(id).success
    ? await db.models.orderTemplate.deleteMany({ where: { id, accountId } })
    : { count: 0 };
  if (count === 0) throw new DomainError("TEMPLATE_NOT_FOUND");
}
