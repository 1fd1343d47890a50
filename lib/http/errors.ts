import type { ErrorCode } from "@/lib/domain-error";
import { toApiPath } from "@/lib/urls";

/** The two path prefixes that carry the API (spec, Endpoints). */
export const PREFIXES = ["partner", "delivery"] as const;
export type Prefix = (typeof PREFIXES)[number];

export function findPrefix(pathname: string): Prefix | null {
  return PREFIXES.find((prefix) => pathname.startsWith(toApiPath(prefix, "/"))) ?? null;
}

export interface ApiError {
  readonly status: number;
  readonly id: string;
  readonly message: string;
  readonly retryAfter?: number;
  /** Maximum number of random seconds added to `retryAfter`, so that clients do not retry all at once. */
  readonly retryAfterJitter?: number;
}

/** Status, id and text of every refusal. INVALID_PAYLOAD's id depends on the prefix: see `publicError`. */
export const ERRORS: Readonly<Record<ErrorCode, ApiError>> = {
  INVALID_PAYLOAD: {
    status: 400,
    id: "validation.partner_payload_invalid",
    message: "The request body or parameters are invalid. See error.details for every invalid field.",
  },
  KEY_MISSING: {
    status: 401,
    id: "auth.key_missing",
    message: "No API key was provided. Send it in the Authorization header: Authorization: Bearer <API_KEY>.",
  },
  KEY_MALFORMED: {
    status: 401,
    id: "auth.key_malformed",
    message: "The API key is malformed. Check that it is complete and has no extra characters.",
  },
  KEY_INVALID: { status: 401, id: "auth.key_invalid", message: "Invalid API key." },
  KEY_REVOKED: { status: 401, id: "auth.key_revoked", message: "This API key has been revoked." },
  ACCOUNT_DISABLED: {
    status: 401,
    id: "auth.account_disabled",
    message: "The account that owns this API key is disabled.",
  },
  ORDERING_NOT_ALLOWED: {
    status: 401,
    id: "auth.ordering_not_allowed",
    message: "This account is no longer allowed to create orders. Contact support.",
  },
  ORDER_NOT_FOUND: {
    status: 404,
    id: "order.not_found",
    message: "No order found with this external_order_id.",
  },
  ROUTE_NOT_FOUND: { status: 404, id: "route.not_found", message: "Unknown API path." },
  METHOD_NOT_ALLOWED: {
    status: 405,
    id: "route.method_not_allowed",
    message: "Method not allowed for this path. The Allow header lists the supported methods.",
  },
  ORDER_CREATION_IN_PROGRESS: {
    status: 409,
    id: "order.creation_in_progress",
    message: "Another request is currently creating this order. Retry after the Retry-After delay.",
    retryAfter: 1,
  },
  ORDER_NOT_EDITABLE: {
    status: 409,
    id: "order.not_editable",
    message: "Only orders with status new or assigned can be updated.",
  },
  ORDER_NOT_CANCELLABLE: {
    status: 409,
    id: "order.not_cancellable",
    message: "A delivered order cannot be cancelled.",
  },
  ORDER_NOT_ASSIGNABLE: {
    status: 409,
    id: "order.not_assignable",
    message: "A courier can be assigned only while the order is new or assigned.",
  },
  ORDER_NOT_STARTABLE: {
    status: 409,
    id: "order.not_startable",
    message: "A pickup can be confirmed only while the order is assigned.",
  },
  ORDER_NOT_DELIVERABLE: {
    status: 409,
    id: "order.not_deliverable",
    message: "A delivery can be confirmed only while the order is in progress.",
  },
  STEP_NOT_POSSIBLE: {
    status: 409,
    id: "order.step_not_possible",
    message: "This step is not allowed in the order's current state.",
  },
  CODE_WRONG: {
    status: 409,
    id: "courier.code_wrong",
    message: "Incorrect delivery code, or too many incorrect attempts.",
  },
  NO_OPEN_QUESTION: {
    status: 409,
    id: "order.no_open_question",
    message: "No failed dropoff on this order is waiting for a decision.",
  },
  RETRY_NOT_POSSIBLE: {
    status: 409,
    id: "order.retry_not_possible",
    message: "The maximum number of delivery attempts for this dropoff has been reached.",
  },
  CANCELLATION_FEE_EXCEEDED: {
    status: 409,
    id: "order.cancellation_fee_exceeded",
    message: "The cancellation fee is now higher than max_fee. The order was not cancelled.",
  },
  COURIER_NOT_FOUND: { status: 404, id: "courier.not_found", message: "There is no such courier." },
  VEHICLE_TOO_SMALL: {
    status: 409,
    id: "courier.vehicle_too_small",
    message: "This courier's vehicle is too small for the order.",
  },
  COURIER_BUSY: { status: 409, id: "courier.busy", message: "This courier already has an active order." },
  ACCOUNT_NOT_FOUND: { status: 404, id: "account.not_found", message: "There is no such account." },
  KEY_NOT_FOUND: { status: 404, id: "key.not_found", message: "API key not found." },
  KEY_ENDED: { status: 409, id: "key.ended", message: "This key is revoked or has expired." },
  EMAIL_TAKEN: { status: 409, id: "user.email_taken", message: "A user with this email already exists." },
  OWNERS_ONLY: { status: 403, id: "user.owners_only", message: "Only an owner of the account may do this." },
  PERSON_NOT_FOUND: { status: 404, id: "user.not_found", message: "There is no such user." },
  LAST_OWNER: { status: 409, id: "user.last_owner", message: "An account must have at least one owner." },
  OWN_ACCESS: { status: 409, id: "user.own_access", message: "You cannot disable your own access." },
  INVITATION_NOT_FOUND: {
    status: 404,
    id: "invitation.not_found",
    message: "There is no such invitation.",
  },
  TOO_MANY_INVITATIONS: {
    status: 409,
    id: "invitation.too_many",
    message: "The account has too many open invitations.",
  },
  LINK_NOT_FOUND: {
    status: 404,
    id: "link.not_found",
    message: "This link is invalid or has expired.",
  },
  PASSKEY_REFUSED: { status: 403, id: "user.passkey_refused", message: "The passkey was not accepted." },
  PASSKEY_NOT_FOUND: { status: 404, id: "user.passkey_not_found", message: "There is no such passkey." },
  TOO_MANY_PASSKEYS: {
    status: 409,
    id: "user.too_many_passkeys",
    message: "A user can have at most 20 passkeys.",
  },
  PASSWORD_WRONG: { status: 403, id: "user.password_wrong", message: "The current password is incorrect." },
  ORDER_CHANGED: {
    status: 409,
    id: "order.changed",
    message: "The order has been changed since it was read for this edit.",
  },
  EXTERNAL_ID_TAKEN: {
    status: 409,
    id: "order.external_id_taken",
    message: "Another order already uses this external_order_id.",
  },
  QUOTE_EXPIRED: {
    status: 409,
    id: "quote.expired",
    message: "The quote has expired or does not match this trip. Request a new quote.",
  },
  ADDRESS_NOT_FOUND: { status: 404, id: "address.not_found", message: "There is no such saved address." },
  ADDRESS_NAME_TAKEN: {
    status: 409,
    id: "address.name_taken",
    message: "A saved address with this name already exists.",
  },
  TOO_MANY_ADDRESSES: {
    status: 409,
    id: "address.too_many",
    message: "The account has reached its limit of saved addresses.",
  },
  CALL_NOT_FOUND: { status: 404, id: "call.not_found", message: "There is no such call." },
  TEMPLATE_NOT_FOUND: { status: 404, id: "template.not_found", message: "There is no such template." },
  TEMPLATE_NAME_TAKEN: { status: 409, id: "template.name_taken", message: "A template has this name." },
  TOO_MANY_TEMPLATES: {
    status: 409,
    id: "template.too_many",
    message: "The account has reached its limit of templates.",
  },
  ENDPOINT_NOT_FOUND: { status: 404, id: "endpoint.not_found", message: "There is no such endpoint." },
  ENDPOINT_DISABLED: {
    status: 409,
    id: "endpoint.disabled",
    message: "The webhook endpoint is disabled. Enable it first.",
  },
  TOO_MANY_ENDPOINTS: {
    status: 409,
    id: "endpoint.too_many",
    message: "The account has reached its limit of webhook endpoints.",
  },
  DELIVERY_NOT_FOUND: { status: 404, id: "delivery.not_found", message: "There is no such delivery." },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    id: "payload.too_large",
    message: "The request body exceeds 256 KiB.",
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    id: "rate_limit.exceeded",
    message: "Rate limit exceeded for this API key. Retry after the number of seconds in Retry-After.",
    retryAfter: 1,
  },
  INTERNAL_ERROR: {
    status: 500,
    id: "internal.error",
    message:
      "Internal error. No changes were saved. Retry, and contact support with the X-Request-Id if it persists.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    id: "service.unavailable",
    message: "The service is temporarily unavailable. Retry after the Retry-After delay.",
    retryAfter: 2,
  },
  SERVICE_OVERLOADED: {
    status: 503,
    id: "service.overloaded",
    message: "The service has more requests than it can handle. Retry after the time in Retry-After.",
    retryAfter: 1,
    retryAfterJitter: 4,
  },
};

export function retryHeaders({ retryAfter, retryAfterJitter = 0 }: ApiError): Record<string, string> {
  if (retryAfter === undefined) return {};
  return { "Retry-After": String(retryAfter + Math.floor(Math.random() * (retryAfterJitter + 1))) };
}

export function toApiError(code: ErrorCode, prefix: Prefix): ApiError {
  const error = ERRORS[code];
  return code === "INVALID_PAYLOAD" ? { ...error, id: `validation.${prefix}_payload_invalid` } : error;
}
