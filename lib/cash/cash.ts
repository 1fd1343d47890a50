import type { Kopecks } from "@/lib/pricing/money";

export const MAX_CASH_RUBLES = 1_000_000;

export interface CourierCash {
  readonly balance: Kopecks;
  readonly entries: readonly {
    readonly kind: "issued" | "paid" | "handed_in";
    readonly amount: Kopecks;
    readonly at: Date;
    /** Null for other entries, or once the order is deleted. */
    readonly orderCode: string | null;
  }[];
}
