import type { AccountScope } from "@/lib/account-scope";
import type { AccountMember } from "@/lib/accounts/check-session";
import { retentionStart } from "@/lib/api/request-log/logged-request";
import { type Cursor, type RequestFilter, rowId } from "@/lib/api/request-log/schema";
import {
  findRequest,
  type LoggedRequest,
  type RequestLogItem,
  selectRequests,
} from "@/lib/api/request-log/store";
import { DEFAULT_REQUEST_LOG_DAYS } from "@/lib/config";
import type { Queryable } from "@/lib/db/client";

export type { RequestLogItem };

export const PAGE_SIZE = 50;

export async function searchRequests(
  db: Queryable,
  scope: AccountScope,
  {
    filter,
    cursor,
    now,
    keptDays = DEFAULT_REQUEST_LOG_DAYS,
  }: { filter: Partial<RequestFilter>; cursor: Cursor | null; now: Date; keptDays?: number },
) {
  const found = await selectRequests(db, scope, filter, cursor, {
    since: retentionStart(now, keptDays),
    limit: PAGE_SIZE + 1,
  });
  const requests = found.slice(0, PAGE_SIZE);
  const isMore = found.length > PAGE_SIZE;
  if (cursor?.side === "after") return { requests: requests.reverse(), hasNewer: isMore, hasOlder: true };
  return { requests, hasNewer: cursor !== null, hasOlder: isMore };
}

const CHANGING = ["POST", "PUT", "PATCH"] as const;
const MOST = 10;

/** Calls that made or changed the order, or tried to, newest first; at most ten. */
export async function listOrderCalls(
  db: Queryable,
  scope: AccountScope,
  { externalOrderId, now }: { externalOrderId: string; now: Date },
): Promise<RequestLogItem[]> {
  // Reads are far more numerous and would fill the page.
  const pages = await Promise.all(
    CHANGING.map((method) =>
      searchRequests(db, scope, { filter: { externalOrderId, method }, cursor: null, now }),
    ),
  );
  const found = pages.flatMap(({ requests }) => requests);
  return found.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, MOST);
}

export type { LoggedRequest };

export async function findAccountRequest(
  db: Queryable,
  staff: Pick<AccountMember, "scope">,
  id: string,
  now: Date,
  keptDays = DEFAULT_REQUEST_LOG_DAYS,
): Promise<LoggedRequest | null> {
  const parsed = rowId.safeParse(id);
  if (!parsed.success) return null;
  for (const mode of ["live", "test"] as const) {
    const request = await findRequest(db, staff.scope(mode), parsed.data, retentionStart(now, keptDays));
    if (request !== null) return request;
  }
  return null;
}
