import { isOverload } from "@/lib/domain-error";
import type { PictureQueue } from "@/lib/files/picture-queue";
import { MemoryRateLimiter } from "@/lib/http/rate-limit";

const RETRY_AFTER_SECONDS = 3;
/** Maximum new drawings per IP address; cached ones do not count. */
const PER_MINUTE = 60;

/** Too many drawings for this IP address (429), or too many waiting (503). */
export class RenderLimitError extends Error {
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

/** Draws when a client's turn comes. @throws RenderLimitError */
export type DrawInTurn = <Drawing>(draw: () => Promise<Drawing>) => Promise<Drawing>;

export class DrawingQueue {
  readonly limiter = new MemoryRateLimiter();

  constructor(readonly pictures: PictureQueue) {}
}

/** Draws for a client's IP address. Not a method: each bundle must throw its own RenderLimitError. */
export function drawFor({ limiter, pictures }: DrawingQueue, address: string): DrawInTurn {
  return async (draw) => {
    const { isAllowed, nextSeconds } = await limiter.take(address, PER_MINUTE);
    if (!isAllowed) throw new RenderLimitError(429, nextSeconds);
    try {
      return await pictures.run(address, draw);
    } catch (error) {
      throw isOverload(error) ? new RenderLimitError(503, RETRY_AFTER_SECONDS) : error;
    }
  };
}
