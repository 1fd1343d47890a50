export { type CreateOrderOptions, Dropline, type ListOrdersOptions, type OrderFilters } from "./client.js";
export { DroplineError, type FieldIssue } from "./error.js";
export type * from "./schema.js";
export type { CallOptions, DroplineOptions } from "./transport.js";
export { isNewer, verifyWebhook, type WebhookHeaders, WebhookVerificationError } from "./webhooks.js";
