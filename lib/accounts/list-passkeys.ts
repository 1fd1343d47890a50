import { type ListedPasskey, selectPasskeys } from "@/lib/accounts/passkey-store";
import type { Queryable } from "@/lib/db/client";

export function listPasskeys(db: Queryable, userId: string): Promise<ListedPasskey[]> {
  return selectPasskeys(db, userId);
}
