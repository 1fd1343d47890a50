import { MemoryRateLimiter } from "@/lib/http/rate-limit";
import { Turns } from "@/lib/live/turns";

/** A drawing takes a quarter of a second of a processor, which others need as well. */
const AT_ONCE = 2;
/** So many have had their turn within some seconds. */
const MOST_WAITING = 20;
const RETRY_AFTER_SECONDS = 3;
/** New drawings for one address: what is kept is not counted. */
const PER_MINUTE = 60;

// Next bundles this module once more, for the previews of links: both draw in the same turns.
const shared = globalThis as unknown as { droplineDrawing?: { turns: Turns; limiter: MemoryRateLimiter } };
shared.droplineDrawing ??= { turns: new Turns(AT_ONCE), limiter: new MemoryRateLimiter() };
const { turns, limiter } = shared.droplineDrawing;

/** A drawing that is not made now: for an address that has had its share (429), or since too many wait (503). */
export class DrawingRefused extends Error {
  constructor(
    readonly status: 429 | 503,
    readonly retryAfterSeconds: number,
  ) {
    super("too many drawings");
  }

  /** What a client is answered. */
  toResponse(): Response {
    const headers = { "Cache-Control": "no-store", "Retry-After": String(this.retryAfterSeconds) };
    return new Response(null, { status: this.status, headers });
  }
}

/**
 * Draws for a client's address once fewer than two others are drawn in this process.
 *
 * @throws DrawingRefused
 */
export async function drawInTurn<Drawing>(address: string, draw: () => Promise<Drawing>): Promise<Drawing> {
  const { isAllowed, nextSeconds } = await limiter.take(address, PER_MINUTE);
  if (!isAllowed) throw new DrawingRefused(429, nextSeconds);
  if (turns.waiting >= MOST_WAITING) throw new DrawingRefused(503, RETRY_AFTER_SECONDS);
  return turns.take(draw);
}
