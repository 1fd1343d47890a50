import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";

/** A full disk, a file size limit, a quota; the last code is PostgreSQL's. */
const FULL = new Set(["ENOSPC", "EFBIG", "EDQUOT", "53100"]);

/** The folder, or the nearest above it, in which the service will create it. */
export function findExisting(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : findExisting(dirname(folder));
}

/** Of the folder, or of where the service will create it. */
export function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(findExisting(folder));
  return bavail * bsize;
}

/** Whether the error or one of its causes reports a full disk. */
export function isDiskFullError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && FULL.has(String(cause.code))) return true;
    if (/no space left|file too large|SIGXFSZ/i.test(cause.message)) return true;
  }
  return false;
}
