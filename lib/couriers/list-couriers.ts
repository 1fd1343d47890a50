import type { AccountScope, Mode } from "@/lib/accounts/scope";
import type { KnownPosition } from "@/lib/couriers/fix";
import type { Queryable } from "@/lib/db/client";
import { Prisma, type TransportType } from "@/lib/db/generated/client";

const MOST = 500;

/** A courier as operators see them. */
export interface CourierOverview {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly transportType: TransportType;
  readonly number: string | null;
  readonly mode: Mode;
  readonly isSimulated: boolean;
  readonly hasLink: boolean;
  readonly onShiftSince: Date | null;
  readonly disabledAt: Date | null;
  readonly position: (Omit<KnownPosition, "recordedAt"> & { readonly recordedAt: Date }) | null;
  /** The order that they carry. */
  readonly orderCode: string | null;
}

interface OverviewRow extends Omit<CourierOverview, "position"> {
  latitude: number | null;
  longitude: number | null;
  heading: number | null;
  recordedAt: Date | null;
  receivedAt: Date | null;
}

/** The couriers of a mode, with their positions and orders, those at work first; at most 500. */
export function listCouriers(db: Queryable, mode: Mode): Promise<CourierOverview[]> {
  return selectOverviews(db, Prisma.sql`c.mode = ${mode}::mode`);
}

/** Only the couriers who carry orders of this scope now; at most 500. */
export function listCarriers(db: Queryable, { accountId, mode }: AccountScope): Promise<CourierOverview[]> {
  return selectOverviews(db, Prisma.sql`o.account_id = ${accountId}::uuid AND o.mode = ${mode}::mode`);
}

async function selectOverviews(db: Queryable, where: Prisma.Sql): Promise<CourierOverview[]> {
  const rows = await db.$queryRaw<OverviewRow[]>`
    SELECT c.id, c.name, c.phone, c.transport_type::text AS "transportType", c.number, c.mode::text AS mode,
           c.is_simulated AS "isSimulated", c.link_hash IS NOT NULL AS "hasLink",
           c.on_shift_since AS "onShiftSince", c.disabled_at AS "disabledAt",
           p.latitude, p.longitude, p.heading, p.recorded_at AS "recordedAt", p.received_at AS "receivedAt",
           o.order_code AS "orderCode"
    FROM couriers c
    LEFT JOIN courier_positions p ON p.courier_id = c.id
    LEFT JOIN orders o ON o.courier_id = c.id AND o.status IN ('assigned', 'in_progress')
    WHERE ${where}
    ORDER BY (c.disabled_at IS NOT NULL), (c.on_shift_since IS NULL), c.name, c.id
    LIMIT ${MOST}`;
  return rows.map(({ latitude, longitude, heading, recordedAt, receivedAt, ...courier }) => ({
    ...courier,
    position:
      latitude === null ||
      longitude === null ||
      heading === null ||
      recordedAt === null ||
      receivedAt === null
        ? null
        : { latitude, longitude, heading, recordedAt, receivedAt },
  }));
}
