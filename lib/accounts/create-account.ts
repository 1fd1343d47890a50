import type { Home } from "@/lib/accounts/home";
import type { Queryable } from "@/lib/db/client";
import type { Account } from "@/lib/db/generated/client";

/** @param account.isCustomer whether it can place orders; true by default */
export function createAccount(
  db: Queryable,
  { email, name, home, isCustomer }: { email: string; name: string; home: Home; isCustomer?: boolean },
): Promise<Account> {
  const { locale: messageLocale, ...place } = home;
  const data = { email: email.trim().toLowerCase(), name: name.trim(), messageLocale, ...place };
  return db.models.account.create({ data: isCustomer === undefined ? data : { ...data, isCustomer } });
}
