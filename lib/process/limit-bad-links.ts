import { type Runtime, runtime } from "@/lib/process/runtime";

const MISSES_PER_MINUTE = 30;

/** Counts a dead link against the client's network (`CLIENT_ADDRESS_HEADER`); returns seconds until it may retry, or null while it may. */
export async function limitBadLinks(
  address: string | null,
  what: "tracking" | "link" | "courier-link",
  { rateLimiter }: Pick<Runtime, "rateLimiter"> = runtime(),
): Promise<number | null> {
  const { isAllowed, nextSeconds } = await rateLimiter.take(
    `${what}:${address ?? "unknown"}`,
    MISSES_PER_MINUTE,
  );
  return isAllowed ? null : nextSeconds;
}
