import type { Queryable } from "@/lib/db/client";

/** Returns whether the database holds the addresses of this version of a city. Streets are saved last. */
export async function hasCity(db: Queryable, version: string): Promise<boolean> {
  return (await db.models.cityStreet.findFirst({ where: { version }, select: { id: true } })) !== null;
}
