import { randomUUID } from "node:crypto";
import * as z from "zod";
import { OPERATIONS } from "@/app/v1/operations";
import { serve } from "@/app/v1/serve";
import type { AccountMember } from "@/lib/accounts/check-session";
import { findTestKey } from "@/lib/accounts/find-test-key";
import { searchRequests } from "@/lib/api/request-log/search-requests";
import type { CallResult } from "@/lib/docs/try-form";
import { PREFIXES } from "@/lib/http/errors";
import { type HttpRequest, Target } from "@/lib/http/http-request";
import type { Runtime } from "@/lib/process/runtime";
import { fillApiPath } from "@/lib/urls";

const texts = z.record(z.string(), z.string().max(2_000));

export const tryRequest = z.object({
  operationId: z.string(),
  prefix: z.enum(PREFIXES),
  externalOrderId: z.string().max(2_000).default(""),
  ids: texts.default({}),
  query: texts.default({}),
  headers: texts.default({}),
  body: z
    .string()
    .max(256 * 1024)
    .nullable()
    .default(null),
});

export type TryRequest = z.infer<typeof tryRequest>;

const USER_AGENT = "Dropline documentation";

/** Uses the account's newest test key. Returns "no_key" without one, "unknown" for an unknown operation. */
export async function tryCall(
  served: Runtime,
  staff: Pick<AccountMember, "accountId" | "scope">,
  asked: TryRequest,
): Promise<CallResult | "no_key" | "unknown"> {
  const { db, clock, requestLog } = served;
  const operation = OPERATIONS.find(({ operationId }) => operationId === asked.operationId);
  if (operation === undefined || !operation.prefixes.includes(asked.prefix)) return "unknown";
  const found = await findTestKey(db, staff.accountId, clock.now());
  if (found === null) return "no_key";
  const requestId = randomUUID();
  const path = fillApiPath(operation.path, { external_order_id: asked.externalOrderId, ...asked.ids });
  const query = new URLSearchParams(Object.entries(asked.query).filter(([, value]) => value !== ""));
  const sent = new Map<string, string>([
    ["x-request-id", requestId],
    ["user-agent", USER_AGENT],
    ...(asked.body === null ? [] : ([["content-type", "application/json"]] as const)),
    ...Object.keys(operation.testHeaders?.shape ?? {}).flatMap((name) => {
      const value = asked.headers[name] ?? "";
      return value === "" ? [] : [[name.toLowerCase(), value] as const];
    }),
  ]);
  const request: HttpRequest = {
    method: operation.method,
    target: new Target(`/v1/${asked.prefix}${path}`, query.size === 0 ? "" : `?${query}`),
    header: (name) => sent.get(name) ?? null,
    readBody: async () => new TextEncoder().encode(asked.body ?? ""),
  };
  const startedAt = performance.now();
  const { status, body } = await serve(
    request,
    () => served,
    async () => found.key,
  );
  const durationMs = Math.round(performance.now() - startedAt);
  await requestLog?.flush();
  const log = { filter: { requestId }, cursor: null, now: clock.now() };
  const { requests } = await searchRequests(db, staff.scope("test"), log);
  return { status, body, durationMs, requestId, line: requests[0]?.id.toString() ?? null };
}
