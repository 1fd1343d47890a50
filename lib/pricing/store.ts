import type { Queryable } from "@/lib/db/client";
import { tariffs } from "@/lib/db/generated/columns";
import type { TariffCreateManyInput } from "@/lib/db/generated/models";
import { columnOf, type RowOf } from "@/lib/db/row";
import { query, Sql, sql } from "@/lib/db/sql";

export type TariffRow = RowOf<typeof tariffs>;

const COLUMNS = new Sql([Object.keys(tariffs).map(columnOf).join(", ")], []);

/** The tariff in force: the latest version. */
export async function selectCurrentTariff(db: Queryable): Promise<TariffRow | null> {
  const [row] = await selectTariffs(db, 1);
  return row ?? null;
}

export async function selectTariff(db: Queryable, id: number): Promise<TariffRow | null> {
  const [row] = await selectWhere(db, sql`WHERE id = ${id}`);
  return row ?? null;
}

/** Inserts a version; returns its id. */
export async function insertTariff(
  db: Queryable,
  data: Omit<TariffCreateManyInput, "id" | "createdAt">,
): Promise<number> {
  const { id } = await db.models.tariff.create({ data, select: { id: true } });
  return id;
}

/** Versions of the tariff, newest first. */
export function selectTariffs(db: Queryable, limit: number): Promise<TariffRow[]> {
  return selectWhere(db, sql`ORDER BY id DESC LIMIT ${limit}`);
}

// SQL, since Prisma's client is not loaded for the API.
function selectWhere(db: Queryable, condition: Sql): Promise<TariffRow[]> {
  return query(db, tariffs)`SELECT ${COLUMNS} FROM tariffs ${condition}`;
}
