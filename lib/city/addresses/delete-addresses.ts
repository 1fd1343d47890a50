import type { Database } from "@/lib/db/client";
import { deleteCities } from "@/lib/geocoding/save-city";

export function deleteAddresses(db: Database, { keep }: { keep: readonly string[] }): Promise<void> {
  return deleteCities(db, { allBut: keep });
}
