import type { Queryable } from "@/lib/db/client";

/** Streets are saved last, so a city with streets is complete. */
export async function hasCity(db: Queryable, version: string): Promise<boolean> {
  return (await db.models.cityStreet.findFirst({ where: { version }, select: { id: true } })) !== null;
}
