import type { Prisma } from "@/lib/db/generated/client";

declare const unit: unique symbol;

/** Whole kopecks; sums and products are exact. */
export type Kopecks = number & { readonly [unit]: "kopecks" };

const KOPECKS_PER_RUBLE = 100;
const DECIMAL = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/** @throws RangeError for fractions and unsafe integers */
export function kopecks(amount: number): Kopecks {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not an exact amount of kopecks: ${amount}`);
  return (amount === 0 ? 0 : amount) as Kopecks;
}

/** At most two decimals. @throws RangeError for anything else */
export function fromRubles(rubles: string | number | Prisma.Decimal): Kopecks {
  const [, sign, whole, fraction = ""] = DECIMAL.exec(String(rubles)) ?? [];
  if (whole === undefined) throw new RangeError(`Not an amount in RUB: ${rubles}`);
  const amount = Number(whole) * KOPECKS_PER_RUBLE + Number(fraction.padEnd(2, "0"));
  return kopecks(sign === "-" ? -amount : amount);
}

/** For the API: 12350 kopecks are 123.5. */
export function toRubles(amount: Kopecks): number {
  return amount / KOPECKS_PER_RUBLE;
}

/** For numeric columns: 12350 kopecks are "123.50". */
export function toDecimalString(amount: Kopecks): string {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Exact, rounding half up. @throws RangeError for a negative numerator or a denominator that is not positive */
export function divideHalfUp(numerator: bigint, denominator: bigint): number {
  if (numerator < 0n || denominator <= 0n) {
    throw new RangeError(`Cannot divide ${numerator} by ${denominator}`);
  }
  return Number((numerator * 2n + denominator) / (denominator * 2n));
}
