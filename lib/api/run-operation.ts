import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { checkKey, checkNetwork } from "@/lib/accounts/check-key";
import { findKey } from "@/lib/accounts/find-key";
import type { KeyWithOwner } from "@/lib/accounts/key";
import type { ApiRoute, PathParameter } from "@/lib/api/build-router";
import type {
  OperationDefinition,
  OperationInput,
  OperationResult,
  RefusedRequest,
} from "@/lib/api/operation";
import { readInput, readSent } from "@/lib/api/read-input";
import { loggedHeaders } from "@/lib/api/request-log/logged-headers";
import { takeTurn } from "@/lib/api/take-turn";
import { withAudit } from "@/lib/audit/call";
import { isUnavailable } from "@/lib/db/pg-errors";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { bearerChallenge } from "@/lib/http/bearer";
import { CLIENT_ADDRESS_HEADER, CLIENT_IP_HEADER } from "@/lib/http/client-address";
import { type ErrorCode, type Prefix, toApiError } from "@/lib/http/errors";
import type { HttpRequest } from "@/lib/http/http-request";
import { firstOfEachField } from "@/lib/http/issues";
import { type RateDecision, rateLimitHeaders } from "@/lib/http/rate-limit";
import { errorReply, FIXED_HEADERS, type Reply, successReply } from "@/lib/http/reply";
import { getRequestId } from "@/lib/http/request-id";
import { logFailure, logRequest } from "@/lib/log";
import { observeRequest } from "@/lib/metrics";
import { createContext, type Runtime } from "@/lib/process/runtime";

/** An Accept header that names CSV and does not refuse it. */
const CSV = /(^|,)\s*text\/csv\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i;

/** Time from the arrival of a request until it must have left every queue (spec, ERR-34). */
const REQUEST_DEADLINE_MS = 2_500;

interface CallProgress {
  readonly prefix: Prefix;
  readonly route: string;
  readonly parameter: PathParameter;
  readonly ids: Readonly<Record<string, string>>;
  key?: KeyWithOwner;
  body?: Uint8Array;
  response?: { readonly success: true; readonly data: unknown };
  headers: Record<string, string>;
  sent?: unknown;
}

/** Finds the key that a call is made with, usable or not; by default that of its Authorization header. */
export type Identify = () => Promise<KeyWithOwner>;

/** Order of checks: key (401), rate limit (429), size (413), load (503), payload (400), then the handler (404, 409). */
export async function runOperation(
  operation: OperationDefinition,
  { prefix, route, parameter, ids }: ApiRoute,
  request: HttpRequest,
  runtime: Runtime,
  identify?: Identify,
): Promise<Reply> {
  const startedAt = performance.now();
  const requestedAt = runtime.clock.now();
  const requestId = getRequestId(request.header("x-request-id"));
  const progress: CallProgress = {
    prefix,
    route,
    parameter,
    ids,
    headers: { ...FIXED_HEADERS, "X-Request-Id": requestId },
  };
  let errorCode: ErrorCode | undefined;
  let reply: Reply;
  try {
    const turn = operation.isExemptFromQueue ? undefined : takeTurn();
    if (turn !== undefined) await turn;
    const maxWaitMs = REQUEST_DEADLINE_MS - (performance.now() - startedAt);
    reply = await answer(operation, request, runtime, progress, { now: requestedAt, maxWaitMs, identify });
  } catch (error) {
    const refusal = getRefusal(error);
    errorCode = refusal.code;
    if (refusal.code === "INTERNAL_ERROR") logFailure("request failed", error, { request_id: requestId });
    if (toApiError(refusal.code, prefix).status === 401)
      Object.assign(progress.headers, bearerChallenge(request.header("authorization")));
    reply = errorReply(refusal.code, prefix, progress.headers, refusal.issues, runtime.supportEmail);
  }
  const durationMs = performance.now() - startedAt;
  const { key, body, response } = progress;
  const { status } = reply;
  const { method } = request;
  const errorId = errorCode && toApiError(errorCode, prefix).id;
  observeRequest(method === "HEAD" ? "GET" : method, route, status, durationMs / 1000);
  const [accountId, keyId] = [key?.scope.accountId, key?.keyId];
  logRequest({ requestId, method, route, status, durationMs, accountId, keyId, errorId });
  if (key !== undefined) {
    // Field by field: merging two objects takes as long as the rest of this function.
    runtime.requestLog?.record({
      key,
      requestId,
      requestedAt,
      method,
      url: request.target,
      route,
      status,
      durationMs,
      errorId,
      externalOrderId: parameter.kind === "value" ? parameter.value : null,
      clientAddress: request.header(CLIENT_IP_HEADER),
      headers: loggedHeaders((name) => request.header(name)),
      body,
      maxBodyValues: operation.maxBodyValues,
      responseBody: reply.body,
      response,
    });
  }
  return reply;
}

/** The public form of a failure: the refusal itself, or constant text that reveals nothing. */
function getRefusal(error: unknown): { code: ErrorCode; issues: readonly FieldIssue[] } {
  if (error instanceof DomainError) return { code: error.code, issues: error.issues };
  return { code: isUnavailable(error) ? "SERVICE_UNAVAILABLE" : "INTERNAL_ERROR", issues: [] };
}

/** Adds the problems beyond the schema to a refused payload. @throws the error */
async function refuse(
  error: unknown,
  operation: OperationDefinition,
  request: RefusedRequest,
  sent: unknown,
): Promise<never> {
  if (!(error instanceof DomainError) || error.code !== "INVALID_PAYLOAD") throw error;
  const further = (await operation.findIssues?.(sent, request)) ?? [];
  throw new DomainError(error.code, firstOfEachField([...error.issues, ...further]));
}

async function answer(
  operation: OperationDefinition,
  request: HttpRequest,
  runtime: Runtime,
  progress: CallProgress,
  { now, maxWaitMs, identify }: { now: Date; maxWaitMs: number; identify: Identify | undefined },
): Promise<Reply> {
  const key = await (identify?.() ?? findKey(runtime.db, request.header("authorization")));
  progress.key = key;
  checkKey(key, now);
  // A signed-in user calls without sending the key.
  if (identify === undefined) checkNetwork(key, request.header(CLIENT_IP_HEADER));
  const network = request.header(CLIENT_ADDRESS_HEADER);
  runtime.keyUse.record(key.keyId, { at: now, network, route: `${request.method} ${progress.route}` });
  const decision = await takeFromLimit(runtime, key, progress);
  if (decision?.isAllowed === false) throw new DomainError("RATE_LIMIT_EXCEEDED");
  if (operation.body !== undefined) progress.body = await request.readBody(operation.maxBodyBytes);
  // A body that arrives slowly is not a queue.
  const caller = { key: key.scope.accountId, deadlineAt: performance.now() + maxWaitMs };
  const plain = createContext(runtime, { type: "key", id: key.keyId }, caller);
  const context =
    operation.audit === undefined
      ? plain
      : withAudit(plain, {
          id: randomUUID(),
          action: operation.audit,
          actorType: "key",
          actorId: key.keyId,
          sessionId: null,
          network,
          agent: request.header("user-agent"),
          requestId: progress.headers["X-Request-Id"] ?? null,
        });
  const { parameter } = progress;
  const externalOrderId = parameter.kind === "value" ? parameter.value : "";
  const handle = async (): Promise<OperationResult> => {
    progress.sent = readSent(operation, request, progress.body);
    const { mode } = key.scope;
    const checked = readInput(operation, request, { mode, parameter, sent: progress.sent });
    const call: OperationInput<unknown, unknown, unknown> = {
      context,
      key,
      arrivedAt: caller.deadlineAt - REQUEST_DEADLINE_MS,
      prefix: progress.prefix,
      geocoder: runtime.geocoder,
      fileSecret: runtime.fileSecret,
      issuer: runtime.issuer,
      files: runtime.files,
      webhooks: runtime.webhooks,
      externalOrderId,
      ids: progress.ids,
      wantsCsv: operation.csv !== undefined && CSV.test(request.header("accept") ?? ""),
      ...checked,
    };
    return operation.handle(call);
  };
  const handled = operation.isExemptFromQueue
    ? handle()
    : runtime.requestQueue.run(caller.key, caller.deadlineAt, handle);
  const refused = { context, key, webhooks: runtime.webhooks, externalOrderId };
  const input = await handled.catch((error: unknown) => refuse(error, operation, refused, progress.sent));
  if (input.csv !== undefined) {
    const headers = { ...progress.headers, ...input.headers, "Content-Type": "text/csv; charset=utf-8" };
    return { status: 200, body: input.csv, headers };
  }
  if (runtime.checkResponses) checkAnswer(operation, input);
  if (input.dataJson === undefined) progress.response = { success: true, data: input.data };
  const dataJson = input.dataJson ?? JSON.stringify(input.data);
  if (input.headers !== undefined) Object.assign(progress.headers, input.headers);
  return successReply(input.status ?? 200, dataJson, progress.headers);
}

async function takeFromLimit(
  runtime: Runtime,
  key: KeyWithOwner,
  progress: CallProgress,
): Promise<RateDecision | undefined> {
  if (key.rateLimitPerMinute === null) return undefined;
  const decision = await runtime.rateLimiter.take(key.keyId, key.rateLimitPerMinute);
  Object.assign(progress.headers, rateLimitHeaders(key.rateLimitPerMinute, decision));
  return decision;
}

function checkAnswer(operation: OperationDefinition, given: OperationResult): void {
  const published = operation.responses[given.status ?? 200];
  if (published === undefined) throw new Error(`${operation.operationId} answers an undeclared status`);
  const data: unknown = JSON.parse(given.dataJson ?? JSON.stringify(given.data));
  const parsed = published.data.safeParse(data);
  if (!parsed.success) throw new Error(`${operation.operationId} breaks its schema: ${parsed.error.message}`);
  // Parsing strips unknown fields, so a difference is a field too many.
  if (!isDeepStrictEqual(parsed.data, data))
    throw new Error(`${operation.operationId} answers unknown fields`);
}
