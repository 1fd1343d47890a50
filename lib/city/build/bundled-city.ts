import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { ARCHIVE_ENDING } from "@/lib/city/build/install-city";
import { packageRoot } from "@/lib/package-root";

const bundledSchema = z.object({ file: z.string(), name: z.string(), version: z.string() });

export function bundledCity() {
  const folder = join(packageRoot(), "cities");
  const text = readFileSync(join(folder, "bundled.json"), "utf8");
  const { file, name, version } = bundledSchema.parse(JSON.parse(text));
  return {
    name,
    /** Version of the built city in the archive. */
    version,
    archive: join(folder, `${file}${ARCHIVE_ENDING}`),
    /** Extract from which the archive was built. */
    extract: join(folder, `${file}.osm.pbf`),
  };
}
