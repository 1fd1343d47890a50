import { type AccountScope, MODES, type Mode } from "@/lib/accounts/scope";
import { CARRIED } from "@/lib/couriers/carried";
import type { KnownPosition } from "@/lib/couriers/fix";
import { TRANSPORT_TYPES } from "@/lib/couriers/vehicle";
import type { Queryable } from "@/lib/db/client";
import { bool, float8, joined, oneOf, type RowOf, text, timestamptz, uuid } from "@/lib/db/row";
import { query, type Sql, sql } from "@/lib/db/sql";

const MOST = 500;

const OVERVIEW = {
  id: uuid,
  name: text,
  phone: text,
  transportType: oneOf(TRANSPORT_TYPES),
  number: text.orNull,
  mode: oneOf(MODES),
  isSimulated: bool,
  hasLink: bool,
  onShiftSince: timestamptz.orNull,
  disabledAt: timestamptz.orNull,
  /** Of the order that they carry. */
  orderCode: text.orNull,
};

/** A courier as the operators see them. */
export type CourierOverview = Readonly<RowOf<typeof OVERVIEW>> & {
  readonly position: KnownPosition | null;
};

const LAST_POSITION = {
  latitude: float8.orNull,
  longitude: float8.orNull,
  heading: float8.orNull,
  recordedAt: timestamptz.orNull,
  receivedAt: timestamptz.orNull,
};

/** The couriers of a mode, with their positions and orders, those at work first; at most 500. */
export function listCouriers(db: Queryable, mode: Mode): Promise<CourierOverview[]> {
  return selectOverviews(db, sql`c.mode = ${mode}::mode`);
}

/** A courier of either mode; null when there is none. */
export async function findCourierOverview(db: Queryable, courierId: string): Promise<CourierOverview | null> {
  const [courier] = await selectOverviews(db, sql`c.id = ${courierId}::uuid`);
  return courier ?? null;
}

/** Only the couriers who carry orders of this scope now; at most 500. */
export function listCarriers(db: Queryable, { accountId, mode }: AccountScope): Promise<CourierOverview[]> {
  return selectOverviews(db, sql`o.account_id = ${accountId}::uuid AND o.mode = ${mode}::mode`);
}

async function selectOverviews(db: Queryable, where: Sql): Promise<CourierOverview[]> {
  const rows = await query(db, { ...OVERVIEW, ...LAST_POSITION })`
    SELECT c.id, c.name, c.phone, c.transport_type, c.number, c.mode, c.is_simulated,
           c.link_hash IS NOT NULL AS has_link, c.on_shift_since, c.disabled_at, o.order_code,
           p.latitude, p.longitude, p.heading, p.recorded_at, p.received_at
    FROM couriers c
    LEFT JOIN courier_positions p ON p.courier_id = c.id
    LEFT JOIN orders o ON o.courier_id = c.id AND ${CARRIED}
    WHERE ${where}
    ORDER BY (c.disabled_at IS NOT NULL), (c.on_shift_since IS NULL), c.name, c.id
    LIMIT ${MOST}`;
  return rows.map(({ latitude, longitude, heading, recordedAt, receivedAt, ...courier }) => ({
    ...courier,
    position: joined({ latitude, longitude, heading, recordedAt, receivedAt }),
  }));
}
