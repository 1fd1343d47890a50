import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the key that signs sessions: AUTH_SECRET, or a random text created once and stored next to the database, so
 * that sessions survive a restart.
 * @param {string} dataDir @returns {string}
 */
export function authSecret(dataDir) {
  if (process.env.AUTH_SECRET) return process.env.AUTH_SECRET;
  const file = join(dataDir, "auth-secret");
  mkdirSync(dataDir, { recursive: true });
  try {
    // If two processes start at once, one writes and both read.
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
