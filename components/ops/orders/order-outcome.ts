import type { ErrorCode } from "@/lib/domain-error";

/** What came of one of several orders that the same was done to. */
export interface BulkActionResult {
  readonly code: string;
  /** Why nothing was done; null when it was. */
  readonly refusal: ErrorCode | null;
  /** The courier who has it now, or was told. */
  readonly subject: string;
}
