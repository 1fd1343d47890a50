import * as z from "zod";
import { fromRubles } from "@/lib/pricing/money";

export const MAX_CASH_RUBLES = 1_000_000;

/** RUB with a point or a comma. The message is a code. */
export const cashAmount = z
  .string()
  .transform((value) => value.replaceAll(/\s/g, "").replace(",", "."))
  .pipe(z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, { error: "cash" }))
  .transform((value) => fromRubles(value))
  .refine((amount) => amount > 0 && amount <= fromRubles(MAX_CASH_RUBLES), { error: "cash" });
