import { DomainError } from "@/lib/domain-error";
import type { OrderStatus } from "@/lib/orders/order";

// Bidirectional and line separators, and control characters other than the line break.
const UNWANTED = /(?!\n)\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Removes control characters and outer whitespace; null when empty. @throws DomainError INVALID_PAYLOAD */
export function sanitizeText(text: string, most: number): string | null {
  const words = text.toWellFormed().replaceAll("\r\n", "\n").replaceAll(UNWANTED, " ").trim();
  if ([...words].length > most) {
    throw new DomainError("INVALID_PAYLOAD", [
      { field: "text", message: `must be at most ${most} characters` },
    ]);
  }
  return words === "" ? null : words;
}

export interface NotedStop {
  readonly status: OrderStatus;
  /** Whether the dropoff has neither been handed over nor failed. */
  readonly isOpen: boolean;
}

export function canNote({ status, isOpen }: NotedStop): boolean {
  return isOpen && status !== "delivered" && status !== "cancelled";
}
