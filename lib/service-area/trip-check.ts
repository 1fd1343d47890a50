import * as z from "zod";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { tripCheckSettings } from "@/lib/db/generated/columns";
import { UnusualTripAction } from "@/lib/db/generated/enums";
import { pick } from "@/lib/db/row";
import { invalidateRow, RowCache } from "@/lib/db/row-cache";
import { query } from "@/lib/db/sql";

/** `hold`: an operator confirms the order first; `refuse`: the order is a 400; `allow`: no check. */
export const UNUSUAL_TRIP_ACTIONS = Object.values(UnusualTripAction);

/** What happens to live orders with an unusual trip. */
export interface TripCheck {
  readonly action: UnusualTripAction;
  readonly maxLegMeters: number;
}

/** Applies until an operator changes it. */
const INITIAL: TripCheck = { action: "hold", maxLegMeters: 100_000 };

const TABLE = "trip_check_settings";
const ONLY = "current";

const current = new RowCache<TripCheck>({ table: TABLE, most: 1 });

/** Cached; a change applies on every process within a second. */
export function getTripCheck(db: Database): Promise<TripCheck> {
  return current.get(db, ONLY, async () => {
    const [row] = await query(db, pick(tripCheckSettings, "action maxLegMeters"))`
      SELECT action, max_leg_meters FROM trip_check_settings`;
    return row ?? INITIAL;
  });
}

export const tripCheckChoice = z.object({
  action: z.enum(UNUSUAL_TRIP_ACTIONS, { error: "required" }),
  max_leg_km: z
    .string()
    .transform((value) => value.replaceAll(/\s/g, ""))
    .pipe(z.string().regex(/^\d{1,5}$/, { error: "leg_km" }))
    .transform(Number)
    .refine((km) => km >= 1 && km <= 20_000, { error: "leg_km" }),
});

/** Applies to later orders and edits. Orders that wait already are confirmed or cancelled one by one. */
export async function changeTripCheck(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { action, max_leg_km: km }: z.infer<typeof tripCheckChoice>,
): Promise<void> {
  const choice = { action, maxLegMeters: km * 1000, changedAt: clock.now() };
  await db.transaction(async (tx) => {
    const { count } = await tx.models.tripCheckSettings.updateMany({ data: choice });
    if (count === 0) await tx.models.tripCheckSettings.create({ data: choice });
  });
  invalidateRow(db, TABLE, null);
}
