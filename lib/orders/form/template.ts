import * as z from "zod";
import { EMPTY_TIMES, type OrderDraft } from "@/lib/orders/form/draft";

export const MAX_TEMPLATES = 50;

const NAME_LENGTH = 64;

export interface DeliveryTemplate {
  readonly id: string;
  readonly name: string;
}

/** Messages are codes that the page translates. */
export const templateName = z
  .string()
  .trim()
  .min(1, { error: "required" })
  .refine((name) => [...name].length <= NAME_LENGTH, { error: "too_long" })
  .refine((name) => name.isWellFormed() && !name.includes("\u0000"), { error: "characters" });

export function templateDraft(draft: OrderDraft): OrderDraft {
  return { ...draft, external_order_id: "", ...EMPTY_TIMES };
}
