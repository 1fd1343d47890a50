import { useFormatter } from "next-intl";

/** Formats amounts in RUB, with kopecks only where there are some. */
export function useRubles(): (amount: number) => string {
  const format = useFormatter();
  return (amount) =>
    format.number(amount, {
      style: "currency",
      currency: "RUB",
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    });
}
