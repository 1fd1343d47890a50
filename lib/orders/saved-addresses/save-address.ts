import type { AccountMember } from "@/lib/accounts/check-session";
import { lockAccount } from "@/lib/accounts/lock-account";
import type { Context } from "@/lib/context";
import { isUniqueViolation } from "@/lib/db/pg-errors";
import { DomainError } from "@/lib/domain-error";
import type { Stop } from "@/lib/orders/order";
import { MAX_SAVED_ADDRESSES, type SavedAddress } from "@/lib/orders/saved-addresses/address";
import { addressFromRow } from "@/lib/orders/saved-addresses/list-addresses";

/** @throws DomainError ADDRESS_NAME_TAKEN, TOO_MANY_ADDRESSES */
export async function saveAddress(
  { db }: Pick<Context, "db">,
  { accountId }: Pick<AccountMember, "accountId">,
  { name, stop: { address, contact } }: { name: string; stop: Stop },
): Promise<SavedAddress> {
  try {
    return await db.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      const count = await tx.models.savedAddress.count({ where: { accountId } });
      if (count >= MAX_SAVED_ADDRESSES) throw new DomainError("TOO_MANY_ADDRESSES");
      const { value: contactValue, name: contactName, type: contactType } = contact;
      const data = { accountId, name, ...address, contactValue, contactName, contactType };
      return addressFromRow(await tx.models.savedAddress.create({ data }));
    });
  } catch (error) {
    if (isUniqueViolation(error, "one_saved_address_per_name")) throw new DomainError("ADDRESS_NAME_TAKEN");
    throw error;
  }
}
