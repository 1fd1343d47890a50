import * as z from "zod";
import { orderBody } from "@/lib/orders/schema";

const NAME_LENGTH = 80;

/** What an address is called in its account's list. The messages are codes, for whoever shows them. */
export const addressName = z
  .string()
  .trim()
  .min(1, { error: "required" })
  .refine((name) => [...name].length <= NAME_LENGTH, { error: "too_long" })
  .refine((name) => name.isWellFormed() && !name.includes("\u0000"), { error: "characters" });

/** A stop as an order has it: an address and whom one finds there. */
export const addressStop = orderBody.shape.pickup;

export type AddressStop = z.infer<typeof addressStop>;
