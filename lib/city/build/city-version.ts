import { createHash } from "node:crypto";
import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { packageRoot } from "@/lib/package-root";
import type { Bounds } from "@/packages/city/extract/feature";

/** These folders and libraries determine the result of a build. */
const BUILDER = [
  "packages/city/extract",
  "packages/city/map",
  "packages/city/roads",
  "lib/city/addresses",
  "lib/city/geocoding",
];
const LIBRARIES = "package-lock.json";

/** 12 hexadecimal digits, equal only if extract, bounds and builder are equal. */
export async function cityVersion(extract: string, bbox: Bounds | null): Promise<string> {
  const hash = createHash("sha256").update(builderDigest()).update(JSON.stringify(bbox));
  await pipeline(createReadStream(extract), hash, { end: false });
  return hash.digest("hex").slice(0, 12);
}

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
