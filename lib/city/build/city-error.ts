/** Why there is no new city, in one line for whoever asked for it. The old one is as it was. */
export class CityError extends Error {
  override readonly name = "CityError";
}

/** A full disk, a file at its limit, a quota. */
const FULL = new Set(["ENOSPC", "EFBIG", "EDQUOT", "53100"]);

/**
 * What went wrong in a build, as one line.
 *
 * @param error whatever was thrown, also by a part of the build
 */
export function explainFailure(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    if (FULL.has(code) || /no space left|file too large/i.test(cause.message)) {
      return "The disk is full: there is no room for the city.";
    }
    if (code === "EACCES" || code === "EROFS" || code === "EPERM") return `Not allowed: ${cause.message}`;
  }
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s*\n\s*/g, " ");
}
