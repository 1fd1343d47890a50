import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { citiesFolder } from "@/lib/city/city";
import { lock } from "@/packages/embedded-postgres/lock.mjs";

/** Longer than the longest build. */
const WITHIN_MS = 60 * 60_000;

/**
 * Waits until no other build on this machine changes the cities of a folder, then holds off the next one.
 *
 * @returns a function that releases the lock
 */
export function lockCities(dataDir: string, onWait?: () => void): Promise<() => void> {
  const folder = citiesFolder(dataDir);
  mkdirSync(folder, { recursive: true });
  return lock(join(folder, ".lock"), { withinMs: WITHIN_MS, ...(onWait === undefined ? {} : { onWait }) });
}
