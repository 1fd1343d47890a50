import type { ErrorCode } from "@/lib/domain-error";
import { toApiPath } from "@/lib/urls";

/** The two path prefixes that carry the API (spec, Endpoints). */
export const PREFIXES = ["partner", "delivery"] as const;
export type Prefix = (typeof PREFIXES)[number];

export function prefixOf(pathname: string): Prefix | null {
  return PREFIXES.find((prefix) => pathname.startsWith(toApiPath(prefix, "/"))) ?? null;
}

export interface PublicError {
  readonly status: number;
  readonly id: string;
  readonly message: string;
  readonly retryAfter?: number;
  /** Maximum number of random seconds added to `retryAfter`, so that clients do not retry all at once. */
  readonly retryAfterJitter?: number;
}

/** Status, id and text of every refusal. INVALID_PAYLOAD's id depends on the prefix: see `publicError`. */
export const ERRORS: Readonly<Record<ErrorCode, PublicError>> = {
  INVALID_PAYLOAD: {
    status: 400,
    id: "validation.partner_payload_invalid",
    message: "The request was rejected. error.details lists every offending field.",
  },
  KEY_MISSING: {
    status: 401,
    id: "auth.key_missing",
    message: "Send your API key in the header Authorization: Bearer <API_KEY>.",
  },
  KEY_MALFORMED: {
    status: 401,
    id: "auth.key_malformed",
    message: "The Authorization header does not carry an API key in its full form.",
  },
  KEY_INVALID: { status: 401, id: "auth.key_invalid", message: "This API key does not exist." },
  KEY_REVOKED: { status: 401, id: "auth.key_revoked", message: "This API key has been revoked." },
  ACCOUNT_DISABLED: {
    status: 401,
    id: "auth.account_disabled",
    message: "The account of this API key is disabled.",
  },
  ORDERING_NOT_ALLOWED: {
    status: 401,
    id: "auth.ordering_not_allowed",
    message: "The owner of this account is no longer a customer and cannot create orders.",
  },
  ORDER_NOT_FOUND: {
    status: 404,
    id: "order.not_found",
    message: "There is no order for this external_order_id.",
  },
  ROUTE_NOT_FOUND: { status: 404, id: "route.not_found", message: "There is no such address in this API." },
  METHOD_NOT_ALLOWED: {
    status: 405,
    id: "route.method_not_allowed",
    message: "This address does not take this method. The Allow header lists those that it takes.",
  },
  ORDER_CREATION_IN_PROGRESS: {
    status: 409,
    id: "order.creation_in_progress",
    message: "Another request is creating this order right now. Retry shortly.",
    retryAfter: 1,
  },
  ORDER_NOT_EDITABLE: {
    status: 409,
    id: "order.not_editable",
    message: "An order can be edited only while it is new or assigned.",
  },
  ORDER_NOT_CANCELLABLE: {
    status: 409,
    id: "order.not_cancellable",
    message: "An order that has been delivered cannot be cancelled.",
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
    message: "This step does not come next: the order was cancelled, or an earlier step is missing.",
  },
  CODE_WRONG: {
    status: 409,
    id: "courier.code_wrong",
    message: "This is not the recipient's code, or too many have been tried.",
  },
  NO_OPEN_QUESTION: {
    status: 409,
    id: "order.no_open_question",
    message: "No failed stop of this order waits for this answer.",
  },
  RETRY_NOT_POSSIBLE: {
    status: 409,
    id: "order.retry_not_possible",
    message: "This stop has been tried as often as it may be.",
  },
  CANCELLATION_FEE_EXCEEDED: {
    status: 409,
    id: "order.cancellation_fee_exceeded",
    message: "Cancelling costs more than max_fee by now. Nothing has been cancelled.",
  },
  COURIER_NOT_FOUND: { status: 404, id: "courier.not_found", message: "There is no such courier." },
  VEHICLE_TOO_SMALL: {
    status: 409,
    id: "courier.vehicle_too_small",
    message: "This courier's vehicle is too small for the order.",
  },
  COURIER_BUSY: { status: 409, id: "courier.busy", message: "This courier has an order on hand." },
  ACCOUNT_NOT_FOUND: { status: 404, id: "account.not_found", message: "There is no such account." },
  KEY_NOT_FOUND: { status: 404, id: "key.not_found", message: "There is no such key." },
  KEY_ENDED: { status: 409, id: "key.ended", message: "This key is revoked or has expired." },
  EMAIL_TAKEN: { status: 409, id: "user.email_taken", message: "A user with this email exists." },
  OWNERS_ONLY: { status: 403, id: "user.owners_only", message: "Only an owner of the account may do this." },
  PERSON_NOT_FOUND: { status: 404, id: "user.not_found", message: "There is no such user." },
  LAST_OWNER: { status: 409, id: "user.last_owner", message: "An account keeps at least one owner." },
  OWN_ACCESS: { status: 409, id: "user.own_access", message: "Nobody disables their own access." },
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
    message: "This link does not work or is out of date.",
  },
  PASSKEY_REFUSED: { status: 403, id: "user.passkey_refused", message: "The passkey was not accepted." },
  PASSKEY_NOT_FOUND: { status: 404, id: "user.passkey_not_found", message: "There is no such passkey." },
  TOO_MANY_PASSKEYS: {
    status: 409,
    id: "user.too_many_passkeys",
    message: "Nobody can have more than 20 passkeys.",
  },
  PASSWORD_WRONG: { status: 403, id: "user.password_wrong", message: "The present password is not right." },
  ORDER_CHANGED: {
    status: 409,
    id: "order.changed",
    message: "The order has been changed since it was read for this edit.",
  },
  EXTERNAL_ID_TAKEN: {
    status: 409,
    id: "order.external_id_taken",
    message: "Another delivery has this external_order_id.",
  },
  QUOTE_EXPIRED: {
    status: 409,
    id: "quote.expired",
    message: "The quote no longer stands for this trip. Ask for another.",
  },
  ADDRESS_NOT_FOUND: { status: 404, id: "address.not_found", message: "There is no such saved address." },
  ADDRESS_NAME_TAKEN: {
    status: 409,
    id: "address.name_taken",
    message: "A saved address has this name.",
  },
  TOO_MANY_ADDRESSES: {
    status: 409,
    id: "address.too_many",
    message: "The account has as many saved addresses as it may have.",
  },
  CALL_NOT_FOUND: { status: 404, id: "call.not_found", message: "There is no such call." },
  TEMPLATE_NOT_FOUND: { status: 404, id: "template.not_found", message: "There is no such template." },
  TEMPLATE_NAME_TAKEN: { status: 409, id: "template.name_taken", message: "A template has this name." },
  TOO_MANY_TEMPLATES: {
    status: 409,
    id: "template.too_many",
    message: "The account has as many templates as it may have.",
  },
  ENDPOINT_NOT_FOUND: { status: 404, id: "endpoint.not_found", message: "There is no such endpoint." },
  ENDPOINT_DISABLED: {
    status: 409,
    id: "endpoint.disabled",
    message: "Nothing is sent to an endpoint that is off.",
  },
  TOO_MANY_ENDPOINTS: {
    status: 409,
    id: "endpoint.too_many",
    message: "The account has as many endpoints as it may.",
  },
  DELIVERY_NOT_FOUND: { status: 404, id: "delivery.not_found", message: "There is no such delivery." },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    id: "payload.too_large",
    message: "The body is larger than 256 KiB.",
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    id: "rate_limit.exceeded",
    message: "The rate limit of this key is exceeded. Retry after the time in Retry-After.",
    retryAfter: 1,
  },
  INTERNAL_ERROR: {
    status: 500,
    id: "internal.error",
    message: "Something went wrong on our side. Nothing of this request has been kept.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    id: "service.unavailable",
    message: "The service cannot answer right now. Retry shortly.",
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

export function retryHeaders({ retryAfter, retryAfterJitter = 0 }: PublicError): Record<string, string> {
  if (retryAfter === undefined) return {};
  return { "Retry-After": String(retryAfter + Math.floor(Math.random() * (retryAfterJitter + 1))) };
}

export function publicError(code: ErrorCode, prefix: Prefix): PublicError {
  const error = ERRORS[code];
  return code === "INVALID_PAYLOAD" ? { ...error, id: `validation.${prefix}_payload_invalid` } : error;
}
