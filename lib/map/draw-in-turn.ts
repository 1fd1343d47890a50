import { isOverload } from "@/lib/domain-error";
import { queuePicture } from "@/lib/files/picture-queue";
import { MemoryRateLimiter } from "@/lib/http/rate-limit";
import { perProcess } from "@/lib/per-process";

const RETRY_AFTER_SECONDS = 3;
/** New drawings for one address; cached ones do not count. */
const PER_MINUTE = 60;

const limiter = perProcess("drawings", () => new MemoryRateLimiter());

/** Too many drawings for this address (429), or too many waiting (503). */
export class DrawingRefused extends Error {
  constructor(
    readonly status: 429 | 503,
    readonly retryAfterSeconds: number,
  ) {
    super("too many drawings");
  }

  toResponse(): Response {
    const headers = { "Cache-Control": "no-store", "Retry-After": String(this.retryAfterSeconds) };
    return new Response(null, { status: this.status, headers });
  }
}

export async function drawInTurn<Drawing>(address: string, draw: () => Promise<Drawing>): Promise<Drawing> {
  const { isAllowed, nextSeconds } = await limiter.take(address, PER_MINUTE);
  if (!isAllowed) throw new DrawingRefused(429, nextSeconds);
  try {
    return await queuePicture(address, draw);
  } catch (error) {
    throw isOverload(error) ? new DrawingRefused(503, RETRY_AFTER_SECONDS) : error;
  }
}
