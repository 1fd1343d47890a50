import * as z from "zod";

export const longestTrip = z
  .string()
  .transform((value) => value.replaceAll(/\s/g, "").replace(",", "."))
  .pipe(z.string().regex(/^(\d{1,6}(\.\d{1,3})?)?$/))
  .transform((value) => (value === "" ? null : Math.round(Number(value) * 1000)))
  .pipe(z.int().min(1_000).max(100_000_000).nullable());
