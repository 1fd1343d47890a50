import * as z from "zod";
import type { Staff } from "@/lib/accounts/check-session";
import { deleteRow } from "@/lib/addresses/store";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";

/**
 * Takes an address off an account's list. Orders that were made with it stay as they are.
 *
 * @throws DomainError ADDRESS_NOT_FOUND, the same for another account's address as for none
 */
export async function deleteAddress(
  db: Queryable,
  staff: Pick<Staff, "accountId">,
  id: string,
): Promise<void> {
  const isDeleted = z.guid().safeParse(id).success && (await deleteRow(db, staff.accountId, id));
  if (!isDeleted) throw new DomainError("ADDRESS_NOT_FOUND");
}
