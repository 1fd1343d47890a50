import type { Staff } from "@/lib/accounts/check-session";
import { MODES } from "@/lib/accounts/scope";
import { DEFAULT_REQUEST_LOG_DAYS } from "@/lib/config";
import type { Queryable } from "@/lib/db/client";
import { keptSince } from "@/lib/requests/logged-request";
import { rowId } from "@/lib/requests/schema";
import { findRequest, type LoggedRequest } from "@/lib/requests/store";

export type { LoggedRequest };

/**
 * The logged call with this number, in either mode of the account.
 *
 * @returns null when there is none, or it is another account's
 */
export async function findAccountRequest(
  db: Queryable,
  staff: Pick<Staff, "scope">,
  id: string,
  now: Date,
  keptDays = DEFAULT_REQUEST_LOG_DAYS,
): Promise<LoggedRequest | null> {
  const parsed = rowId.safeParse(id);
  if (!parsed.success) return null;
  for (const mode of MODES) {
    const request = await findRequest(db, staff.scope(mode), parsed.data, keptSince(now, keptDays));
    if (request !== null) return request;
  }
  return null;
}
