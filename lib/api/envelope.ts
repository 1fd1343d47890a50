import { type Prefix, publicError } from "@/lib/api/errors";
import type { ErrorCode, FieldIssue } from "@/lib/domain-error";

const FIXED_HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  Vary: "Authorization",
  "X-Content-Type-Options": "nosniff",
} as const;

/** A successful answer: `{"success":true,"data":…}` around data that is serialised already. */
export function successResponse(
  status: number,
  dataJson: string,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(`{"success":true,"data":${dataJson}}`, {
    status,
    headers: { ...FIXED_HEADERS, ...headers },
  });
}

/**
 * A refusal (spec, Errors). For a rejected payload the message is the first path and what is wrong there, and
 * details is a JSON array in a string; for everything else details is "[]".
 */
export function errorResponse(
  code: ErrorCode,
  prefix: Prefix,
  headers: Readonly<Record<string, string>>,
  issues: readonly FieldIssue[] = [],
): Response {
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
  return new Response(JSON.stringify(body), {
    status: error.status,
    headers: {
      ...FIXED_HEADERS,
      ...(error.retryAfter === undefined ? {} : { "Retry-After": String(error.retryAfter) }),
      ...headers,
    },
  });
}
