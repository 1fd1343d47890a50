import { useLocale } from "next-intl";
import { formatRubles } from "@/components/tracking/format";

export function useRubles(): (amount: number) => string {
  const locale = useLocale();
  return (amount) => formatRubles(amount, locale);
}
