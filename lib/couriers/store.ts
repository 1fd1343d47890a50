import { MODES, type Mode } from "@/lib/accounts/scope";
import { COURIER, COURIER_COLUMNS, type Courier } from "@/lib/couriers/courier";
import type { Fix, KnownPosition } from "@/lib/couriers/fix";
import type { Queryable } from "@/lib/db/client";
import { bool, float8, int8, oneOf, timestamptz, uuid } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { LIVE_CHANNEL } from "@/lib/live/announce";

/** Whether there is such a courier in this mode and the service still works with them. */
export async function isWorkingCourier(db: Queryable, courierId: string, mode: Mode): Promise<boolean> {
  const found = await execute(db)`
    SELECT FROM couriers WHERE id = ${courierId}::uuid AND mode = ${mode}::mode AND disabled_at IS NULL`;
  return found === 1;
}

export async function insertCourier(
  db: Queryable,
  row: Omit<Courier, "id" | "linkHash" | "deviceHash" | "disabledAt" | "createdAt">,
): Promise<Courier> {
  const [courier] = await query(db, COURIER)`
    INSERT INTO couriers (name, phone, transport_type, make, model, color, number, mode, is_simulated, on_shift_since)
    VALUES (${row.name}, ${row.phone}, ${row.transportType}::transport_type, ${row.make}, ${row.model}, ${row.color},
            ${row.number}, ${row.mode}::mode, ${row.isSimulated}, ${row.onShiftSince}::timestamptz)
    RETURNING ${COURIER_COLUMNS}`;
  if (courier === undefined) throw new Error("A row that was inserted is returned.");
  return courier;
}

export async function findCourier(db: Queryable, courierId: string): Promise<Courier | null> {
  const [courier] = await query(db, COURIER)`
    SELECT ${COURIER_COLUMNS} FROM couriers WHERE id = ${courierId}::uuid`;
  return courier ?? null;
}

export async function findCourierByLink(
  db: Queryable,
  linkHash: Uint8Array<ArrayBuffer>,
): Promise<Courier | null> {
  const [courier] = await query(db, COURIER)`
    SELECT ${COURIER_COLUMNS} FROM couriers WHERE link_hash = ${linkHash} AND disabled_at IS NULL`;
  return courier ?? null;
}

export async function findCourierByDevice(
  db: Queryable,
  deviceHash: Uint8Array<ArrayBuffer>,
): Promise<{ id: string; isOnShift: boolean } | null> {
  const [row] = await query(db, { id: uuid, isOnShift: bool })`
    SELECT id, on_shift_since IS NOT NULL AS is_on_shift
    FROM couriers WHERE device_hash = ${deviceHash} AND disabled_at IS NULL`;
  return row ?? null;
}

/** Sets the hashes of a real courier's secrets; false when there is no such courier. */
export async function writeSecrets(
  db: Queryable,
  courierId: string,
  secrets: { linkHash: Uint8Array<ArrayBuffer>; deviceHash: Uint8Array<ArrayBuffer> },
): Promise<boolean> {
  const written = await execute(db)`
    UPDATE couriers SET link_hash = ${secrets.linkHash}, device_hash = ${secrets.deviceHash}
    WHERE id = ${courierId}::uuid AND NOT is_simulated AND disabled_at IS NULL`;
  return written === 1;
}

/** Begins or ends a shift; answers with the courier's mode, or null when nothing was to change. */
export async function writeShift(db: Queryable, courierId: string, since: Date | null): Promise<Mode | null> {
  const [row] = await query(db, { mode: oneOf(MODES) })`
    UPDATE couriers SET on_shift_since = ${since}::timestamptz
    WHERE id = ${courierId}::uuid AND disabled_at IS NULL AND (on_shift_since IS NULL) = ${since !== null}::boolean
    RETURNING mode`;
  return row?.mode ?? null;
}

const POSITION = {
  latitude: float8,
  longitude: float8,
  heading: float8,
  recordedAt: timestamptz,
  receivedAt: timestamptz,
};

/** The courier's newest position, however old. */
export async function findKnownPosition(db: Queryable, courierId: string): Promise<KnownPosition | null> {
  const [row] = await query(db, POSITION)`
    SELECT latitude, longitude, heading, recorded_at, received_at
    FROM courier_positions WHERE courier_id = ${courierId}::uuid`;
  return row ?? null;
}

type PlacedFix = Omit<Fix, "accuracyMeters" | "heading"> & { readonly heading: number };

/** What a batch of fixes comes to. */
export interface PositionWrite {
  /** The newest; null when all came late. */
  readonly current: (PlacedFix & { readonly cell: string }) | null;
  /** For the history of the order that the courier carries, oldest first. */
  readonly history: readonly PlacedFix[];
  readonly receivedAt: Date;
}

/**
 * Keeps the current fix unless a newer one is known already, adds to the history of the order that the courier
 * carries what lies ten seconds from all that it has, and tells who follows; in one statement.
 *
 * @returns whether the current fix was kept
 */
export async function writePosition(
  db: Queryable,
  courierId: string,
  { current, history, receivedAt }: PositionWrite,
): Promise<boolean> {
  const past = JSON.stringify(
    history.map(({ latitude, longitude, heading, recordedAt }) => ({
      latitude,
      longitude,
      heading,
      recorded_at: recordedAt,
    })),
  );
  const [row] = await query(db, { kept: bool, told: int8 })`
    WITH kept AS (
      INSERT INTO courier_positions AS known
        (courier_id, latitude, longitude, heading, recorded_at, received_at, cell)
      SELECT ${courierId}::uuid, ${current?.latitude ?? null}::float8, ${current?.longitude ?? null}::float8,
             ${current?.heading ?? null}::float8, ${current?.recordedAt ?? null}::timestamptz,
             ${receivedAt}::timestamptz, ${current?.cell ?? null}
      WHERE ${current !== null}
      ON CONFLICT (courier_id) DO UPDATE SET
        latitude = excluded.latitude, longitude = excluded.longitude, heading = excluded.heading,
        recorded_at = excluded.recorded_at, received_at = excluded.received_at, cell = excluded.cell
      WHERE known.recorded_at < excluded.recorded_at
      RETURNING 1
    ), carried AS (
      SELECT o.id, o.account_id, o.mode,
             (SELECT c.changed_at FROM order_status_changes c WHERE c.order_id = o.id AND c.status = 'assigned') AS since
      FROM orders o WHERE o.courier_id = ${courierId}::uuid AND o.status IN ('assigned', 'in_progress')
    ), remembered AS (
      INSERT INTO order_positions (order_id, courier_id, recorded_at, latitude, longitude, heading)
      SELECT carried.id, ${courierId}::uuid, fix.recorded_at, fix.latitude, fix.longitude, fix.heading
      FROM carried, jsonb_to_recordset(${past}::jsonb)
        AS fix(recorded_at timestamptz, latitude float8, longitude float8, heading float8)
      WHERE fix.recorded_at >= carried.since
        AND NOT EXISTS (SELECT 1 FROM order_positions near
          WHERE near.order_id = carried.id AND near.recorded_at > fix.recorded_at - interval '10 seconds'
            AND near.recorded_at < fix.recorded_at + interval '10 seconds')
      ON CONFLICT DO NOTHING
    ), told AS (
      SELECT pg_notify(${LIVE_CHANNEL}, concat_ws(' ', 'courier', ${courierId}::text, carried.id, carried.account_id,
                                                  carried.mode))
      FROM kept LEFT JOIN carried ON true
    )
    SELECT EXISTS (SELECT 1 FROM kept) AS kept, (SELECT count(*) FROM told) AS told`;
  return row?.kept ?? false;
}
