import { divideHalfUp, type Kopecks, kopecks } from "@/lib/pricing/money";

/** Rounded half up to the kopeck. Null if no percentage is set. @param amount counts as 0 if negative */
export function courierPay(courierPercent: number, amount: Kopecks): Kopecks | null {
  if (courierPercent === 0) return null;
  return kopecks(divideHalfUp(BigInt(Math.max(0, amount)) * BigInt(courierPercent), 100n));
}
