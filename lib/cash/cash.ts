import type { Kopecks } from "@/lib/pricing/money";

export type CashKind = "issued" | "paid" | "handed_in";

/** Per change. */
export const MOST_CASH_RUBLES = 1_000_000;

export interface CashEntry {
  readonly kind: CashKind;
  /** Negative for cash that went out. */
  readonly amount: Kopecks;
  readonly at: Date;
  /** Null for other entries, or once the order is deleted. */
  readonly orderCode: string | null;
}

export interface CourierCash {
  /** Negative if the courier paid with their own money. */
  readonly balance: Kopecks;
  readonly entries: readonly CashEntry[];
}
