import * as z from "zod";

/** Minutes, or until a time of day. */
export const PAUSE_CHOICES = ["30", "120", "until"] as const;

/** `zone` is empty for the whole service. */
export const pausedZone = z.object({
  zone: z
    .string()
    .default("")
    .transform((name) => name || null),
});

export const pauseForm = pausedZone.extend({
  for: z.enum(PAUSE_CHOICES, { error: "required" }),
  until: z.string().trim().default(""),
});

const invalid = { error: "longest_trip" } as const;

export const longestTrip = z
  .string()
  .transform((value) => value.replaceAll(/\s/g, "").replace(",", "."))
  .pipe(z.string().regex(/^(\d{1,6}(\.\d{1,3})?)?$/, invalid))
  .transform((value) => (value === "" ? null : Math.round(Number(value) * 1000)))
  .pipe(z.int(invalid).min(1_000, invalid).max(100_000_000, invalid).nullable());
