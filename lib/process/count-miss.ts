import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";
import type { RequestLike } from "@/lib/http/request-like";
import { type Runtime, runtime } from "@/lib/process/runtime";

const MISSES_PER_MINUTE = 30;

/** Counts a dead link against the client's address; returns seconds until it may retry, or null while it may. */
export async function limitBadLinks(
  request: Pick<RequestLike, "headers">,
  what: "tracking" | "link" | "courier-link",
  { rateLimiter }: Pick<Runtime, "rateLimiter"> = runtime(),
): Promise<number | null> {
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
  const { isAllowed, nextSeconds } = await rateLimiter.take(`${what}:${address}`, MISSES_PER_MINUTE);
  return isAllowed ? null : nextSeconds;
}
