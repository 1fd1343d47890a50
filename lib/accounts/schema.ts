import * as z from "zod";
import { KEY_LIFETIMES_DAYS, KEY_OVERLAPS_HOURS } from "@/lib/accounts/key-terms";

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

const DAY_MS = 24 * 60 * 60_000;

const lifetime = z
  .enum(KEY_LIFETIMES_DAYS)
  .catch("")
  .transform((days) => (days === "" ? null : Number(days) * DAY_MS));

/** A new key as a form sends it. */
export const newKey = z.object({
  name: z.string().trim().min(1, { error: "required" }).max(100, { error: "too_long" }),
  lifetime,
});

/** How a form has a key replaced. */
export const keyRotation = z.object({
  overlap: z
    .enum(KEY_OVERLAPS_HOURS, { error: "required" })
    .transform((hours) => Number(hours) * 60 * 60_000),
  lifetime,
});

/** How many requests a minute each key of an account may make; an empty text means any number. */
export const rateLimit = z
  .string()
  .trim()
  .regex(/^([1-9]\d{0,5})?$/, { error: "rate_limit" })
  .transform((text) => (text === "" ? null : Number(text)));
