export interface FieldIssue {
  readonly field: string;
  readonly message: string;
  /** Reason that pages translate; not part of the API's response. */
  readonly reason?: "outside" | "closed";
}

/** `lib/http/errors.ts` gives each its status, id and public text. */
export type ErrorCode =
  | "INVALID_PAYLOAD"
  | "KEY_MISSING"
  | "KEY_MALFORMED"
  | "KEY_INVALID"
  | "KEY_REVOKED"
  | "ACCOUNT_DISABLED"
  | "ORDERING_NOT_ALLOWED"
  | "ORDER_NOT_FOUND"
  | "ROUTE_NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "ORDER_CREATION_IN_PROGRESS"
  | "ORDER_NOT_EDITABLE"
  | "ORDER_NOT_CANCELLABLE"
  | "ORDER_NOT_ASSIGNABLE"
  | "ORDER_NOT_STARTABLE"
  | "ORDER_NOT_DELIVERABLE"
  | "STEP_NOT_POSSIBLE"
  | "CODE_WRONG"
  | "NO_OPEN_QUESTION"
  | "RETRY_NOT_POSSIBLE"
  | "CANCELLATION_FEE_EXCEEDED"
  | "COURIER_NOT_FOUND"
  | "COURIER_BUSY"
  | "VEHICLE_TOO_SMALL"
  | "ACCOUNT_NOT_FOUND"
  | "KEY_NOT_FOUND"
  | "KEY_ENDED"
  | "EMAIL_TAKEN"
  | "OWNERS_ONLY"
  | "PERSON_NOT_FOUND"
  | "LAST_OWNER"
  | "OWN_ACCESS"
  | "INVITATION_NOT_FOUND"
  | "TOO_MANY_INVITATIONS"
  | "LINK_NOT_FOUND"
  | "PASSWORD_WRONG"
  | "PASSKEY_REFUSED"
  | "PASSKEY_NOT_FOUND"
  | "TOO_MANY_PASSKEYS"
  | "ORDER_CHANGED"
  | "EXTERNAL_ID_TAKEN"
  | "QUOTE_EXPIRED"
  | "ADDRESS_NOT_FOUND"
  | "ADDRESS_NAME_TAKEN"
  | "TOO_MANY_ADDRESSES"
  | "CALL_NOT_FOUND"
  | "TEMPLATE_NOT_FOUND"
  | "TEMPLATE_NAME_TAKEN"
  | "TOO_MANY_TEMPLATES"
  | "ENDPOINT_NOT_FOUND"
  | "ENDPOINT_DISABLED"
  | "TOO_MANY_ENDPOINTS"
  | "DELIVERY_NOT_FOUND"
  | "PAYLOAD_TOO_LARGE"
  | "RATE_LIMIT_EXCEEDED"
  | "SERVICE_UNAVAILABLE"
  | "SERVICE_OVERLOADED"
  | "INTERNAL_ERROR";

export const isOverload = (error: unknown): boolean =>
  error instanceof DomainError && error.code === "SERVICE_OVERLOADED";

/** Thrown by use cases that refuse; nothing of the change has been kept. */
export class DomainError extends Error {
  // Next bundles this module once more, and what both bundles share throws either's class.
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: subclasses inherit this method and keep the usual instanceof.
    const type = this as unknown;
    const isOther = type === DomainError && value instanceof Error && value.name === "DomainError";
    return isOther || Function.prototype[Symbol.hasInstance].call(type, value);
  }

  readonly code: ErrorCode;
  readonly issues: readonly FieldIssue[];

  constructor(code: ErrorCode, issues: readonly FieldIssue[] = []) {
    super(issues.length === 0 ? code : `${code}: ${issues.map((i) => `${i.field} ${i.message}`).join("; ")}`);
    this.name = "DomainError";
    this.code = code;
    this.issues = issues;
  }
}
