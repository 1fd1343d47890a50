import { AsyncLocalStorage } from "node:async_hooks";
import { SpanKind } from "@opentelemetry/api";
import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient } from "pg";
import { AbandonedBackends, BACKEND } from "@/lib/db/abandoned-backends";
import { buildModels, callModel, ModelClient, type Models } from "@/lib/db/models";
import type { Parameter } from "@/lib/db/parameter";
import { sqlState } from "@/lib/db/pg-errors";
import { retryOnConflict } from "@/lib/db/retry-on-conflict";
import type { CacheInvalidator } from "@/lib/db/row-cache";
import { isUsable, send, type TextResult } from "@/lib/db/send";
import { ReadOnlyServerError, Servers } from "@/lib/db/servers";
import { Transaction } from "@/lib/db/transaction";
import { countRefusal, metrics } from "@/lib/metrics";
import { inChildSpan } from "@/lib/trace";

export type { Transaction } from "@/lib/db/transaction";

export interface Queryable {
  run(statement: { readonly text: string; readonly values: readonly Parameter[] }): Promise<TextResult>;
  readonly models: Models;
  readonly rowWatch?: CacheInvalidator | undefined;
}

/** Prefix of the service's session names, by which the event log recognizes its writers. */
export const SESSION_NAME = "dropline";

const TRANSACTION_MS = 8_000;

/** Limits of a statement's lock wait, and of its whole wait including those for a connection and a request slot. */
const MAX_LOCK_WAIT_MS = 2_000;
const MAX_WAIT_MS = 2_500;
const SET_LOCK_TIMEOUT = `SET lock_timeout = ${MAX_LOCK_WAIT_MS}`;
/** Minimum lock wait even after a long wait, because writes to one order queue; `LATE` is for a late create. */
const MIN_LOCK_WAIT_MS = 800;
const MIN_LATE_LOCK_WAIT_MS = 10;

/** Client-side limit, since PostgreSQL's own does not cover a commit that waits for a standby or a hung server. */
const RESPONSE_MS = 6_000;

/** Not as startup parameters, which PgBouncer refuses. */
const SETTINGS = Object.entries({
  statement_timeout: 5_000,
  lock_timeout: MAX_LOCK_WAIT_MS,
  idle_in_transaction_session_timeout: 10_000,
  timezone: "UTC",
}).map(([name, value]) => `set_config('${name}', '${value}', false)`);

const SET_AUDIT = "SELECT set_config('dropline.audit', $1, true)";

const LOST_SERVER = new Error("Connection terminated: its server is no longer used.");

/** Opens a pool with bounded statements and 5 s to wait for a connection; follows a failover within the URL. */
export function openPool(databaseUrl: string, poolSize: number, responseMs = RESPONSE_MS): Pool {
  const servers = Servers.of(databaseUrl);
  class ServerClient extends Client {
    readonly url = servers.current;
    backend: string | undefined;
    declare readonly processID: number | null;

    constructor(options?: ClientConfig) {
      super({ ...options, connectionString: servers.current });
      this.connection.on("errorMessage", ({ code }: { code?: string }) => countRefusal(code));
    }
  }
  const abandoned = new AbandonedBackends(
    () => servers.current,
    () => {
      pool.options.max = Math.max(0, poolSize - abandoned.count);
      // The pool serves waiting callers only when a connection is released.
      if (pool.waitingCount > 0 && pool.totalCount < pool.options.max) {
        connect().then(
          (client) => client.release(),
          () => {},
        );
      }
    },
  );
  const pool = new Pool({
    Client: ServerClient,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    query_timeout: responseMs,
    // Runs before the connection is used. An application_name in the URL would override a parameter of the
    // pool.
    onConnect: async (connected) => {
      const client = connected as ServerClient;
      const { rows } = await client.query(
        `SELECT set_config('application_name', $1 || ' ' || current_setting('application_name'), false),
                ${SETTINGS.join(", ")}, ${servers.condition} AS usable, ${BACKEND} AS backend`,
        [SESSION_NAME],
      );
      if (!rows[0].usable) {
        countRefusal("25006");
        throw new ReadOnlyServerError("The database server takes no writes.");
      }
      if (client.url !== servers.current) throw LOST_SERVER;
      // Behind a pooler the backend changes, and may run other clients' statements.
      if (rows[0].backend.startsWith(`${client.processID} `)) client.backend = rows[0].backend;
      await renewEpoch(client);
    },
  });
  // A connection that dies, idle or in use, emits an error; without a listener it ends the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("release", (error: unknown, released) => {
    const client = released as unknown as ServerClient;
    // The pool discards a connection that has been ended.
    if (client.url !== servers.current) client.end().catch(() => {});
    else if (error && error !== LOST_SERVER && !isUsable(error)) {
      // After an error reported by PostgreSQL, the backend no longer runs the statement.
      if (client.backend !== undefined && sqlState(error) === undefined) abandoned.add(client.backend);
      void servers.search();
    }
  });
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  const unfollow = servers.follow((hasMoved) => {
    if (hasMoved) abandoned.clear();
    for (let count = pool.idleCount; count > 0; count -= 1) {
      connect().then(
        (client) => client.release(LOST_SERVER),
        () => {},
      );
    }
  });
  const connectInTurn = async (): Promise<PoolClient> => {
    const askedAt = performance.now();
    await servers.searching;
    const tried = servers.current;
    try {
      return await connect();
    } catch (error) {
      await servers.search();
      if (servers.current === tried) throw error;
      return await connect();
    } finally {
      metrics().poolWait.observe((performance.now() - askedAt) / 1000);
    }
  };
  // pg's pool.query calls connect with a callback.
  pool.connect = ((done?: (error?: unknown, client?: PoolClient) => void) =>
    done === undefined
      ? connectInTurn()
      : connectInTurn().then((client) => done(undefined, client), done)) as typeof pool.connect;
  const end = pool.end.bind(pool) as () => Promise<void>;
  pool.end = (() => {
    unfollow();
    return end();
  }) as typeof pool.end;
  // Statements run on the pool are outside transactions, so a retry is safe. The type cannot express all overloads.
  const query = pool.query.bind(pool) as (...statement: unknown[]) => Promise<unknown>;
  pool.query = ((statement: string | { readonly text: string }, ...rest: unknown[]) =>
    inStatementSpan(typeof statement === "string" ? statement : statement.text, () =>
      retryOnConflict(() => query(statement, ...rest)),
    )) as typeof pool.query;
  return pool;
}

const SPAN = { kind: SpanKind.CLIENT, attributes: () => ({ "db.system.name": "postgresql" }) };

/** The text has no values: those are parameters. */
function inStatementSpan<Result>(text: string | undefined, work: () => Promise<Result>): Promise<Result> {
  const attributes = () => ({ "db.system.name": "postgresql", "db.query.text": text });
  return inChildSpan("statement", { kind: SpanKind.CLIENT, attributes }, work);
}

/** Begins a new journal epoch if this server's history differs from the journal's (JRN-3). */
async function renewEpoch(client: ClientBase): Promise<void> {
  await client.query("SELECT renew_journal_epoch()").catch((error: unknown) => {
    // The migration that creates the function has not been applied.
    if (sqlState(error) !== "42883") throw error;
  });
}

export class Database implements Queryable {
  readonly #pool: Pool;
  readonly #workStart = new AsyncLocalStorage<number>();
  /** Invalidates cached rows; absent when rows are not cached. */
  rowWatch: CacheInvalidator | undefined;
  #modelClient: ModelClient | undefined;
  #auditedModels: Models | undefined;
  /** JSON for the setting `dropline.audit`, which the audit triggers read. */
  #audit: string | undefined;
  #closing: Promise<void> | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  get models(): Models {
    if (this.#audit === undefined) return this.#getModelClient().models;
    this.#auditedModels ??= buildModels((model, operation, args) =>
      this.transaction((tx) => callModel(tx.models, model, operation, args)),
    );
    return this.#auditedModels;
  }

  /** The same database, whose every statement and transaction the audit triggers attribute to `call`. */
  withAudit(call: object): Database {
    const audited = new Database(this.#pool);
    audited.rowWatch = this.rowWatch;
    audited.#modelClient = this.#getModelClient();
    audited.#audit = JSON.stringify(call);
    return audited;
  }

  async loadModels(): Promise<void> {
    await this.models.writeCheck.findFirst({ select: { id: true } });
  }

  #getModelClient(): ModelClient {
    this.#modelClient ??= new ModelClient(this.#pool);
    return this.#modelClient;
  }

  /** Bounds lock waits by the time left since `startedAt` (performance.now()). Not for work queued on one row. */
  runSince<Result>(startedAt: number, work: () => Result): Result {
    return this.#workStart.run(startedAt, work);
  }

  get connections(): { readonly used: number; readonly max: number } {
    return { used: this.#pool.totalCount - this.#pool.idleCount, max: this.#pool.options.max };
  }

  get workStart(): number | undefined {
    return this.#workStart.getStore();
  }

  run(statement: { readonly text: string; readonly values: readonly Parameter[] }): Promise<TextResult> {
    if (this.#audit !== undefined) return this.transaction((tx) => tx.run(statement));
    return inStatementSpan(statement.text, () =>
      retryOnConflict(() =>
        this.#withConnection(async (client, discard) => {
          try {
            return await send(client, statement);
          } catch (error) {
            if (!isUsable(error)) discard(error);
            throw error;
          }
        }),
      ),
    );
  }

  /** One transaction of at most 8 s by default, retried on conflict: `work` may only affect the database. */
  transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    { timeout = TRANSACTION_MS }: { readonly timeout?: number } = {},
  ): Promise<Result> {
    const audit = this.#audit;
    const audited = async (tx: Transaction) => {
      if (audit !== undefined) await tx.run({ text: SET_AUDIT, values: [audit] });
      return work(tx);
    };
    return inChildSpan("transaction", SPAN, () =>
      retryOnConflict(() =>
        this.#withConnection((client, discard) =>
          Transaction.perform(client, audited, {
            timeout,
            discard,
            openModels: (transaction) => this.#getModelClient().openModels(transaction),
          }),
        ),
      ),
    );
  }

  close(): Promise<void> {
    this.#closing ??= this.#pool.end();
    return this.#closing;
  }

  async #withConnection<Result>(
    work: (client: PoolClient, discard: (error?: unknown) => void) => Promise<Result>,
  ): Promise<Result> {
    const { workStart } = this;
    const startedAt = workStart ?? performance.now();
    const client = await this.#pool.connect();
    const min = workStart === undefined ? MIN_LOCK_WAIT_MS : MIN_LATE_LOCK_WAIT_MS;
    const left = Math.max(min, MAX_WAIT_MS - Math.ceil(performance.now() - startedAt));
    const isLate = left < MAX_LOCK_WAIT_MS;
    let isHeld = true;
    const giveBack = (failure: Error | boolean) => {
      if (isHeld) client.release(failure);
      isHeld = false;
    };
    try {
      if (isLate) await client.query(`SET lock_timeout = ${left}`);
      return await work(client, (error) => giveBack(error instanceof Error ? error : true));
    } finally {
      if (isLate && isHeld) await client.query(SET_LOCK_TIMEOUT).catch(() => giveBack(true));
      giveBack(false);
    }
  }
}

export function openDatabase(databaseUrl: string, poolSize: number, responseMs = RESPONSE_MS): Database {
  return new Database(openPool(databaseUrl, poolSize, responseMs));
}
