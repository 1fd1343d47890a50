import type { Database, Queryable } from "@/lib/db/client";
import { idleSuggestions } from "@/lib/db/generated/columns";
import { pick, type RowOf } from "@/lib/db/row";
import { execute, query, type Sql, sql } from "@/lib/db/sql";
import { getIdleSuggestionSettings } from "@/lib/dispatch/idle-suggestion-settings";
import { type AvailabilityCriteria, HAS_NO_ORDER_SQL, isOnDuty } from "@/lib/dispatch/store";
import { MINUTE_MS } from "@/lib/duration";
import type { Point } from "@/lib/point";
import { toRadians } from "@/lib/routing/geo";
import { LIVE_CHANNEL } from "@/lib/streams/announce";

/** A suggestion expires, and a courier gets the next one, no sooner than after this. */
export const SUGGESTION_MS = 10 * MINUTE_MS;

/** About 220 meters of latitude. */
const AREA_DEGREES = 0.002;
const MIN_COSINE = 0.01;

const ROW = pick(idleSuggestions, "latitude longitude travelSeconds suggestedAt");

/** The place at which a courier without an order should wait. */
export type IdleSuggestion = RowOf<typeof ROW>;

/** Returns the center of the area around a pickup, in a grid of about 200 meters, so that no address is shown. */
export function toPickupArea({ latitude, longitude }: Point): Point {
  const round = (degrees: number, step: number) => Number((Math.round(degrees / step) * step).toFixed(5));
  const north = round(latitude, AREA_DEGREES);
  const step = AREA_DEGREES / Math.max(MIN_COSINE, Math.cos(toRadians(north)));
  return { latitude: north, longitude: round(longitude, step) };
}

const ageLimit = (now: Date): Sql => sql`${new Date(now.getTime() - SUGGESTION_MS)}::timestamptz`;

/** Whether suggestion `s` to courier `c`, whose position is `p` if known, still applies. */
const applies = (now: Date): Sql => sql`(
  s.ended_at IS NULL AND s.suggested_at > ${ageLimit(now)}
  AND c.on_shift_since <= s.suggested_at AND c.on_break_since IS NULL AND c.disabled_at IS NULL
  AND ${HAS_NO_ORDER_SQL}
  AND coalesce(greatest(abs(p.latitude - s.latitude), abs(p.longitude - s.longitude) * cos(radians(s.latitude)))
               > ${AREA_DEGREES}, true))`;

/** Returns null while the setting is off. */
export async function findSuggestion(
  db: Database,
  courierId: string,
  now: Date,
): Promise<IdleSuggestion | null> {
  const { isOn } = await getIdleSuggestionSettings(db);
  if (!isOn) return null;
  const [found] = await query(db, ROW)`
    SELECT s.latitude, s.longitude, s.travel_seconds, s.suggested_at
    FROM idle_suggestions s JOIN couriers c ON c.id = s.courier_id
    LEFT JOIN courier_positions p ON p.courier_id = c.id
    WHERE s.courier_id = ${courierId}::uuid AND ${applies(now)}`;
  return found ?? null;
}

/**
 * Ends suggestions that no longer apply, or all if they are not on, so that they are not shown again, and notifies their
 * couriers.
 */
export async function endSuggestions(
  db: Queryable,
  { now, isOn }: { readonly now: Date; readonly isOn: boolean },
): Promise<void> {
  await execute(db)`
    WITH over AS (
      UPDATE idle_suggestions s SET ended_at = ${now}::timestamptz
      FROM couriers c LEFT JOIN courier_positions p ON p.courier_id = c.id
      WHERE c.id = s.courier_id AND s.ended_at IS NULL AND (${isOn} AND ${applies(now)}) IS NOT TRUE
      RETURNING s.courier_id
    )
    SELECT pg_notify(${LIVE_CHANNEL}, concat_ws(' ', 'courier', courier_id)) FROM over`;
}

/** Leaves out couriers who are no longer free, and those whose last suggestion is not old enough. */
export async function writeSuggestions(
  db: Queryable,
  suggestions: readonly (Omit<IdleSuggestion, "suggestedAt"> & { readonly courierId: string })[],
  { now, criteria }: { readonly now: Date; readonly criteria: AvailabilityCriteria },
): Promise<void> {
  await execute(db)`
    WITH written AS (
      INSERT INTO idle_suggestions AS s (courier_id, latitude, longitude, travel_seconds, suggested_at)
      SELECT c.id, w.latitude, w.longitude, w.travel_seconds, ${now}::timestamptz
      FROM unnest(${suggestions.map(({ courierId }) => courierId)}::uuid[],
                  ${suggestions.map(({ latitude }) => latitude)}::float8[],
                  ${suggestions.map(({ longitude }) => longitude)}::float8[],
                  ${suggestions.map(({ travelSeconds }) => travelSeconds)}::int[])
             AS w(courier_id, latitude, longitude, travel_seconds)
      JOIN couriers c ON c.id = w.courier_id JOIN courier_positions p ON p.courier_id = c.id
      WHERE ${isOnDuty(criteria)} AND ${HAS_NO_ORDER_SQL}
      ON CONFLICT (courier_id) DO UPDATE SET
        latitude = excluded.latitude, longitude = excluded.longitude, travel_seconds = excluded.travel_seconds,
        suggested_at = excluded.suggested_at, ended_at = NULL
      WHERE s.suggested_at <= ${ageLimit(now)}
      RETURNING s.courier_id
    )
    SELECT pg_notify(${LIVE_CHANNEL}, concat_ws(' ', 'courier', courier_id)) FROM written`;
}
