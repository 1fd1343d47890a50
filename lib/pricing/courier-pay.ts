import { divideHalfUp, type Kopecks, kopecks } from "@/lib/pricing/money";

/**
 * What a courier earns with an order: their percentage of what it costs, rounded half up to the kopeck; null where
 * nothing is set, and so nothing is said.
 *
 * @param amount never counts below zero: an adjustment may have taken more than there was
 */
export function courierPay(courierPercent: number, amount: Kopecks): Kopecks | null {
  if (courierPercent === 0) return null;
  return kopecks(divideHalfUp(BigInt(Math.max(0, amount)) * BigInt(courierPercent), 100n));
}
