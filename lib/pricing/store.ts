import type { Queryable } from "@/lib/db/client";
import type { Prisma, Tariff as TariffRow } from "@/lib/db/generated/client";

/** The tariff in force: the latest version. */
export function selectCurrentTariff(db: Queryable): Promise<TariffRow | null> {
  return db.tariff.findFirst({ orderBy: { id: "desc" } });
}

export function selectTariff(db: Queryable, id: number): Promise<TariffRow | null> {
  return db.tariff.findUnique({ where: { id } });
}

export function insertTariff(db: Queryable, data: Prisma.TariffCreateInput): Promise<TariffRow> {
  return db.tariff.create({ data });
}

/** Versions of the tariff, newest first. */
export function selectTariffs(db: Queryable, limit: number): Promise<TariffRow[]> {
  return db.tariff.findMany({ orderBy: { id: "desc" }, take: limit });
}
