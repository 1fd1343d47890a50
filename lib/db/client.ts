import { AsyncLocalStorage } from "node:async_hooks";
import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient } from "pg";
import { AbandonedBackends, BACKEND } from "@/lib/db/abandoned-backends";
import { sqlState } from "@/lib/db/failure";
import { type Models, openModels } from "@/lib/db/models";
import type { Parameter } from "@/lib/db/parameter";
import type { RowWatch } from "@/lib/db/remembered";
import { isUsable, send } from "@/lib/db/send";
import { ReadOnlyServerError, Servers } from "@/lib/db/servers";
import { takeTurns } from "@/lib/db/take-turns";
import { Transaction } from "@/lib/db/transaction";
import type { RawResult } from "@/packages/pg-exchange/exchange";

export type { Transaction } from "@/lib/db/transaction";

/** Where statements are run: in a transaction, or each as one of its own. */
export interface Queryable {
  /** For lib/db/sql.ts, which says what a statement's rows are. */
  run(statement: { readonly text: string; readonly values: readonly Parameter[] }): Promise<RawResult>;
  /** Prisma's models, for all that neither locks nor guards nor is asked often. */
  readonly models: Models;
  readonly rowWatch?: RowWatch | undefined;
}

/** What the name of every session of ours begins with, by which the journal tells our writers from neighbours. */
export const SESSION_NAME = "dropline";

/** How long a transaction may take. */
const TRANSACTION_MS = 8_000;

/** Time that a statement may wait for a lock, and altogether, if it waited for a connection or its request for a slot. */
const MAX_LOCK_WAIT_MS = 2_000;
const MAX_WAIT_MS = 2_500;
/** Time that it may wait for a lock in any case: writes to one order take turns. Those of a late create have none. */
const MIN_LOCK_WAIT_MS = 800;
const MIN_LATE_LOCK_WAIT_MS = 10;

/**
 * How long the client waits for a statement. PostgreSQL bounds statements itself, but neither a commit that waits for a
 * standby nor a server that has stopped responding.
 */
const RESPONSE_MS = 6_000;

/** Why an idle connection to a lost server is closed. */
const LOST_SERVER = new Error("Connection terminated: its server is no longer used.");

/**
 * Opens a pool of connections. Statements are bounded in time, so that no request and no lock
 * outlives its caller for long; a caller waits at most five seconds for a connection. Whatever writes events goes
 * through such a pool: its sessions carry SESSION_NAME, before any name that the address or the role gives them.
 *
 * Open connections and abandoned backends together never exceed the pool's size. Connections lead to a server that takes
 * writes; when the one in use no longer does, the others of the URL are tried.
 */
export function openPool(databaseUrl: string, poolSize: number, responseMs = RESPONSE_MS): Pool {
  const servers = Servers.of(databaseUrl);
  /** A connection to the server that was in use when it was opened. */
  class ServerClient extends Client {
    readonly url = servers.current;
    backend: string | undefined;
    declare readonly processID: number | null;

    constructor(options?: ClientConfig) {
      super({ ...options, connectionString: servers.current });
    }
  }
  const abandoned = new AbandonedBackends(
    () => servers.current,
    () => {
      pool.options.max = Math.max(0, poolSize - abandoned.count);
      // Those who wait for a connection are served when one is released.
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
    statement_timeout: 5_000,
    lock_timeout: MAX_LOCK_WAIT_MS,
    idle_in_transaction_session_timeout: 10_000,
    options: "-c timezone=UTC",
    // Waited for before the connection is used, which the type leaves out. A parameter of the pool would not do: an
    // application_name in the address overrides it.
    onConnect: async (connected) => {
      const client = connected as ServerClient;
      const { rows } = await client.query(
        `SELECT set_config('application_name', $1 || ' ' || current_setting('application_name'), false),
                ${servers.condition} AS usable, ${BACKEND} AS backend`,
        [SESSION_NAME],
      );
      if (!rows[0].usable) throw new ReadOnlyServerError("The database server takes no writes.");
      if (client.url !== servers.current) throw LOST_SERVER;
      // Behind a pooler the backend changes, and may run other clients' statements.
      if (rows[0].backend.startsWith(`${client.processID} `)) client.backend = rows[0].backend;
      await renewEpoch(client);
    },
  });
  // A connection that dies, idle or in use, emits an error of its own; without a listener it ends the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("release", (error: unknown, released) => {
    const client = released as unknown as ServerClient;
    // The pool keeps no connection that is ending.
    if (client.url !== servers.current) client.end().catch(() => {});
    else if (error && error !== LOST_SERVER && !isUsable(error)) {
      // After an error of PostgreSQL's own nothing runs any more.
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
    await servers.searching;
    const tried = servers.current;
    try {
      return await connect();
    } catch (error) {
      await servers.search();
      if (servers.current === tried) throw error;
      return connect();
    }
  };
  // pg's own pool.query asks for a connection with a callback.
  pool.connect = ((done?: (error?: unknown, client?: PoolClient) => void) =>
    done === undefined
      ? connectInTurn()
      : connectInTurn().then((client) => done(undefined, client), done)) as typeof pool.connect;
  const end = pool.end.bind(pool) as () => Promise<void>;
  pool.end = (() => {
    unfollow();
    return end();
  }) as typeof pool.end;
  // What goes through the pool itself stands outside of transactions, so each statement is one of its own. Its many
  // forms, of which none here takes a callback, are more than a type can pass on.
  const query = pool.query.bind(pool) as (...statement: unknown[]) => Promise<unknown>;
  pool.query = ((...statement: unknown[]) => takeTurns(() => query(...statement))) as typeof pool.query;
  return pool;
}

/** Begins a new epoch of the journal if this server's history is another than the journal's (JRN-3). */
async function renewEpoch(client: ClientBase): Promise<void> {
  await client.query("SELECT renew_journal_epoch()").catch((error: unknown) => {
    // The migration that creates the function has not been applied.
    if (sqlState(error) !== "42883") throw error;
  });
}

/** A database: a pool of connections, on which statements and transactions are run. */
export class Database implements Queryable {
  readonly #pool: Pool;
  readonly #workStart = new AsyncLocalStorage<number>();
  /** Invalidates cached rows; absent when they are read each time. */
  rowWatch: RowWatch | undefined;
  #openedModels: ReturnType<typeof openModels> | undefined;
  #closing: Promise<void> | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  get models(): Models {
    return this.#openModels().models;
  }

  /** Makes the first call of a model, which takes 380 ms. */
  async loadModels(): Promise<void> {
    await this.models.writeCheck.findFirst({ select: { id: true } });
  }

  #openModels(): ReturnType<typeof openModels> {
    this.#openedModels ??= openModels(this.#pool);
    return this.#openedModels;
  }

  /**
   * Does some work whose statements wait for locks no longer than is left of the time since it began to wait. Not for
   * work that takes turns with others on one row.
   *
   * @param startedAt when it began to wait for anything, in milliseconds of `performance.now()`
   */
  runSince<Result>(startedAt: number, work: () => Result): Result {
    return this.#workStart.run(startedAt, work);
  }

  /** When the current work began to wait; undefined if unknown. */
  get workStart(): number | undefined {
    return this.#workStart.getStore();
  }

  run(statement: { readonly text: string; readonly values: readonly Parameter[] }): Promise<RawResult> {
    return takeTurns(() =>
      this.#withConnection(async (client, discard) => {
        try {
          return await send(client, statement);
        } catch (error) {
          if (!isUsable(error)) discard(error);
          throw error;
        }
      }),
    );
  }

  /**
   * Does the work in one transaction, which is committed when the work is done, and undone when it throws. One that
   * PostgreSQL undoes because it and a rival wait for each other is run again, from its beginning; the work therefore
   * changes nothing but the database.
   *
   * @param options.timeout how many milliseconds it may take, eight seconds unless told
   */
  transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    { timeout = TRANSACTION_MS }: { readonly timeout?: number } = {},
  ): Promise<Result> {
    return takeTurns(() =>
      this.#withConnection((client, discard) =>
        Transaction.perform(client, work, {
          timeout,
          discard,
          bindModels: (run) => this.#openModels().bind(run),
        }),
      ),
    );
  }

  /** Ends the connections once what is being run is done. */
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
      if (isLate && isHeld) await client.query("RESET lock_timeout").catch(() => giveBack(true));
      giveBack(false);
    }
  }
}

/** Opens such a database. */
export function openDatabase(databaseUrl: string, poolSize: number, responseMs = RESPONSE_MS): Database {
  return new Database(openPool(databaseUrl, poolSize, responseMs));
}
