import type { ErrorCode } from "@/lib/domain-error";

export interface OrderOutcome {
  readonly code: string;
  readonly refusal: ErrorCode | null;
  /** The courier's name; empty if there is none. */
  readonly subject: string;
}
