import * as z from "zod";
import { verifyStatements } from "@/lib/billing/verify-statements";
import { accountId, type Command, command } from "@/scripts/command";

export const STATEMENT_COMMANDS: Readonly<Record<string, Command<unknown>>> = {
  "statement verify": command({
    usage: "[--account ID] [--repair]",
    options: z.object({ account: accountId.optional(), repair: z.boolean().optional() }),
    run: async (db, { account, repair = false }) => {
      const found = await verifyStatements(db, account ?? null, { isRepaired: repair });
      if (repair || (found.wrongHours === 0 && found.missingCorrections === 0)) {
        return {
          accounts: found.accounts,
          wrong_hours: found.wrongHours,
          missing_corrections: found.missingCorrections,
        };
      }
      throw new Error(
        `${found.wrongHours} hours have a wrong sum of ended orders, and ${found.missingCorrections} orders of closed months lack a correction. Run it with --repair.`,
      );
    },
  }),
};
