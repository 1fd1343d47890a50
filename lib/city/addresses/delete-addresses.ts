import type { Database } from "@/lib/db/client";
import { deleteCities } from "@/lib/geocoding/save-city";

/** Deletes the addresses of all cities except these versions. */
export function deleteAddresses(db: Database, { keep }: { keep: readonly string[] }): Promise<void> {
  return deleteCities(db, { allBut: keep });
}
