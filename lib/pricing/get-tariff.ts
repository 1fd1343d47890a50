import type { Queryable } from "@/lib/db/client";
import { tariffs } from "@/lib/db/generated/columns";
import { type RowOf, toColumn } from "@/lib/db/row";
import { invalidateRow, RowCache } from "@/lib/db/row-cache";
import { query, Sql, sql } from "@/lib/db/sql";
import { fromRubles } from "@/lib/pricing/money";
import type { Tariff } from "@/lib/pricing/tariff";

const TABLE = "tariffs";
const ONLY = "current";

const current = new RowCache<Tariff>({ table: TABLE, most: 1 });

const COLUMNS = new Sql([Object.keys(tariffs).map(toColumn).join(", ")], []);

/** SQL, so that processes that serve only the API do not load Prisma's client. */
export function selectTariffs(db: Queryable, condition: Sql): Promise<RowOf<typeof tariffs>[]> {
  return query(db, tariffs)`SELECT ${COLUMNS} FROM tariffs ${condition}`;
}

/** The tariff in force for every account (spec, TAR-12). Cached; a new one applies on every process within a second. */
export function getTariff(db: Queryable): Promise<Tariff> {
  return current.get(db, ONLY, async () => {
    const [row] = await selectTariffs(db, sql`ORDER BY id DESC LIMIT 1`);
    if (row === undefined) throw new Error("The tariffs table is empty.");
    return tariffFromRow(row);
  });
}

/** Call after the commit of the change. */
export function forgetTariff(db: Queryable): void {
  invalidateRow(db, TABLE, null);
}

export function tariffFromRow(row: RowOf<typeof tariffs>): Tariff {
  const meters = (km: string) => Math.round(Number(km) * 1000);
  return {
    id: row.id,
    basePrice: fromRubles(row.basePrice),
    firstThresholdMeters: meters(row.firstThresholdKm),
    bandWidthMeters: meters(row.bandWidthKm),
    bandStep: fromRubles(row.bandStep),
    maxThresholdMeters: meters(row.maxThresholdKm),
    perKmOver: fromRubles(row.perKmOver),
    cargoSizeStepFee: fromRubles(row.cargoSizeStepFee),
    cancellationFeeAssigned: fromRubles(row.cancellationFeeAssigned),
    cancellationFeeArrived: fromRubles(row.cancellationFeeArrived),
    waitingFreeMinutes: row.waitingFreeMinutes,
    waitingPerMinute: fromRubles(row.waitingPerMinute),
    returnPercent: row.returnPercent,
    courierPercent: row.courierPercent,
  };
}

const MOST = 50;

export interface TariffVersion {
  readonly tariff: Tariff;
  readonly since: Date;
}

export async function listTariffs(db: Queryable): Promise<TariffVersion[]> {
  const rows = await selectTariffs(db, sql`ORDER BY id DESC LIMIT ${MOST}`);
  return rows.map((row) => ({ tariff: tariffFromRow(row), since: row.createdAt }));
}

export async function getTariffVersion(db: Queryable, id: number): Promise<Tariff> {
  const [row] = await selectTariffs(db, sql`WHERE id = ${id}`);
  if (row === undefined) throw new Error(`There is no version ${id} of the tariff.`);
  return tariffFromRow(row);
}

const remembered = new RowCache<boolean>({ table: "tariffs", most: 1 });

/** @param reader the caller's transaction, so that no second connection is needed */
export function isWaitingEverCharged(db: Queryable, reader: Queryable): Promise<boolean> {
  return remembered.get(db, "ever", async () => {
    const where = { waitingPerMinute: { gt: 0 } };
    return (await reader.models.tariff.findFirst({ where, select: { id: true } })) !== null;
  });
}

export async function getTariffVersions(
  db: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Tariff>> {
  const rows = await selectTariffs(db, sql`WHERE id = ANY(${[...new Set(ids)]}::int4[]) ORDER BY id`);
  return new Map(rows.map((row) => [row.id, tariffFromRow(row)]));
}
