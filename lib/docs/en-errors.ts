import type { ErrorCode } from "@/lib/http/errors";

export const ADVICE: Partial<Record<ErrorCode, string>> = {
  INVALID_PAYLOAD:
    "Correct every field named in `error.details` and send the request again. `error.details` is a JSON array inside a string: decode it a second time.",
  KEY_MISSING: "Send the header: the scheme `Bearer`, a space, then the key.",
  KEY_MALFORMED:
    "Check whether the key was cut off or has quotes around it. Its last six characters are a checksum of the rest, so a damaged key is recognized.",
  KEY_INVALID: "Check that you are calling the service that issued the key.",
  KEY_REVOKED: "Create a new key and switch to it. A revoked or expired key never works again.",
  ACCOUNT_DISABLED: "Ask the operators of the service.",
  ORDERING_NOT_ALLOWED: "Ask the operators of the service.",
  NETWORK_NOT_ALLOWED:
    "Send the request from an allowed network, or add the address to the networks of the key or of the account in the dashboard.",
  ORDER_NOT_FOUND:
    "Check the order ID, percent-encoded in the path, and the key: live and test orders are separate, and another account's order is reported as not found.",
  ROUTE_NOT_FOUND: "Check the path. The tariff is under `/v1/delivery` only.",
  METHOD_NOT_ALLOWED: "Use one of the methods in the `Allow` header.",
  ORDER_CREATION_IN_PROGRESS:
    "Send the same request again after `Retry-After` seconds. You will get the order, which is created only once.",
  ORDER_NOT_EDITABLE: "Nothing was changed. If the order must go elsewhere, cancel it and create another.",
  ORDER_NOT_CANCELLABLE: "The order has been delivered; there is nothing left to cancel.",
  STATEMENT_NOT_FOUND: "Take the month from `GET /statements`.",
  NO_OPEN_QUESTION:
    "Read the order: `stops` shows the decision about each dropoff. The question may have been answered already, or its time was over.",
  RETRY_NOT_POSSIBLE: "The question stays open. Answer `return` or `leave`.",
  CANCELLATION_FEE_EXCEEDED:
    "Ask `GET /orders/{external_order_id}/cancellation` what it costs now, and cancel again with a higher `max_fee` or without one.",
  ENDPOINT_NOT_FOUND:
    "List the endpoints: live and test keys have separate ones, and another account's endpoint is reported as not found.",
  ENDPOINT_DISABLED: "Enable it with PATCH and `status` `enabled`, then repeat the request.",
  TOO_MANY_ENDPOINTS: "Delete an endpoint that is no longer used, or add events to an existing one.",
  DELIVERY_NOT_FOUND: "List the endpoint's deliveries. Events are kept for 30 days.",
  STEP_NOT_POSSIBLE:
    "Only the sandbox returns this. Leave `step` out to take the next step. While a question about goods is open and nothing else is left to do, answer it first.",
  CODE_WRONG:
    "Only the sandbox returns this. The recipient's code is on the tracking page of that dropoff; after five wrong ones only an operator can let the courier go on.",
  BATCH_NOT_FOUND:
    "Check the batch ID and the key: another account's batch, or one of the other mode, is reported as not found. A batch is deleted after 30 days.",
  TOO_MANY_PENDING_ORDERS:
    "Read your batches until fewer orders are pending, then send this batch again. An account can have 2,000 pending orders in each mode.",
  PAYLOAD_TOO_LARGE:
    "Send a smaller body. The limit is 256 KiB, far above any valid request, and 5 MiB for a batch of orders.",
  RATE_LIMIT_EXCEEDED:
    "Wait `Retry-After` seconds: one request succeeds then, and more as your earlier requests become a minute old. The `RateLimit` header of every response shows how many requests are left.",
  INTERNAL_ERROR: "Retry with increasing intervals, and report the `X-Request-Id` if it keeps happening.",
  SERVICE_UNAVAILABLE:
    "Retry after `Retry-After` seconds with increasing intervals. Creating an order is safe to retry.",
  SERVICE_OVERLOADED:
    "Retry after `Retry-After` seconds, and send fewer requests at once: 20 requests of one account are processed at a time, further ones wait up to 2.5 s. Nothing was changed.",
};
