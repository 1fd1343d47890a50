import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { packageRoot } from "@/lib/package-root";

const bundledSchema = z.object({ file: z.string(), name: z.string() });

export function bundledCity(): { extract: string; name: string } {
  const folder = join(packageRoot(), "cities");
  const { file, name } = bundledSchema.parse(JSON.parse(readFileSync(join(folder, "bundled.json"), "utf8")));
  return { extract: join(folder, file), name };
}
