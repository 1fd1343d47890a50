"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useRubles } from "@/components/orders/detail/use-rubles";

export function useAmounts() {
  const format = useFormatter();
  const t = useTranslations("delivery.units");
  return {
    price: useRubles(),
    distance: (meters: number): string =>
      t("km", { value: format.number(meters / 1000, { maximumFractionDigits: 1 }) }),
    duration: (seconds: number): string => {
      const minutes = Math.max(1, Math.round(seconds / 60));
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
      return hours === 0 ? t("minutes", { minutes }) : t("hours", { hours, minutes: rest });
    },
  };
}
