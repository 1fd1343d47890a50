import type { Queryable } from "@/lib/db/client";
import type { Tariff } from "@/lib/db/generated/client";
import type { TariffCreateManyInput } from "@/lib/db/generated/models";

export function selectCurrentTariff(db: Queryable): Promise<Tariff | null> {
  return db.models.tariff.findFirst({ orderBy: { id: "desc" } });
}

export function selectTariff(db: Queryable, id: number): Promise<Tariff | null> {
  return db.models.tariff.findFirst({ where: { id } });
}

export function insertTariff(
  db: Queryable,
  data: Omit<TariffCreateManyInput, "id" | "createdAt">,
): Promise<Tariff> {
  return db.models.tariff.create({ data });
}

export function selectTariffs(db: Queryable, limit: number): Promise<Tariff[]> {
  return db.models.tariff.findMany({ orderBy: { id: "desc" }, take: limit });
}
