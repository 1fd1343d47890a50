import { statfsSync } from "node:fs";

/** One-line reason that a city build failed. The old city is unaffected. */
export class CityError extends Error {
  override readonly name = "CityError";
}

/** A full disk, a file size limit, a quota; the last code is PostgreSQL's. */
const FULL = new Set(["ENOSPC", "EFBIG", "EDQUOT", "53100"]);
/** With less free space than this, any failure counts as a full disk: not every program reports the cause. */
const LEAST_BYTES = 4 * 1024 * 1024;

export function findDiskFullError(error: unknown, folder: string): CityError | null {
  const { bavail, bsize } = statfsSync(folder);
  if (!isFull(error) && bavail * bsize > LEAST_BYTES) return null;
  return new CityError("There is no room left for the city.", { cause: error });
}

function isFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && FULL.has(String(cause.code))) return true;
    if (/no space left|file too large|SIGXFSZ/i.test(cause.message)) return true;
  }
  return false;
}

export function formatFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().replaceAll(/\s*\n\s*/g, " ");
}
