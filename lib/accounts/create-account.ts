import type { Home } from "@/lib/accounts/home";
import type { Database } from "@/lib/db/client";
import type { Account } from "@/lib/db/generated/client";

export function createAccount(
  db: Database,
  { email, name, home }: { email: string; name: string; home: Home },
): Promise<Account> {
  return db.models.account.create({
    data: { email: email.trim().toLowerCase(), name: name.trim(), ...home },
  });
}
