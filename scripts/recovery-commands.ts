import * as z from "zod";
import { getDataState } from "@/lib/events/data-state";
import { markRestored } from "@/lib/events/mark-restored";
import { releaseQuarantine } from "@/lib/events/release-quarantine";
import { type Command, command } from "@/scripts/command";

export const RECOVERY_COMMANDS: Readonly<Record<string, Command<unknown>>> = {
  restore: command({
    usage: "--release | --mark TIME",
    options: z
      .object({
        release: z.literal(true).optional(),
        mark: z.iso
          .datetime({ offset: true, error: "must be a time such as 2026-11-26T21:14:03Z" })
          .transform((text) => new Date(text))
          .refine((until) => until <= new Date(), { error: "must be in the past" })
          .optional(),
      })
      .refine(({ release, mark }) => (release === undefined) !== (mark === undefined), {
        error: "give either --release or --mark",
      }),
    run: async (db, { mark }) => {
      if (mark !== undefined) await markRestored(db, { until: mark });
      else if (!(await releaseQuarantine(db))) throw new Error("The database is not quarantined.");
      const { epoch, dataUntil, quarantinedAt } = await getDataState(db);
      return {
        data_epoch: String(epoch),
        data_until: dataUntil?.toISOString() ?? null,
        quarantined: quarantinedAt !== null,
      };
    },
  }),
};
