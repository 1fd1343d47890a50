import { PrismaPg } from "@prisma/adapter-pg";
import { Pool } from "pg";
import { config } from "@/lib/config";
import { type Prisma, PrismaClient } from "@/lib/db/generated/client";
import { statementNames } from "@/lib/db/statement-name";
import { takeTurns } from "@/lib/db/take-turns";

/** A handle that can start transactions. */
export type Database = PrismaClient;

/** A handle inside a transaction. */
export type Transaction = Prisma.TransactionClient;

/** Either of the two, for reads that may stand anywhere. */
export type Queryable = Database | Transaction;

/** What the name of every session of ours begins with, by which the journal tells our writers from neighbours. */
export const SESSION_NAME = "dropline";

/**
 * Opens a pool of connections. Statements are bounded in time, so that no request and no lock
 * outlives its caller for long; a caller waits at most two seconds for a connection. Whatever writes events goes
 * through such a pool: its sessions carry SESSION_NAME, before any name that the address or the role gives them.
 */
export function openPool(databaseUrl: string, poolSize: number): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    options: "-c timezone=UTC",
    // Waited for before the connection is used, which the type leaves out. A parameter of the pool would not do: an
    // application_name in the address overrides it.
    onConnect: (client) =>
      client.query(
        "SELECT set_config('application_name', $1 || ' ' || current_setting('application_name'), false)",
        [SESSION_NAME],
      ),
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

const statementName = statementNames();

/**
 * Opens such a pool for Prisma. A transaction that PostgreSQL undoes because it and a rival wait for each other is run
 * again, from its beginning, and so is a statement outside of one; the work of a transaction therefore changes nothing
 * but the database.
 */
export function openDatabase(databaseUrl: string, poolSize: number): Database {
  const client = new PrismaClient({
    adapter: new PrismaPg(openPool(databaseUrl, poolSize), {
      disposeExternalPool: true,
      // Without a name pg prepares nothing, which its type leaves out.
      statementNameGenerator: ({ sql }) => statementName(sql) as string,
    }),
    transactionOptions: { maxWait: 2_000, timeout: 8_000 },
  });
  const begin = client.$transaction.bind(client) as (...work: unknown[]) => Promise<unknown>;
  client.$transaction = ((...work: unknown[]) =>
    takeTurns(() => begin(...work))) as typeof client.$transaction;
  return client;
}

// Next bundles the pages apart from the API lane; both must share one pool.
const shared = globalThis as unknown as { droplineDatabase?: Database };

/** The pool of this process. */
export function database(): Database {
  shared.droplineDatabase ??= openDatabase(config().databaseUrl, config().databasePoolSize);
  return shared.droplineDatabase;
}
