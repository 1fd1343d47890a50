import { statfsSync } from "node:fs";

/** Why there is no new city, in one line for whoever asked for it. The old one is as it was. */
export class CityError extends Error {
  override readonly name = "CityError";
}

/** A full disk, a file at its limit, a quota; the last is PostgreSQL's. */
const FULL = new Set(["ENOSPC", "EFBIG", "EDQUOT", "53100"]);
/** With less than that left, whatever failed did so for want of room: programs may not say. */
const LEAST_BYTES = 4 * 1024 * 1024;

/** A failure for want of room, if it is one. @param folder where the room was wanted */
export function explainFull(error: unknown, folder: string): CityError | null {
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

/**
 * What went wrong in a build, as one line.
 *
 * @param error whatever was thrown, also by a part of the build
 */
export function explainFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().replaceAll(/\s*\n\s*/g, " ");
}
