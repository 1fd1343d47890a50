import type { Database } from "@/lib/db/client";
import type { Account } from "@/lib/db/generated/client";

/** Opens an account: enabled, a customer, with the default rate limit of the table. */
export function createAccount(db: Database, input: { email: string; name: string }): Promise<Account> {
  return db.models.account.create({
    data: { email: input.email.trim().toLowerCase(), name: input.name.trim() },
  });
}
