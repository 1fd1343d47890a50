import type { Kopecks } from "@/lib/pricing/money";

/** What happens to the cash that couriers hold: given to them, paid for goods at a door, handed in. */
export type CashKind = "issued" | "paid" | "handed_in";

/** The largest amount that is given or handed in at once, in RUB. */
export const MOST_CASH_RUBLES = 1_000_000;

/** A change of the cash that a courier holds. */
export interface CashEntry {
  readonly kind: CashKind;
  /** Negative when cash went out of their hands. */
  readonly amount: Kopecks;
  readonly at: Date;
  /** The order whose goods were paid for; null for other entries, and once the order is deleted. */
  readonly orderCode: string | null;
}

/** What a courier holds, and the newest changes of it, newest first. */
export interface CourierCash {
  /** Negative when they have paid with their own money. */
  readonly balance: Kopecks;
  readonly entries: readonly CashEntry[];
}
