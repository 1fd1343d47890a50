import * as z from "zod";

/** A new account as a form sends it. The messages are codes, for whoever shows them to put into words. */
export const newAccount = z.object({
  name: z.string().trim().min(1, { error: "required" }).max(200, { error: "too_long" }),
  email: z
    .string()
    .trim()
    .min(1, { error: "required", abort: true })
    .max(320, { error: "too_long" })
    .pipe(z.email({ error: "email" })),
});

/** How many requests a minute each key of an account may make; an empty text means any number. */
export const rateLimit = z
  .string()
  .trim()
  .regex(/^([1-9]\d{0,5})?$/, { error: "rate_limit" })
  .transform((text) => (text === "" ? null : Number(text)));
