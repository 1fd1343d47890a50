import type { KeyWithOwner } from "@/lib/accounts/key";
import { maskBody, maskPath, noteOfUnreadable, withoutKeys } from "@/lib/api/request-log/mask";
import { DAY_MS } from "@/lib/duration";
import { parseBoundedJson } from "@/lib/http/bounded-json";

/** Calls are deleted once their whole day is older. @param days REQUEST_LOG_DAYS */
export function retentionStart(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

const MAX_ID_LENGTH = 128;

export interface FinishedCall {
  readonly key: Pick<KeyWithOwner, "keyId" | "scope">;
  readonly requestId: string;
  readonly requestedAt: Date;
  readonly method: string;
  readonly url: Pick<URL, "pathname" | "search" | "searchParams" | "href">;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly errorId: string | undefined;
  readonly externalOrderId: string | null;
  readonly clientAddress: string | null;
  readonly headers: string;
  readonly body: Uint8Array | undefined;
  readonly maxBodyValues?: number | undefined;
  readonly responseBody: string;
  readonly response?: unknown;
}

const UTF8 = new TextDecoder();
const NO_PARAMETERS = new URLSearchParams();

export type LoggedCall = ReturnType<typeof toLoggedCall>;

const BYTES_BESIDE_TEXTS = 1_024;

/** Maximum memory of a waiting call; a character takes one or two bytes. */
export function estimateBytes({ requestHeaders, requestBody, responseBody, path }: LoggedCall): number {
  const texts = [requestHeaders, requestBody ?? "", responseBody, path];
  return 2 * texts.reduce((sum, { length }) => sum + length, 0) + BYTES_BESIDE_TEXTS;
}

export function toLoggedCall(call: FinishedCall) {
  const { key, url, requestedAt, body, maxBodyValues, responseBody, durationMs } = call;
  const requestBody = body === undefined || body.length === 0 ? null : UTF8.decode(body);
  const request = requestBody === null ? undefined : parse(requestBody, maxBodyValues);
  return {
    accountId: key.scope.accountId,
    mode: key.scope.mode,
    keyId: key.keyId,
    requestId: call.requestId,
    requestedAt: requestedAt.toISOString(),
    method: call.method,
    path: maskPath(url.pathname, url.search === "" ? NO_PARAMETERS : url.searchParams),
    route: call.route,
    status: call.status,
    durationMs: Math.round(durationMs * 100) / 100,
    errorId: call.errorId ?? null,
    externalOrderId: storable(call.externalOrderId ?? identifierIn(request)),
    clientAddress: call.clientAddress,
    requestHeaders: call.headers,
    requestBody: requestBody === null ? null : maskedBody(request, requestBody, "request"),
    responseBody: maskedBody(
      call.response === undefined ? parse(responseBody, Number.POSITIVE_INFINITY) : { value: call.response },
      responseBody,
      "answer",
    ),
  };
}

interface ParsedBody {
  readonly value: unknown;
}

function parse(text: string, maxValues?: number): ParsedBody | undefined {
  try {
    return { value: parseBoundedJson(text, maxValues) };
  } catch {
    return undefined;
  }
}

function maskedBody(parsed: ParsedBody | undefined, text: string, side: "request" | "answer"): string {
  return parsed === undefined ? noteOfUnreadable(text) : maskBody(parsed.value, side);
}

function identifierIn(request: ParsedBody | undefined): string | null {
  const id = (request?.value as { external_order_id?: unknown } | null | undefined)?.external_order_id;
  return typeof id === "string" && id !== "" && id.length <= MAX_ID_LENGTH ? id : null;
}

function storable(text: string | null): string | null {
  return text === null ? null : withoutKeys(text.replaceAll("\u0000", "").toWellFormed());
}
