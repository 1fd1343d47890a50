import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { citiesFolder } from "@/lib/city/city";
import { lock } from "@/packages/embedded-postgres/lock.mjs";

/** Longer than the longest build. */
const WITHIN_MS = 60 * 60_000;

export function lockCities(dataDir: string, onWait?: () => void): Promise<() => void> {
  const folder = citiesFolder(dataDir);
  mkdirSync(folder, { recursive: true });
  return lock(join(folder, ".lock"), { withinMs: WITHIN_MS, ...(onWait === undefined ? {} : { onWait }) });
}
