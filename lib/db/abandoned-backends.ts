import { setTimeout as sleep } from "node:timers/promises";
import { openClient } from "@/lib/db/servers";

const RESPONSE_MS = 2_000;
const RETRY_MS = 100;

/** SQL for a unique id of a session's backend; process ids alone are reused. */
export const BACKEND = `
  (SELECT pid || ' ' || extract(epoch FROM backend_start) FROM pg_stat_activity WHERE pid = pg_backend_pid())`;

// Never pg_cancel_backend: it would make a commit that waits for a standby succeed without one.
const TERMINATE = `
  SELECT backend, pg_terminate_backend(pid)
  FROM (SELECT pid, pid || ' ' || extract(epoch FROM backend_start) AS backend FROM pg_stat_activity) AS backends
  WHERE backend = ANY($1)`;

/** Backends whose connections were closed during a statement. Each is terminated and counts until it has ended. */
export class AbandonedBackends {
  readonly #backends = new Set<string>();
  readonly #url: () => string;
  readonly #onChange: () => void;
  #isTerminating = false;

  constructor(url: () => string, onChange: () => void) {
    this.#url = url;
    this.#onChange = onChange;
  }

  get count(): number {
    return this.#backends.size;
  }

  add(backend: string): void {
    this.#backends.add(backend);
    this.#onChange();
    if (!this.#isTerminating) void this.#terminate();
  }

  clear(): void {
    this.#backends.clear();
    this.#onChange();
  }

  async #terminate(): Promise<void> {
    this.#isTerminating = true;
    while (this.#backends.size > 0) {
      await this.#terminateOnce();
      if (this.#backends.size > 0) await sleep(RETRY_MS, undefined, { ref: false });
    }
    this.#isTerminating = false;
  }

  async #terminateOnce(): Promise<void> {
    const sent = [...this.#backends];
    const client = openClient(this.#url(), RESPONSE_MS);
    try {
      await client.connect();
      const { rows } = await client.query<{ backend: string }>(TERMINATE, [sent]);
      const left = new Set(rows.map(({ backend }) => backend));
      for (const backend of sent) if (!left.has(backend)) this.#backends.delete(backend);
      this.#onChange();
    } catch (error) {
      // If the server is down, none of its backends are running.
      if (["ECONNREFUSED", "ENOENT"].includes((error as { code?: string }).code ?? "")) this.clear();
    } finally {
      client.end().catch(() => {});
    }
  }
}
