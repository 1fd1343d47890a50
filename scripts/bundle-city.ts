// Writes the archive of the bundled city, which npm start installs: npx tsx scripts/bundle-city.ts DATA_DIR
// DATA_DIR holds the city, built by npm run city -- cities/chisinau.osm.pbf --name Chișinău.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { AddressCollector } from "@/lib/city/addresses/address-collector";
import { bundledCity } from "@/lib/city/build/bundled-city";
import { cityVersion } from "@/lib/city/build/city-version";
import { ADDRESSES_FILE } from "@/lib/city/build/install-city";
import { readCity, recordFile } from "@/lib/city/city";
import { readExtract } from "@/packages/city/extract/read-extract";

const { extract, archive, name } = bundledCity();
const city = readCity(process.argv[2] ?? ".data");
const version = await cityVersion(extract, null);
if (city?.version !== version)
  throw new Error(`Build ${extract} first: the data folder has no version ${version}`);

const collector = new AddressCollector();
await readExtract(extract, (feature) => collector.add(feature), { bbox: null });

const folder = mkdtempSync(join(tmpdir(), "dropline-city-"));
try {
  cpSync(city.folder, folder, { recursive: true });
  const { folder: _, ...record } = city;
  writeFileSync(recordFile(folder), `${JSON.stringify({ ...record, name, isBundled: true }, null, 2)}\n`);
  writeFileSync(join(folder, ADDRESSES_FILE), JSON.stringify(collector.rows()));
  execFileSync("tar", ["-czf", archive, "--owner=0", "--group=0", "-C", folder, "."]);
  writeFileSync(
    "cities/bundled.json",
    `${JSON.stringify({ file: basename(extract, ".osm.pbf"), name, version }, null, 2)}\n`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
