import { randomUUID } from "node:crypto";
import { Confirmations } from "@/app/mcp/confirmations";
import { handleMessage } from "@/app/mcp/handle-message";
import { getToolList } from "@/app/mcp/tools";
import { checkKey, checkNetwork } from "@/lib/accounts/check-key";
import { findKey } from "@/lib/accounts/find-key";
import type { KeyWithOwner } from "@/lib/accounts/key";
import { isUnavailable } from "@/lib/db/pg-errors";
import { findSampleTown } from "@/lib/docs/example-places";
import { DomainError } from "@/lib/domain-error";
import { bearerChallenge } from "@/lib/http/bearer";
import { JsonLimitError, parseBoundedJson } from "@/lib/http/bounded-json";
import { CLIENT_IP_HEADER } from "@/lib/http/client-address";
import { type ErrorCode, toApiError } from "@/lib/http/errors";
import { fromFetchRequest, toFetchResponse } from "@/lib/http/fetch-adapter";
import { rateLimitHeaders } from "@/lib/http/rate-limit";
import { errorReply, type Reply } from "@/lib/http/reply";
import { logFailure } from "@/lib/log";
import { getServedCity } from "@/lib/process/get-served-city";
import { type Runtime, runtime } from "@/lib/process/runtime";

const PREFIX = "partner";
const SESSION_HEADER = "Mcp-Session-Id";
/** Session name prefix of clients that can ask their users. */
const CAN_ASK = "asks-";

const confirmations = new Confirmations();

/** Serves MCP over streamable HTTP with one tool per operation. Stateless except for open questions. */
export async function serveMcp(request: Request, provide: () => Runtime = runtime): Promise<Response> {
  const authorization = request.headers.get("authorization");
  const address = request.headers.get(CLIENT_IP_HEADER);
  let served: Runtime | undefined;
  let key: KeyWithOwner;
  try {
    served = provide();
    key = await findKey(served.db, authorization);
    checkKey(key, served.clock.now());
    checkNetwork(key, address);
  } catch (error) {
    return refuse(error, authorization, served?.supportEmail);
  }
  if (request.method !== "POST") return new Response(null, { status: 405, headers: { Allow: "POST" } });
  const countMessage = async (): Promise<Reply | null> => {
    const { keyId, rateLimitPerMinute: limit } = key;
    const decision = limit === null ? null : await served.rateLimiter.take(keyId, limit);
    if (limit === null || decision === null || decision.isAllowed) return null;
    return errorReply("RATE_LIMIT_EXCEEDED", PREFIX, rateLimitHeaders(limit, decision));
  };
  let message: unknown;
  try {
    message = parseBoundedJson(await fromFetchRequest(request).readBody());
    // A tool call counts against the rate limit when its operation runs.
    const refused = getMethod(message) === "tools/call" ? null : await countMessage();
    if (refused !== null) return toFetchResponse(refused, "POST");
  } catch (error) {
    if (error instanceof JsonLimitError)
      return Response.json(invalid(`The message ${error.message}.`), { status: 400 });
    return error instanceof SyntaxError
      ? Response.json(UNREADABLE, { status: 400 })
      : refuse(error, authorization);
  }
  if (Array.isArray(message)) return Response.json(invalid("Batches are not supported."), { status: 400 });
  const answer = answerIn(message);
  if (answer !== null) {
    confirmations.answer(answer.id, key.keyId, answer.isConfirmed);
    return new Response(null, { status: 202 });
  }
  const id = (message as { id?: unknown } | null)?.id;
  if (getMethod(message) === "tools/list" && (typeof id === "string" || typeof id === "number")) {
    const town = await findSampleTown(served, getServedCity(), "en");
    const json = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${getToolList(key.scope.mode, town)}}`;
    return new Response(json, { headers: { "Content-Type": "application/json" } });
  }
  const canAsk = request.headers.get(SESSION_HEADER)?.startsWith(CAN_ASK) === true;
  const response = await handleMessage(request, message, {
    served,
    mode: key.scope.mode,
    authorization,
    address,
    countMessage,
    ask: canAsk
      ? async (send) => {
          const question = randomUUID();
          const answered = confirmations.wait(question, key.keyId, request.signal);
          if (answered !== null) await send(question);
          return answered;
        }
      : null,
  });
  if (!isInitialization(message)) return response;
  const headers = new Headers(response.headers);
  const mayAsk = message.params?.capabilities?.elicitation !== undefined;
  headers.set(SESSION_HEADER, `${mayAsk ? CAN_ASK : ""}${randomUUID()}`);
  return new Response(response.body, { status: response.status, headers });
}

function refuse(error: unknown, authorization: string | null, contact: string | null = null): Response {
  let code: ErrorCode = "INTERNAL_ERROR";
  if (error instanceof DomainError) code = error.code;
  else if (isUnavailable(error)) code = "SERVICE_UNAVAILABLE";
  else logFailure("request failed", error);
  const isUnknown = toApiError(code, PREFIX).status === 401;
  return toFetchResponse(
    errorReply(code, PREFIX, isUnknown ? bearerChallenge(authorization) : {}, [], contact),
    "POST",
  );
}

const invalid = (message: string) => ({ jsonrpc: "2.0", id: null, error: { code: -32600, message } });

const getMethod = (message: unknown): unknown => (message as { method?: unknown } | null)?.method;

const UNREADABLE = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } };

interface Initialization {
  readonly method: "initialize";
  readonly params?: { readonly capabilities?: { readonly elicitation?: unknown } };
}

const isInitialization = (message: unknown): message is Initialization => getMethod(message) === "initialize";

function answerIn(message: unknown): { id: string; isConfirmed: boolean } | null {
  const { id, method, result, error } = (message ?? {}) as {
    id?: unknown;
    method?: unknown;
    result?: { action?: unknown; content?: { confirm?: unknown } };
    error?: unknown;
  };
  if (method !== undefined || typeof id !== "string" || (result === undefined && error === undefined))
    return null;
  return { id, isConfirmed: result?.action === "accept" && result.content?.confirm === true };
}
