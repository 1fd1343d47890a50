import * as z from "zod";
import type { Staff } from "@/lib/accounts/check-session";
import { deleteRow } from "@/lib/addresses/store";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";

/** @throws DomainError ADDRESS_NOT_FOUND, also for another account's address */
export async function deleteAddress(
  db: Queryable,
  staff: Pick<Staff, "accountId">,
  id: string,
): Promise<void> {
  const isDeleted = z.guid().safeParse(id).success && (await deleteRow(db, staff.accountId, id));
  if (!isDeleted) throw new DomainError("ADDRESS_NOT_FOUND");
}
