import { AddressCollector } from "@/lib/city/addresses/collect-addresses";
import type { Bounds } from "@/lib/city/extract/feature";
import { readExtract } from "@/lib/city/extract/read-extract";
import type { Database } from "@/lib/db/client";
import { saveCity } from "@/lib/geocoding/save-city";

/**
 * Reads the addresses of an extract into the database, under the city's version and beside those of others.
 *
 * @param input.bbox what to take of the extract, in degrees; null for all of it
 * @param input.onLine told how far it has come, in words
 * @throws ExtractError when the file is no whole extract
 */
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
