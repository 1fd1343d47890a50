import type { ErrorCode, FieldIssue } from "@/lib/domain-error";
import { type Prefix, publicError, retryHeaders } from "@/lib/http/errors";

/** Headers of every answer of the API. */
export const FIXED_HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  Vary: "Authorization",
  "X-Content-Type-Options": "nosniff",
} as const;

/** An answer whose body is still text. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A successful answer: `{"success":true,"data":…}` around already serialised data.
 *
 * @param headers all of them, FIXED_HEADERS included
 */
export function successReply(status: number, dataJson: string, headers: Reply["headers"]): Reply {
  return { status, body: `{"success":true,"data":${dataJson}}`, headers };
}

/**
 * A refusal (spec, Errors). For a rejected payload the message is the first path and its problem, and details is a JSON
 * array in a string; for everything else details is "[]".
 */
export function errorReply(
  code: ErrorCode,
  prefix: Prefix,
  headers: Readonly<Record<string, string>>,
  issues: readonly FieldIssue[] = [],
): Reply {
  const error = publicError(code, prefix);
  const [first] = issues;
  const body = {
    success: false,
    error: {
      id: error.id,
      code,
      message: first === undefined ? error.message : `${first.field || "body"}: ${first.message}`,
      details: JSON.stringify(issues.map(({ field, message }) => ({ field, message }))),
    },
  };
  return {
    status: error.status,
    body: JSON.stringify(body),
    headers: {
      ...FIXED_HEADERS,
      ...retryHeaders(error),
      ...headers,
    },
  };
}
