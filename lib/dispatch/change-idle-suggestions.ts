import type * as z from "zod";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { invalidateRow } from "@/lib/db/row-cache";
import { endSuggestions } from "@/lib/dispatch/idle-suggestion";
import type { idleSuggestionChoice } from "@/lib/dispatch/idle-suggestion-settings";

/** Turned off, it also ends the suggestions that couriers see. */
export async function changeIdleSuggestions(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { is_on: isOn }: z.infer<typeof idleSuggestionChoice>,
): Promise<void> {
  const now = clock.now();
  const choice = { isOn, changedAt: now };
  await db.transaction(async (tx) => {
    const { count } = await tx.models.idleSuggestionSettings.updateMany({ data: choice });
    if (count === 0) await tx.models.idleSuggestionSettings.create({ data: choice });
    await endSuggestions(tx, { now, isOn });
  });
  invalidateRow(db, "idle_suggestion_settings", null);
}
