import { isDiskFullError, readFreeBytes } from "@/lib/disk-space";

/** One-line reason that a city build failed. The old city is unaffected. */
export class CityError extends Error {
  override readonly name = "CityError";
}

/** With less free space than this, any failure counts as a full disk: not every program reports the cause. */
const LEAST_BYTES = 4 * 1024 * 1024;

export function findDiskFullError(error: unknown, folder: string): CityError | null {
  if (!isDiskFullError(error) && readFreeBytes(folder) > LEAST_BYTES) return null;
  return new CityError("There is no room left for the city.", { cause: error });
}

export function formatFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().replaceAll(/\s*\n\s*/g, " ");
}
