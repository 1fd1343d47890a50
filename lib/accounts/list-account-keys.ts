import type { Staff } from "@/lib/accounts/check-session";
import type { Mode } from "@/lib/accounts/scope";
import { type KeyWithCreator, selectKeysWithCreators } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";

export type { KeyWithCreator };

/** The keys of somebody's account in one of its worlds, newest first, ended ones included, and who made each. */
export function listAccountKeys(
  db: Queryable,
  staff: Pick<Staff, "accountId">,
  mode: Mode,
): Promise<KeyWithCreator[]> {
  return selectKeysWithCreators(db, staff.accountId, mode);
}
