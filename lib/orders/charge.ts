import * as enums from "@/lib/db/generated/enums";
import type { OrderStatus } from "@/lib/orders/order";
import { type Kopecks, kopecks } from "@/lib/pricing/money";

export const CHARGE_TYPES = Object.values(enums.ChargeType);
export type ChargeType = (typeof CHARGE_TYPES)[number];

export const MAX_WHY_LENGTH = 500;

/** A nonzero charge; only an adjustment may be negative. */
export interface NewCharge {
  readonly type: ChargeType;
  readonly amount: Kopecks;
  readonly why: string;
  /** Only for waiting: 0 is the pickup, n is dropoff n. */
  readonly position?: number;
}

export interface Charge extends Omit<NewCharge, "position"> {
  readonly at: Date;
  readonly position: number | null;
}

export function sumCharges(charges: readonly Pick<NewCharge, "amount">[]): Kopecks {
  return kopecks(charges.reduce((sum, { amount }) => sum + amount, 0));
}

/** Returns the amount owed (spec, RES-14), at least 0; null without a price. `TOTAL` in SQL. */
export function computeTotal(
  order: Readonly<{ status: OrderStatus; price: Kopecks | null; chargesTotal: Kopecks }>,
): Kopecks | null {
  if (order.price === null) return null;
  return kopecks(Math.max(0, (order.status === "cancelled" ? 0 : order.price) + order.chargesTotal));
}

export function returnCharges({ returnPrice }: { readonly returnPrice: Kopecks }): NewCharge[] {
  return returnPrice === 0
    ? []
    : [{ type: "return", amount: returnPrice, why: "Goods are brought back to the pickup." }];
}
