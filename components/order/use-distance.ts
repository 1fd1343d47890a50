"use client";

import { useFormatter } from "next-intl";
import { spokenDistance } from "@/lib/routing/spoken-distance";

export function useDistance(): (meters: number) => string {
  const format = useFormatter();
  return (meters) => {
    const { unit, value } = spokenDistance(meters);
    return format.number(value, { style: "unit", unit, maximumFractionDigits: 1 });
  };
}
