"use client";

import { useFormatter } from "next-intl";

/** Formats distances in kilometres, or in metres where those are clearer. */
export function useDistance(): (meters: number) => string {
  const format = useFormatter();
  return (meters) =>
    meters < 1000
      ? format.number(Math.round(meters), { style: "unit", unit: "meter" })
      : format.number(meters / 1000, { style: "unit", unit: "kilometer", maximumFractionDigits: 1 });
}
