import type { AccountScope } from "@/lib/accounts/scope";
import { DEFAULT_REQUEST_LOG_DAYS } from "@/lib/config";
import type { Queryable } from "@/lib/db/client";
import { keptSince } from "@/lib/requests/logged-request";
import type { Cursor, RequestFilter } from "@/lib/requests/schema";
import { type RequestLine, selectRequests } from "@/lib/requests/store";

export type { RequestLine };

export const PAGE_SIZE = 50;

export interface RequestPage {
  readonly requests: readonly RequestLine[];
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
}

/** The newest page without a cursor. */
export async function searchRequests(
  db: Queryable,
  scope: AccountScope,
  {
    filter,
    cursor,
    now,
    keptDays = DEFAULT_REQUEST_LOG_DAYS,
  }: { filter: RequestFilter; cursor: Cursor | null; now: Date; keptDays?: number },
): Promise<RequestPage> {
  const found = await selectRequests(db, scope, filter, cursor, {
    since: keptSince(now, keptDays),
    limit: PAGE_SIZE + 1,
  });
  const requests = found.slice(0, PAGE_SIZE);
  const isMore = found.length > PAGE_SIZE;
  if (cursor?.side === "after") return { requests: requests.reverse(), hasNewer: isMore, hasOlder: true };
  return { requests, hasNewer: cursor !== null, hasOlder: isMore };
}
