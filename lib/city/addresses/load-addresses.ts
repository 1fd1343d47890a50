import { AddressCollector } from "@/lib/city/addresses/address-collector";
import { saveCity } from "@/lib/city/geocoding/save-city";
import type { Database } from "@/lib/db/client";
import type { Bounds } from "@/packages/city/extract/feature";
import { readExtract } from "@/packages/city/extract/read-extract";

/** Loads an extract's addresses under the city's version. `bbox` in degrees, null for all. @throws ExtractError */
export async function loadAddresses(
  db: Database,
  input: { extract: string; bbox: Bounds | null; version: string; onLine: (text: string) => void },
): Promise<{ addresses: number; streets: number }> {
  const collector = new AddressCollector();
  await readExtract(input.extract, (feature) => collector.add(feature), { bbox: input.bbox });
  const rows = collector.rows();
  const { houses, streets } = rows;
  input.onLine(`Saving ${houses.length} addresses on ${streets.length} streets`);
  await saveCity(db, input.version, rows);
  return { addresses: houses.length, streets: streets.length };
}
