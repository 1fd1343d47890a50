import * as z from "zod";
import { orderBody } from "@/lib/orders/schema";

const NAME_LENGTH = 80;

/** A saved address's name. The messages are codes that the page translates. */
export const addressName = z
  .string()
  .trim()
  .min(1, { error: "required" })
  .refine((name) => [...name].length <= NAME_LENGTH, { error: "too_long" })
  .refine((name) => name.isWellFormed() && !name.includes("\u0000"), { error: "characters" });

/** A stop as in an order: an address and a contact. */
export const addressStop = orderBody.shape.pickup;
