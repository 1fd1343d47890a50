import { Client } from "pg";

const PROBE_MS = 2_000;
const PROBE_EVERY_MS = 500;

/** The server is read-only; has the code and severity of PostgreSQL's own error. */
export class ReadOnlyServerError extends Error {
  override readonly name = "ReadOnlyServerError";
  readonly code = "25006";
  readonly severity = "FATAL";
}

type Follower = (hasMoved: boolean) => void;

/** One URL per server of a DATABASE_URL (`h1:5432,h2:5432`), without target_session_attrs; pg reads one host only. */
export function listServers(databaseUrl: string): string[] {
  const parts = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(databaseUrl);
  if (parts === null) return [databaseUrl];
  const [, start, hosts = "", rest = ""] = parts;
  const end = rest.replace(/([?&])target_session_attrs=[^&#]*&?/, "$1").replace(/[?&]$/, "");
  return hosts.split(",").map((host) => `${start}${host}${end}`);
}

export class Servers {
  // Shared per URL: a listener on another server than the pool's would miss changes.
  static readonly #known = new Map<string, Servers>();
  readonly #urls: readonly string[];
  readonly #followers = new Set<Follower>();
  #current: string;
  #search: Promise<void> | undefined;
  #searchedAt = Number.NEGATIVE_INFINITY;

  private constructor(databaseUrl: string) {
    this.#urls = listServers(databaseUrl);
    this.#current = this.#urls[0] ?? databaseUrl;
  }

  static of(databaseUrl: string): Servers {
    const servers = Servers.#known.get(databaseUrl) ?? new Servers(databaseUrl);
    Servers.#known.set(databaseUrl, servers);
    return servers;
  }

  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  get current(): string {
    return this.#current;
  }

  get searching(): Promise<void> | undefined {
    return this.#search;
  }

  /** SQL: whether a session's server is usable. A single server set to read-only is usable, since it serves reads. */
  get condition(): string {
    const isPrimary = "NOT pg_is_in_recovery()";
    return this.#urls.length === 1
      ? isPrimary
      : `(${isPrimary} AND current_setting('transaction_read_only') = 'off')`;
  }

  /** Looks for a usable server, preferring the current one, at most twice per second. Keeps it if none is usable. */
  search(): Promise<void> {
    if (performance.now() - this.#searchedAt < PROBE_EVERY_MS) return Promise.resolve();
    this.#search ??= this.#find().finally(() => {
      this.#search = undefined;
      this.#searchedAt = performance.now();
    });
    return this.#search;
  }

  async #find(): Promise<void> {
    const before = this.#current;
    const inTurn = [before, ...this.#urls.filter((other) => other !== before)];
    const probes = inTurn.map((url) => ({ url, isUsable: this.#isUsable(url) }));
    for (const { url, isUsable } of probes) {
      if (!(await isUsable)) continue;
      this.#current = url;
      if (url !== before) this.#notify(true);
      return;
    }
    this.#notify(false);
  }

  #notify(hasMoved: boolean): void {
    for (const follower of this.#followers) follower(hasMoved);
  }

  async #isUsable(url: string): Promise<boolean> {
    const client = openClient(url, PROBE_MS);
    try {
      await client.connect();
      const { rows } = await client.query(`SELECT ${this.condition} AS usable`);
      return rows[0].usable;
    } catch {
      return false;
    } finally {
      client.end().catch(() => {});
    }
  }
}

export async function findServer(databaseUrl: string): Promise<string> {
  const servers = Servers.of(databaseUrl);
  if (listServers(databaseUrl).length > 1) await servers.search();
  return servers.current;
}

export function openClient(url: string, timeoutMs: number): Client {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on("error", () => {});
  return client;
}
