import * as z from "zod";
import type { Database } from "@/lib/db/client";
import { idleSuggestionSettings } from "@/lib/db/generated/columns";
import { pick } from "@/lib/db/row";
import { RowCache } from "@/lib/db/row-cache";
import { query } from "@/lib/db/sql";

export interface IdleSuggestionSettings {
  /** Whether idle couriers are suggested where to wait. */
  readonly isOn: boolean;
}

/** Applies until an operator changes it. */
const INITIAL: IdleSuggestionSettings = { isOn: false };

const ONLY = "current";

const current = new RowCache<IdleSuggestionSettings>({ table: "idle_suggestion_settings", most: 1 });

/** Cached; a change applies on every process within a second. */
export function getIdleSuggestionSettings(db: Database): Promise<IdleSuggestionSettings> {
  return current.get(db, ONLY, async () => {
    const [row] = await query(db, pick(idleSuggestionSettings, "isOn"))`
      SELECT is_on FROM idle_suggestion_settings`;
    return row ?? INITIAL;
  });
}

/** Browsers omit a checkbox that is off. */
export const idleSuggestionChoice = z.object({
  is_on: z
    .literal("on")
    .optional()
    .transform((sent) => sent === "on"),
});
