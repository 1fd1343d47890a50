import type { Staff } from "@/lib/accounts/check-session";
import { DEFAULT_REQUEST_LOG_DAYS } from "@/lib/config";
import type { Queryable } from "@/lib/db/client";
import { keptSince } from "@/lib/requests/logged-request";
import { rowId } from "@/lib/requests/schema";
import { findRequest, type LoggedRequest } from "@/lib/requests/store";

export type { LoggedRequest };

/** In either mode. */
export async function findAccountRequest(
  db: Queryable,
  staff: Pick<Staff, "scope">,
  id: string,
  now: Date,
  keptDays = DEFAULT_REQUEST_LOG_DAYS,
): Promise<LoggedRequest | null> {
  const parsed = rowId.safeParse(id);
  if (!parsed.success) return null;
  for (const mode of ["live", "test"] as const) {
    const request = await findRequest(db, staff.scope(mode), parsed.data, keptSince(now, keptDays));
    if (request !== null) return request;
  }
  return null;
}
