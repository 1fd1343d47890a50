import { DomainError } from "@/lib/domain-error";
import type { OrderStatus } from "@/lib/orders/order";

// What would hide or turn round other text, and every control character but the line break.
const UNWANTED = /(?!\n)\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * What recipients write, as it is kept: without control characters and the space around it; null when nothing is left.
 *
 * @throws DomainError INVALID_PAYLOAD on `text` when it is too long
 */
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
  /** Whether its goods have not been handed over, and nobody has said otherwise. */
  readonly isOpen: boolean;
}

/** Whether a note may still help the courier. */
export function canNote({ status, isOpen }: NotedStop): boolean {
  return isOpen && status !== "delivered" && status !== "cancelled";
}
