import * as z from "zod";

export const cancellation = z.object({
  reason: z.string().trim().min(1, { error: "required" }).max(255, { error: "too_long" }),
  comment: z
    .string()
    .trim()
    .max(2000, { error: "too_long" })
    .transform((comment) => comment || undefined),
});
