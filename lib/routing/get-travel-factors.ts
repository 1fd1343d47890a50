import type { Queryable } from "@/lib/db/client";
import { selectFactors } from "@/lib/routing/store";
import type { TravelFactors } from "@/lib/routing/travel-factors";

/**
 * The travel factors in force and since when, the same for every account. Read anew each time, as the tariff is: one
 * row by its key, beside the question to the routing server.
 *
 * @throws Error when the database holds none, which the migrations rule out
 */
export async function getTravelFactors(db: Queryable): Promise<TravelFactors & { readonly since: Date }> {
  const factors = await selectFactors(db);
  if (factors === null) throw new Error("The travel_factors table is empty.");
  return factors;
}
