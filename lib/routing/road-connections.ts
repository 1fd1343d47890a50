import { type Dispatcher, Pool } from "undici";
import { RoutingFailure } from "@/lib/routing/routing-failure";
import { traceHeaders } from "@/lib/trace";

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 1_000;

/**
 * Reads texts from one HTTP server over connections that are kept alive. By undici's `dispatch`, since the stream and
 * the abort signal of its `request` need as much CPU time as the exchange itself.
 */
export class RoadConnections {
  readonly #pool: Pool;

  constructor(origin: string, connections: number) {
    this.#pool = new Pool(origin, {
      connections,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      // Every request has its own time limit.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: MAX_RESPONSE_BYTES,
    });
  }

  /** Never follows a redirect. @throws RoutingFailure */
  get(path: string, withinMs: number): Promise<string> {
    const headers = { accept: "application/json", ...traceHeaders() };
    return new Promise((resolve, reject) => {
      const exchange = new Exchange(resolve, reject, withinMs);
      this.#pool.dispatch({ method: "GET", path, headers }, exchange);
    });
  }
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (text: string) => void;
  readonly #reject: (failure: RoutingFailure) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | null = null;
  #failure: RoutingFailure | null = null;

  constructor(resolve: (text: string) => void, reject: (failure: RoutingFailure) => void, withinMs: number) {
    this.#resolve = resolve;
    this.#reject = reject;
    // After a busy event loop turn, timers run before arrived data is read.
    this.#timer = setTimeout(() => setImmediate(() => this.#abandon()), withinMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure !== null) controller.abort(this.#failure);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    // Its body is read to the end, so that the connection can be used again.
    if (status === 429) this.#failure = new RoutingFailure("overloaded");
    else if (status >= 500) this.#failure = new RoutingFailure("status");
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#failure === null) this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    if (this.#failure === null) this.#resolve(Buffer.concat(this.#chunks).toString());
    else this.#reject(this.#failure);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    const isTooLarge = (error as { code?: unknown }).code === "UND_ERR_RES_EXCEEDED_MAX_SIZE";
    const reason = isTooLarge ? "too_large" : "unreachable";
    clearTimeout(this.#timer);
    this.#reject(this.#failure ?? new RoutingFailure(reason, { cause: error }));
  }

  #abandon(): void {
    const failure = new RoutingFailure("timeout");
    this.#failure = failure;
    this.#reject(failure);
    this.#controller?.abort(failure);
  }
}
