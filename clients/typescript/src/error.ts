/** A problem with one field of a rejected payload. */
export interface FieldIssue {
  readonly field: string;
  readonly message: string;
}

interface Details {
  readonly status: number;
  readonly id: string;
  readonly issues?: readonly FieldIssue[];
  readonly requestId?: string;
  readonly excerpt?: string;
  readonly cause?: unknown;
}

/** A call that did not succeed, for any reason other than its own `signal`. */
export class DroplineError extends Error {
  override readonly name = "DroplineError";
  /** The HTTP status; 0 if there was no complete response. */
  readonly status: number;
  /**
   * The kind of error, such as `order.not_found`; `client.no_response` after a network error or timeout, and
   * `client.unreadable_response` if something else than the API responded, such as a proxy.
   */
  readonly id: string;
  /** The invalid fields of a rejected payload. */
  readonly issues: readonly FieldIssue[];
  /** Identifies the response; include it in questions to support. */
  readonly requestId: string;
  /** The beginning of an unreadable response. */
  readonly excerpt: string;

  constructor(message: string, { status, id, issues = [], requestId = "", excerpt = "", cause }: Details) {
    super(message, { cause });
    this.status = status;
    this.id = id;
    this.issues = issues;
    this.requestId = requestId;
    this.excerpt = excerpt;
  }
}
