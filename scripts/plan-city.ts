import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { bundledCity } from "@/lib/city/build/bundled-city";
import { cityName } from "@/lib/city/build/city-name";
import { cityVersion } from "@/lib/city/build/city-version";
import { isComplete } from "@/lib/city/build/switch-city";
import { readCity } from "@/lib/city/city";
import { hasCity } from "@/lib/city/geocoding/save-city";
import { openDatabase } from "@/lib/db/client";
import { packageRoot } from "@/lib/package-root";

export type CityPlan =
  | { readonly kind: "keep" }
  /** Parts of the user's own city are missing, and only the user has its extract. */
  | { readonly kind: "tell"; readonly line: string }
  | { readonly kind: "build"; readonly name: string; readonly words: readonly string[] };

/** `setting` is a path, `none` or undefined. An older bundled city is replaced. */
export async function planCity(options: {
  databaseUrl: string;
  dataDir: string;
  setting: string | undefined;
}): Promise<CityPlan> {
  const { databaseUrl, dataDir, setting = "" } = options;
  if (setting === "none") return { kind: "keep" };
  const expected = setting === "" ? planBundled() : await planOwn(setting);
  const current = readCity(dataDir);
  const db = openDatabase(databaseUrl, 1);
  try {
    const isServed =
      current !== null &&
      isComplete(current) &&
      (current.counts.addresses === 0 || (await hasCity(db, current.version)));
    if (current !== null && expected.isBundled && current.isBundled !== true) {
      if (isServed) return { kind: "keep" };
      return {
        kind: "tell",
        line: `Parts of ${current.name} are missing. Build it again: npm run city -- FILE`,
      };
    }
    if (isServed && current.version === expected.version) return { kind: "keep" };
    return { kind: "build", name: expected.name, words: expected.words };
  } finally {
    await db.close();
  }
}

interface ExpectedCity {
  readonly name: string;
  readonly version: string;
  readonly isBundled: boolean;
  /** Arguments for `npm run city`. */
  readonly words: readonly string[];
}

function planBundled(): ExpectedCity {
  const { name, version, archive } = bundledCity();
  return { name, version, isBundled: true, words: [archive] };
}

async function planOwn(setting: string): Promise<ExpectedCity> {
  const extract = resolve(process.env.INIT_CWD ?? packageRoot(), setting);
  if (statSync(extract, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new Error(`CITY: there is no file ${extract}.`);
  }
  const name = cityName(basename(extract));
  return {
    name,
    version: await cityVersion(extract, null),
    isBundled: false,
    words: [extract, "--name", name],
  };
}
