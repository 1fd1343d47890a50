"use client";

import { useFormatter } from "next-intl";
import { formatDistance } from "@/lib/routing/format-distance";

export function useDistance(): (meters: number) => string {
  const format = useFormatter();
  return (meters) => {
    const { unit, value } = formatDistance(meters);
    return format.number(value, { style: "unit", unit, maximumFractionDigits: 1 });
  };
}
