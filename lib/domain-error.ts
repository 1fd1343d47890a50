import type { ErrorCode } from "@/lib/http/errors";

export interface FieldIssue {
  readonly field: string;
  readonly message: string;
  /** Reason that pages translate; not part of the API's response. */
  readonly reason?:
    | "outside"
    | "closed"
    | "paused"
    | "too_far"
    | "too_soon"
    | "unusual"
    | "swapped"
    | "ready_too_late"
    | "window_and_time"
    | "window_short"
    | "window_long"
    | "window_far"
    | "window_soon"
    | "window_order";
}

export const isOverload = (error: unknown): boolean =>
  error instanceof DomainError && error.code === "SERVICE_OVERLOADED";

/** For a catch where a DomainError only means that a concurrent change came first. @throws any other error */
export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}

/** Thrown when a use case refuses; its transaction is rolled back. */
export class DomainError extends Error {
  // Next's bundle has its own copy of this class, and shared objects may throw either copy.
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
