import type { Queryable } from "@/lib/db/client";
import { selectFactors } from "@/lib/routing/store";
import type { TravelFactors } from "@/lib/routing/travel-factors";

/**
 * Returns the travel factors in force and since when, the same for every account. Reads them on every call, like the
 * tariff: one row by its key, beside a request to the routing server.
 *
 * @throws Error if the database has none, which the migrations rule out
 */
export async function getTravelFactors(db: Queryable): Promise<TravelFactors & { readonly since: Date }> {
  const factors = await selectFactors(db);
  if (factors === null) throw new Error("The travel_factors table is empty.");
  return factors;
}
