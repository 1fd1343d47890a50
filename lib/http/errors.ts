import { toApiPath } from "@/lib/urls";

/** The two path prefixes that carry the API (spec, Endpoints). */
export const PREFIXES = ["partner", "delivery"] as const;
export type Prefix = (typeof PREFIXES)[number];

export function findPrefix(pathname: string): Prefix | null {
  return PREFIXES.find((prefix) => pathname.startsWith(toApiPath(prefix, "/"))) ?? null;
}

interface RetryDelay {
  readonly retryAfter?: number;
  /** Maximum number of random seconds added to `retryAfter`, so that clients do not retry all at once. */
  readonly retryAfterJitter?: number;
}

export interface ApiError extends RetryDelay {
  readonly status: number;
  readonly id: string;
  readonly message: string;
}

/** Status, id and text of every refusal. INVALID_PAYLOAD's id depends on the prefix: see `toApiError`. */
const ROWS = {
  INVALID_PAYLOAD: [
    400,
    "validation.partner_payload_invalid",
    "The request body or parameters are invalid. See error.details for every invalid field.",
  ],
  KEY_MISSING: [
    401,
    "auth.key_missing",
    "No API key was provided. Send it in the Authorization header: Authorization: Bearer <API_KEY>.",
  ],
  KEY_MALFORMED: [
    401,
    "auth.key_malformed",
    "The API key is malformed. Check that it is complete and has no extra characters.",
  ],
  KEY_INVALID: [401, "auth.key_invalid", "Invalid API key."],
  KEY_REVOKED: [401, "auth.key_revoked", "This API key has been revoked."],
  ACCOUNT_DISABLED: [401, "auth.account_disabled", "The account that owns this API key is disabled."],
  ORDERING_NOT_ALLOWED: [
    401,
    "auth.ordering_not_allowed",
    "This account is no longer allowed to create orders. Contact support.",
  ],
  ACCOUNT_WAITING: [
    401,
    "auth.account_waiting",
    "An operator has not approved this account yet. Until then, only its test keys work.",
  ],
  ACCOUNT_REJECTED: [401, "auth.account_rejected", "The operators did not approve this account."],
  ACCOUNT_DECIDED: [409, "account.decided", "Another operator has already decided on this account."],
  SIGN_UP_FULL: [503, "sign_up.full", "Sign-up is closed for the moment, because too many accounts wait."],
  NETWORK_NOT_ALLOWED: [
    401,
    "auth.network_not_allowed",
    "This API key cannot be used from this IP address. The request log of the dashboard shows the address.",
  ],
  ORDER_NOT_FOUND: [404, "order.not_found", "No order found with this external_order_id."],
  ROUTE_NOT_FOUND: [404, "route.not_found", "Unknown API path."],
  METHOD_NOT_ALLOWED: [
    405,
    "route.method_not_allowed",
    "Method not allowed for this path. The Allow header lists the supported methods.",
  ],
  ORDER_CREATION_IN_PROGRESS: [
    409,
    "order.creation_in_progress",
    "Another request is currently creating this order. Retry after the Retry-After delay.",
    { retryAfter: 1 },
  ],
  ORDER_NOT_EDITABLE: [409, "order.not_editable", "Only orders with status new or assigned can be updated."],
  ORDER_NOT_CANCELLABLE: [409, "order.not_cancellable", "A delivered order cannot be cancelled."],
  ORDER_NOT_ASSIGNABLE: [
    409,
    "order.not_assignable",
    "A courier can be assigned only while the order is new or assigned.",
  ],
  ORDER_HELD: [409, "order.held", "No courier can be assigned before the trip of this order is confirmed."],
  ORDER_NOT_STARTABLE: [
    409,
    "order.not_startable",
    "A pickup can be confirmed only while the order is assigned.",
  ],
  ORDER_NOT_DELIVERABLE: [
    409,
    "order.not_deliverable",
    "A delivery can be confirmed only while the order is in progress.",
  ],
  STEP_NOT_POSSIBLE: [
    409,
    "order.step_not_possible",
    "This step is not allowed in the order's current state.",
  ],
  CODE_WRONG: [409, "courier.code_wrong", "Incorrect delivery code, or too many incorrect attempts."],
  NO_OPEN_QUESTION: [
    409,
    "order.no_open_question",
    "No failed dropoff on this order is waiting for a decision.",
  ],
  RETRY_NOT_POSSIBLE: [
    409,
    "order.retry_not_possible",
    "The maximum number of delivery attempts for this dropoff has been reached.",
  ],
  CANCELLATION_FEE_EXCEEDED: [
    409,
    "order.cancellation_fee_exceeded",
    "The cancellation fee is now higher than max_fee. The order was not cancelled.",
  ],
  VERSIONS_MIXED: [
    409,
    "settings.versions_mixed",
    "Processes of another version are running. Finish the upgrade first.",
  ],
  COURIER_NOT_FOUND: [404, "courier.not_found", "There is no such courier."],
  VEHICLE_TOO_SMALL: [409, "courier.vehicle_too_small", "This courier's vehicle is too small for the order."],
  COURIER_BUSY: [409, "courier.busy", "This courier already has an active order."],
  COURIER_FULL: [409, "courier.full", "This courier can carry no more orders."],
  ROUTE_NOT_SHARED: [
    409,
    "courier.route_not_shared",
    "This order may not share a route with the courier's others.",
  ],
  ROUTE_CHANGED: [409, "courier.route_changed", "The courier's route has changed since it was read."],
  ACCOUNT_NOT_FOUND: [404, "account.not_found", "There is no such account."],
  KEY_NOT_FOUND: [404, "key.not_found", "API key not found."],
  KEY_ENDED: [409, "key.ended", "This key is revoked or has expired."],
  EMAIL_TAKEN: [409, "user.email_taken", "A user with this email already exists."],
  PERMISSION_DENIED: [403, "user.permission_denied", "Your role does not permit this."],
  PERSON_NOT_FOUND: [404, "user.not_found", "There is no such user."],
  LAST_OWNER: [409, "user.last_owner", "At least one person must stay owner."],
  OWN_ACCESS: [409, "user.own_access", "You cannot disable your own access."],
  INVITATION_NOT_FOUND: [404, "invitation.not_found", "There is no such invitation."],
  TOO_MANY_INVITATIONS: [409, "invitation.too_many", "The account has too many open invitations."],
  LINK_NOT_FOUND: [404, "link.not_found", "This link is invalid or has expired."],
  PASSKEY_REFUSED: [403, "user.passkey_refused", "The passkey was not accepted."],
  PASSKEY_NOT_FOUND: [404, "user.passkey_not_found", "There is no such passkey."],
  TOO_MANY_PASSKEYS: [409, "user.too_many_passkeys", "A user can have at most 20 passkeys."],
  PASSWORD_WRONG: [403, "user.password_wrong", "The current password is incorrect."],
  ORDER_CHANGED: [409, "order.changed", "The order has been changed since it was read for this edit."],
  EXTERNAL_ID_TAKEN: [409, "order.external_id_taken", "Another order already uses this external_order_id."],
  QUOTE_EXPIRED: [
    409,
    "quote.expired",
    "The quote has expired or does not match this trip. Request a new quote.",
  ],
  TARIFF_CHANGED: [409, "tariff.changed", "The tariff has been changed since it was read."],
  ADDRESS_NOT_FOUND: [404, "address.not_found", "There is no such saved address."],
  ADDRESS_NAME_TAKEN: [409, "address.name_taken", "A saved address with this name already exists."],
  TOO_MANY_ADDRESSES: [409, "address.too_many", "The account has reached its limit of saved addresses."],
  CALL_NOT_FOUND: [404, "call.not_found", "There is no such call."],
  TEMPLATE_NOT_FOUND: [404, "template.not_found", "There is no such template."],
  TEMPLATE_NAME_TAKEN: [409, "template.name_taken", "A template has this name."],
  TOO_MANY_TEMPLATES: [409, "template.too_many", "The account has reached its limit of templates."],
  ENDPOINT_NOT_FOUND: [404, "endpoint.not_found", "There is no such endpoint."],
  ENDPOINT_DISABLED: [409, "endpoint.disabled", "The webhook endpoint is disabled. Enable it first."],
  TOO_MANY_ENDPOINTS: [409, "endpoint.too_many", "The account has reached its limit of webhook endpoints."],
  BATCH_NOT_FOUND: [404, "batch.not_found", "No batch found with this batch_id."],
  TOO_MANY_PENDING_ORDERS: [
    429,
    "batch.too_many_pending_orders",
    "The account has reached its limit of pending orders in batches of this mode. Retry after some of them have been created.",
    { retryAfter: 10 },
  ],
  DELIVERY_NOT_FOUND: [404, "delivery.not_found", "There is no such delivery."],
  STATEMENT_NOT_FOUND: [404, "statement.not_found", "There is no statement of this month."],
  PAYLOAD_TOO_LARGE: [413, "payload.too_large", "The request body exceeds 256 KiB, or 5 MiB for a batch."],
  RATE_LIMIT_EXCEEDED: [
    429,
    "rate_limit.exceeded",
    "Rate limit exceeded for this API key. Retry after the number of seconds in Retry-After.",
    { retryAfter: 1 },
  ],
  INTERNAL_ERROR: [
    500,
    "internal.error",
    "Internal error. No changes were saved. Retry, and contact support with the X-Request-Id if it persists.",
  ],
  SERVICE_UNAVAILABLE: [
    503,
    "service.unavailable",
    "The service is temporarily unavailable. Retry after the Retry-After delay.",
    { retryAfter: 2 },
  ],
  SERVICE_OVERLOADED: [
    503,
    "service.overloaded",
    "The service has more requests than it can handle. Retry after the time in Retry-After.",
    { retryAfter: 1, retryAfterJitter: 4 },
  ],
} as const satisfies Readonly<
  Record<string, readonly [status: number, id: string, message: string, retry?: RetryDelay]>
>;

export type ErrorCode = keyof typeof ROWS;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ROWS, text);

export const ERRORS = Object.fromEntries(
  Object.entries(ROWS).map(([code, [status, id, message, retry]]) => [
    code,
    { status, id, message, ...retry },
  ]),
) as Readonly<Record<ErrorCode, ApiError>>;

export function retryHeaders({ retryAfter, retryAfterJitter = 0 }: ApiError): Record<string, string> {
  if (retryAfter === undefined) return {};
  return { "Retry-After": String(retryAfter + Math.floor(Math.random() * (retryAfterJitter + 1))) };
}

export function toApiError(code: ErrorCode, prefix: Prefix): ApiError {
  const error = ERRORS[code];
  return code === "INVALID_PAYLOAD" ? { ...error, id: `validation.${prefix}_payload_invalid` } : error;
}
