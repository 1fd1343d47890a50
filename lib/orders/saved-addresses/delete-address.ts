import * as z from "zod";
import type { AccountMember } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";

/** @throws DomainError ADDRESS_NOT_FOUND, also for another account's address */
export async function deleteAddress(
  db: Queryable,
  staff: Pick<AccountMember, "accountId">,
  id: string,
): Promise<void> {
  if (!z.guid().safeParse(id).success) throw new DomainError("ADDRESS_NOT_FOUND");
  const { count } = await db.models.savedAddress.deleteMany({ where: { id, accountId: staff.accountId } });
  if (count === 0) throw new DomainError("ADDRESS_NOT_FOUND");
}
