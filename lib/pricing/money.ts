import type { Prisma } from "@/lib/db/generated/client";

declare const unit: unique symbol;

/** An amount of money in whole kopecks; sums and products are exact. */
export type Kopecks = number & { readonly [unit]: "kopecks" };

const KOPECKS_PER_RUBLE = 100;
const DECIMAL = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/** Brands a whole number as an amount. @throws RangeError for fractions and numbers past exactness */
export function kopecks(amount: number): Kopecks {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not an exact amount of kopecks: ${amount}`);
  return (amount === 0 ? 0 : amount) as Kopecks;
}

/** Reads an amount in RUB with at most two decimals, without rounding. @throws RangeError for anything else */
export function fromRubles(rubles: string | number | Prisma.Decimal): Kopecks {
  const [, sign, whole, fraction = ""] = DECIMAL.exec(String(rubles)) ?? [];
  if (whole === undefined) throw new RangeError(`Not an amount in RUB: ${rubles}`);
  const amount = Number(whole) * KOPECKS_PER_RUBLE + Number(fraction.padEnd(2, "0"));
  return kopecks(sign === "-" ? -amount : amount);
}

/** The amount in RUB for the API: 12350 kopecks are 123.5. */
export function toRubles(amount: Kopecks): number {
  return amount / KOPECKS_PER_RUBLE;
}

/** The amount in RUB for numeric columns: 12350 kopecks are "123.50". */
export function toDecimalString(amount: Kopecks): string {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Divides whole numbers and rounds half up, exactly however large the numerator is.
 *
 * @throws RangeError when the numerator is negative or the denominator is not above zero
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): number {
  if (numerator < 0n || denominator <= 0n) {
    throw new RangeError(`Cannot divide ${numerator} by ${denominator}`);
  }
  return Number((numerator * 2n + denominator) / (denominator * 2n));
}
