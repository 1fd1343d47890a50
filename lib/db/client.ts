import { PrismaPg } from "@prisma/adapter-pg";
import { type ClientBase, Pool, type PoolClient } from "pg";
import { config } from "@/lib/config";
import type { Answer } from "@/lib/db/exchange";
import { sqlState } from "@/lib/db/failure";
import { PrismaClient } from "@/lib/db/generated/client";
import type { Parameter } from "@/lib/db/parameter";
import { isUsable, send } from "@/lib/db/send";
import { takeTurns } from "@/lib/db/take-turns";
import { Transaction } from "@/lib/db/transaction";

export type { Answer } from "@/lib/db/exchange";
export type { Transaction } from "@/lib/db/transaction";

/** Where statements are run: in a transaction, or each as one of its own. */
export interface Queryable {
  /** For lib/db/sql.ts, which says what a statement's rows are. */
  run(statement: { readonly text: string; readonly values: readonly Parameter[] }): Promise<Answer>;
}

/** What the name of every session of ours begins with, by which the journal tells our writers from neighbours. */
export const SESSION_NAME = "dropline";

/** How long a transaction may take. */
const TRANSACTION_MS = 8_000;

/** Time that a statement may wait for a lock, and, if it had to wait for a connection, for both together. */
const MAX_LOCK_WAIT_MS = 2_000;
const MAX_WAIT_MS = 2_800;
/** Time that it may wait for a lock in any case: writes to one order take turns. */
const MIN_LOCK_WAIT_MS = 800;

/**
 * Opens a pool of connections. Statements are bounded in time, so that no request and no lock
 * outlives its caller for long; a caller waits at most five seconds for a connection. Whatever writes events goes
 * through such a pool: its sessions carry SESSION_NAME, before any name that the address or the role gives them.
 */
export function openPool(databaseUrl: string, poolSize: number): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5_000,
    lock_timeout: MAX_LOCK_WAIT_MS,
    idle_in_transaction_session_timeout: 10_000,
    options: "-c timezone=UTC",
    // Waited for before the connection is used, which the type leaves out. A parameter of the pool would not do: an
    // application_name in the address overrides it.
    onConnect: async (client) => {
      await client.query(
        "SELECT set_config('application_name', $1 || ' ' || current_setting('application_name'), false)",
        [SESSION_NAME],
      );
      await renewEpoch(client);
    },
  });
  // A connection that dies, idle or in use, emits an error of its own; without a listener it ends the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
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
  #models: PrismaClient | undefined;
  #closing: Promise<void> | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Prisma's models, for cold reads and for writes of one row; never for what locks or what is asked often. */
  get models(): PrismaClient {
    this.#models ??= new PrismaClient({ adapter: new PrismaPg(this.#pool) });
    return this.#models;
  }

  run(statement: { readonly text: string; readonly values: readonly Parameter[] }): Promise<Answer> {
    return takeTurns(() =>
      this.#withConnection(async (client, discard) => {
        try {
          return await send(client, statement);
        } catch (error) {
          if (!isUsable(error)) discard();
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
      this.#withConnection((client, discard) => Transaction.perform(client, work, { timeout, discard })),
    );
  }

  /** Ends the connections once what is being run is done. */
  close(): Promise<void> {
    this.#closing ??= (async () => {
      await this.#models?.$disconnect();
      await this.#pool.end();
    })();
    return this.#closing;
  }

  async #withConnection<Result>(
    work: (client: PoolClient, discard: () => void) => Promise<Result>,
  ): Promise<Result> {
    const startedAt = performance.now();
    const client = await this.#pool.connect();
    const left = Math.max(MIN_LOCK_WAIT_MS, MAX_WAIT_MS - Math.ceil(performance.now() - startedAt));
    const isLate = left < MAX_LOCK_WAIT_MS;
    let isHeld = true;
    const giveBack = (isToEnd: boolean) => {
      if (isHeld) client.release(isToEnd);
      isHeld = false;
    };
    try {
      if (isLate) await client.query(`SET lock_timeout = ${left}`);
      return await work(client, () => giveBack(true));
    } finally {
      if (isLate && isHeld) await client.query("RESET lock_timeout").catch(() => giveBack(true));
      giveBack(false);
    }
  }
}

/** Opens such a database. */
export function openDatabase(databaseUrl: string, poolSize: number): Database {
  return new Database(openPool(databaseUrl, poolSize));
}

// Next bundles the pages apart from the API lane; both must share one pool.
const shared = globalThis as unknown as { droplineDatabase?: Database };

/** The pool of this process. */
export function database(): Database {
  shared.droplineDatabase ??= openDatabase(config().databaseUrl, config().databasePoolSize);
  return shared.droplineDatabase;
}
