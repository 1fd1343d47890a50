import * as z from "zod";

export const MAX_RETENTION_DAYS = 3650;
/** An account's choice to keep personal data regardless of the installation's. */
export const KEEP_PEOPLE = 0;

const error = "proof_days";

const daysFrom = (least: number) =>
  z
    .string({ error })
    .trim()
    .regex(/^\d{0,4}$/, { error })
    .transform((text) => (text === "" ? null : Number(text)))
    .refine((days) => days === null || (days >= least && days <= MAX_RETENTION_DAYS), { error });

/** Empty keeps personal data. */
export const retentionChoice = z.object({ days: daysFrom(1) });

/** Empty takes the installation's choice. */
export const accountRetention = z.object({ days: daysFrom(KEEP_PEOPLE) });
