import * as z from "zod";
import { CANCELLATION_CODES, type CancellationTerms } from "@/lib/orders/cancellation-terms";
import { toRubles } from "@/lib/pricing/money";

export const cancellationResource = z
  .object({
    allowed: z.boolean().meta({ description: "False once the order has ended." }),
    fee: z.number().meta({ description: "RUB; all charges that a cancellation would bring now." }),
    reason: z.enum(CANCELLATION_CODES).meta({
      description:
        "Why it costs that much. `free_until_assigned`: no courier has it. `courier_assigned`, `courier_arrived`: a courier is on the way to the pickup, or there. `goods_return`: the goods are picked up and would go back. `already_cancelled`, `already_delivered`: there is nothing to cancel.",
    }),
    valid_until: z.iso.datetime().nullable().meta({
      description:
        "The earliest moment at which it may change by itself; null if it changes only with what happens to the order.",
    }),
  })
  .meta({ id: "CancellationTerms" });

export function toCancellationResource(terms: CancellationTerms): z.infer<typeof cancellationResource> {
  return {
    allowed: terms.isAllowed,
    fee: toRubles(terms.fee),
    reason: terms.code,
    valid_until: terms.validUntil?.toISOString() ?? null,
  };
}
