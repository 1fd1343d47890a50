import * as z from "zod";
import { MAX_WHY_LENGTH } from "@/lib/orders/charge";
import { fromRubles } from "@/lib/pricing/money";

const MAX_RUBLES = 100_000;

/** A nonzero RUB amount with a decimal point or comma. Messages are codes. */
export const adjustmentAmount = z
  .string()
  .transform((value) =>
    value.replaceAll(/\s/g, "").replace(",", ".").replace(/^[−–]/, "-").replace(/^\+/, ""),
  )
  .pipe(z.string().regex(/^-?\d{1,9}(\.\d{1,2})?$/, { error: "adjustment" }))
  .transform((value) => fromRubles(value))
  .refine((amount) => amount !== 0 && Math.abs(amount) <= fromRubles(MAX_RUBLES), { error: "adjustment" });

export const adjustmentWhy = z
  .string()
  .trim()
  .min(1, { error: "required" })
  .refine((why) => [...why].length <= MAX_WHY_LENGTH, { error: "too_long" });
