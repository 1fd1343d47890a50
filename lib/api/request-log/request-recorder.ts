import type { Pool } from "pg";
import {
  estimateBytes,
  type FinishedCall,
  type LoggedCall,
  toLoggedCall,
} from "@/lib/api/request-log/logged-request";
import { insertRequests } from "@/lib/api/request-log/store";
import { MINUTE_MS } from "@/lib/duration";
import { logFailure } from "@/lib/log";

/** More are dropped: the log never delays the API. */
export const MAX_WAITING_CALLS = 20_000;
export const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** Written by one statement. */
export const BATCH_CALLS = 100;

export const MAX_ATTEMPTS = 3;

/** Per key: no rate limit stops refused calls. */
export const REFUSALS_PER_MINUTE = 60;

const REFUSALS: ReadonlySet<number> = new Set([401, 429]);

/** Writes finished calls in batches, so that no request waits. */
export class RequestRecorder {
  readonly #pool: Pool;
  readonly #count: (outcome: "written" | "dropped", calls: number) => void;
  #waiting: LoggedCall[] = [];
  #bytes = 0;
  #tries = 0;
  #writing: Promise<void> | null = null;
  #minute = 0;
  #refusals = new Map<string, number>();

  /** @param pool its own connections, so that writes take none from requests */
  constructor(pool: Pool, count: (outcome: "written" | "dropped", calls: number) => void) {
    this.#pool = pool;
    this.#count = count;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  record(call: FinishedCall): void {
    const isFull = this.#waiting.length >= MAX_WAITING_CALLS || this.#bytes >= MAX_WAITING_BYTES;
    if (isFull || this.#isRefusedTooOften(call)) {
      this.#count("dropped", 1);
      return;
    }
    // Now, so that the bodies can be freed: garbage collection would copy those that wait.
    const logged = toLoggedCall(call);
    this.#waiting.push(logged);
    this.#bytes += estimateBytes(logged);
    // After a failure only `flush` retries.
    if (this.#waiting.length >= BATCH_CALLS && this.#tries === 0) void this.flush();
  }

  flush(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH_CALLS);
      try {
        await insertRequests(this.#pool, batch);
      } catch (error) {
        this.#tries += 1;
        logFailure("request log not written", error);
        if (this.#tries < MAX_ATTEMPTS) return;
        this.#remove(batch, "dropped");
        return;
      }
      this.#remove(batch, "written");
    }
  }

  #remove(batch: readonly LoggedCall[], outcome: "written" | "dropped"): void {
    this.#waiting.splice(0, batch.length);
    for (const call of batch) this.#bytes -= estimateBytes(call);
    this.#tries = 0;
    this.#count(outcome, batch.length);
  }

  #isRefusedTooOften({ status, key: { keyId }, requestedAt }: FinishedCall): boolean {
    if (!REFUSALS.has(status)) return false;
    const minute = Math.floor(requestedAt.getTime() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#refusals.clear();
    }
    const count = (this.#refusals.get(keyId) ?? 0) + 1;
    this.#refusals.set(keyId, count);
    return count > REFUSALS_PER_MINUTE;
  }
}
