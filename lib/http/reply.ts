import type { FieldIssue } from "@/lib/domain-error";
import { type ErrorCode, type Prefix, retryHeaders, toApiError } from "@/lib/http/errors";

export const FIXED_HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  Vary: "Authorization",
  "X-Content-Type-Options": "nosniff",
} as const;

export interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Reply extends ResponseHead {
  readonly body: string;
}

export function successReply(status: number, dataJson: string, headers: Reply["headers"]): Reply {
  return { status, body: `{"success":true,"data":${dataJson}}`, headers };
}

export type ErrorObject = ReturnType<typeof toErrorObject>;

/** Errors whose message names the operators' contact, if one is set. */
const CONTACT_CODES: readonly ErrorCode[] = ["ACCOUNT_WAITING", "ACCOUNT_REJECTED"];

export function toErrorObject(
  code: ErrorCode,
  prefix: Prefix,
  issues: readonly FieldIssue[],
  contact: string | null = null,
) {
  const { id, message: plain } = toApiError(code, prefix);
  const message = contact !== null && CONTACT_CODES.includes(code) ? `${plain} Contact: ${contact}` : plain;
  const [first] = issues;
  return {
    id,
    code,
    message: first === undefined ? message : `${first.field || "body"}: ${first.message}`,
    details: JSON.stringify(issues.map(({ field, message: text }) => ({ field, message: text }))),
  };
}

/** Error envelope (spec, Errors). A rejected payload's issues are a JSON array in the string `details`. */
export function errorReply(
  code: ErrorCode,
  prefix: Prefix,
  headers: Readonly<Record<string, string>>,
  issues: readonly FieldIssue[] = [],
  contact: string | null = null,
): Reply {
  const error = toApiError(code, prefix);
  const body = { success: false, error: toErrorObject(code, prefix, issues, contact) };
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
