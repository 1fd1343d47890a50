import type { ErrorCode } from "@/lib/http/errors";
import { type Prefix, toApiError } from "@/lib/http/errors";

export const COMMON_ERRORS = [
  "KEY_MISSING",
  "KEY_MALFORMED",
  "KEY_INVALID",
  "KEY_REVOKED",
  "ACCOUNT_DISABLED",
  "ORDERING_NOT_ALLOWED",
  "ACCOUNT_WAITING",
  "ACCOUNT_REJECTED",
  "NETWORK_NOT_ALLOWED",
  "RATE_LIMIT_EXCEEDED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
  "SERVICE_OVERLOADED",
] as const satisfies readonly ErrorCode[];

export function errorExample(code: ErrorCode, prefix: Prefix) {
  const { id, message } = toApiError(code, prefix);
  const isPayload = code === "INVALID_PAYLOAD";
  const field = "dropoffs.0.address.latitude";
  return {
    success: false,
    error: {
      id,
      code,
      message: isPayload ? `${field}: is required` : message,
      details: isPayload ? JSON.stringify([{ field, message: "is required" }]) : "[]",
    },
  };
}
