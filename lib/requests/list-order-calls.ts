import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { type RequestLine, searchRequests } from "@/lib/requests/search-requests";

const CHANGING = ["POST", "PUT", "PATCH"] as const;
const MOST = 10;

/** Calls that made or changed the order, or tried to, newest first; at most ten. */
export async function listOrderCalls(
  db: Queryable,
  scope: AccountScope,
  { externalOrderId, now }: { externalOrderId: string; now: Date },
): Promise<RequestLine[]> {
  const any = { status: null, keyId: null, requestId: null };
  // Reads are far more numerous and would fill the page.
  const pages = await Promise.all(
    CHANGING.map((method) =>
      searchRequests(db, scope, { filter: { ...any, externalOrderId, method }, cursor: null, now }),
    ),
  );
  const found = pages.flatMap(({ requests }) => requests);
  return found.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, MOST);
}
