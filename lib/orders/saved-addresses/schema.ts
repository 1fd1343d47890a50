import * as z from "zod";
import { orderBody } from "@/lib/orders/schema";

const NAME_LENGTH = 80;

export const addressName = z
  .string()
  .trim()
  .min(1, { error: "required" })
  .refine((name) => [...name].length <= NAME_LENGTH, { error: "too_long" })
  .refine((name) => name.isWellFormed() && !name.includes("\u0000"), { error: "characters" });

export const addressStop = orderBody.shape.pickup;
