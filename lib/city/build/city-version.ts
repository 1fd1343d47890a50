import { createHash } from "node:crypto";
import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Bounds } from "@/lib/city/extract/feature";
import { packageRoot } from "@/lib/package-root";

/** What decides how a city comes out: these rooms, and the libraries that they stand on. */
const BUILDER = ["lib/city/extract", "lib/city/map", "lib/city/roads", "lib/city/addresses", "lib/geocoding"];
const LIBRARIES = "package-lock.json";

/**
 * The name of the city that this extract makes within these bounds, by this very builder: equal wherever all three
 * are.
 *
 * @returns 12 hexadecimal digits
 */
export async function cityVersion(extract: string, bbox: Bounds | null): Promise<string> {
  const hash = createHash("sha256").update(builderDigest()).update(JSON.stringify(bbox));
  await pipeline(createReadStream(extract), hash, { end: false });
  return hash.digest("hex").slice(0, 12);
}

/** The builder is its sources: a number that somebody must raise would be forgotten. */
function builderDigest(): string {
  const root = packageRoot();
  const files = BUILDER.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .sort()
      .map((name) => `${folder}/${name}`),
  );
  const hash = createHash("sha256");
  for (const file of [...files, LIBRARIES]) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}
