import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";
import { Client, type FieldDef, Pool } from "pg";
import type { Queryable } from "@/lib/db/client";
import { packageRoot } from "@/lib/package-root";

// One number for the whole service: whoever holds this lock migrates, everybody else waits for it.
const MIGRATION_LOCK = 4_915_723;
const LOCK_POLL_MS = 100;
/** The engine is to see every table and enum. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] };

// PostgreSQL's numbers of the type "char", which its catalogues use, and of an array of it.
const CHAR_TYPE = 18;
const CHAR_ARRAY_TYPE = 1002;

// The bindings hold one WebAssembly instance for all who import them, however often this module is bundled.
const shared = globalThis as unknown as {
  isDroplineEngineLoaded?: true;
  /** The engine hands its last words to this, or fails over its absence and hides them. */
  PRISMA_WASM_PANIC_REGISTRY?: { set_message(message: string): void };
};

/** Loads the schema engine's WebAssembly into its bindings, once per process. */
function loadEngine(): void {
  if (shared.isDroplineEngineLoaded) return;
  shared.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => {
      throw new Error(`Prisma's schema engine broke down: ${message}`);
    },
  };
  const require = createRequire(join(packageRoot(), "package.json"));
  const folder = dirname(require.resolve("@prisma/schema-engine-wasm"));
  const module = new WebAssembly.Module(readFileSync(join(folder, "schema_engine_bg.wasm")));
  const instance = new WebAssembly.Instance(module, { "./schema_engine_bg.js": engine });
  engine.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
  shared.isDroplineEngineLoaded = true;
}

/** A migration engine on one database. */
export interface MigrationEngine {
  readonly engine: engine.SchemaEngine;
  /** Runs a statement in the session that the engine uses. */
  query(text: string): Promise<void>;
  /** What PostgreSQL said of the script that failed last: the engine passes on less than that. */
  scriptError(): Error | undefined;
  close(): Promise<void>;
}

/**
 * Opens Prisma's own engine for migrations. It has one connection, so `query` and the engine's statements
 * share a session, and with it a transaction.
 */
export async function openEngine(databaseUrl: string): Promise<MigrationEngine> {
  loadEngine();
  const pool = onePool(databaseUrl);
  let scriptError: Error | undefined;
  const remember = (error: Error): void => {
    scriptError = error;
  };
  const factory = new PrismaPg(pool);
  const adapter: SqlMigrationAwareDriverAdapterFactory = {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => adapt(await factory.connect(), pool, remember),
    connectToShadowDb: () => openShadowDatabase(databaseUrl, remember),
  };
  try {
    await pool.query("SET statement_timeout = 0; SET lock_timeout = 0");
    const opened = await engine.SchemaEngine.new(
      { datamodels: undefined },
      () => {},
      bindMigrationAwareSqlAdapterFactory(adapter),
    );
    return {
      engine: opened,
      scriptError: () => scriptError,
      query: async (text) => {
        await pool.query(text);
      },
      close: async () => {
        opened.free();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

function onePool(databaseUrl: string): Pool {
  const pool = new Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0 });
  // A connection that dies while idle emits an error of its own; without a listener it ends the process.
  pool.on("error", () => {});
  const query = pool.query.bind(pool) as (...words: unknown[]) => Promise<{ fields?: FieldDef[] }>;
  // The overloads of query cannot be restated; whatever comes in goes on as it is.
  pool.query = (async (...words: unknown[]) => {
    const result = await query(...words);
    for (const field of result.fields ?? []) {
      if (field.dataTypeID === CHAR_TYPE) field.dataTypeID = CHAR_ARRAY_TYPE;
    }
    return result;
  }) as typeof pool.query;
  return pool;
}

/**
 * Prisma's adapter cuts a script at every semicolon, also at those inside strings and function bodies. Given to
 * PostgreSQL as a whole, a script runs as `prisma migrate deploy` and psql run it.
 *
 * It also refuses columns of type "char", which the engine asks for when it describes a database. The pool
 * disguises them as arrays of that type, which the adapter knows, and the disguise is taken off behind it.
 */
function adapt(adapter: SqlDriverAdapter, pool: Pool, remember: (error: Error) => void): SqlDriverAdapter {
  adapter.executeScript = async (script) => {
    try {
      await pool.query(script);
    } catch (error) {
      if (error instanceof Error) remember(error);
      throw error;
    }
  };
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    const columnTypes = result.columnTypes.map((type) =>
      type === ColumnTypeEnum.CharacterArray ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  };
  return adapter;
}

/** An empty database beside the given one, dropped when the engine has done with it. */
async function openShadowDatabase(
  databaseUrl: string,
  remember: (error: Error) => void,
): Promise<SqlDriverAdapter> {
  const name = `prisma_migrate_shadow_db_${crypto.randomUUID()}`;
  await administer(databaseUrl, `CREATE DATABASE "${name}"`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  const pool = onePool(url.href);
  const adapter = adapt(await new PrismaPg(pool).connect(), pool, remember);
  adapter.dispose = async () => {
    await pool.end();
    await administer(databaseUrl, `DROP DATABASE "${name}"`);
  };
  return adapter;
}

async function administer(databaseUrl: string, statement: string): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** @throws Error of one line, without the password that the address holds */
async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    // An address that resolves to several gets an AggregateError, whose own message is empty.
    const { message, code } = error as { message: string; code?: string };
    const where = `${client.host}:${client.port}/${client.database ?? ""}`;
    throw new Error(`Cannot connect to the database at ${where}: ${message || code}`, { cause: error });
  }
}

/** What Prisma keeps beside the migrations to know their dialect. */
export const LOCKFILE = 'provider = "postgresql"\n';

/** The names of the migrations in a folder, oldest first. */
export function listMigrations(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/**
 * The same of a folder that must have some.
 *
 * @throws Error of one line when there is none: a database would pass for migrated that has nothing in it
 */
function someMigrations(folder: string): string[] {
  const names = listMigrations(folder);
  if (names.length === 0) throw new Error(`There are no migrations in ${folder}.`);
  return names;
}

/** The migrations of a folder as the engine takes them. */
export function readMigrations(folder: string, names = listMigrations(folder)) {
  const lockfile = join(folder, "migration_lock.toml");
  return {
    baseDir: folder,
    lockfile: {
      path: "migration_lock.toml",
      content: existsSync(lockfile) ? readFileSync(lockfile, "utf8") : LOCKFILE,
    },
    shadowDbInitScript: "",
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok" as const, value: readFileSync(join(folder, name, "migration.sql"), "utf8") },
      },
    })),
  };
}

/** Where this project's migrations stand. */
export function migrationsFolder(): string {
  return join(packageRoot(), "prisma", "migrations");
}

/**
 * Brings a database to the newest migration, in the history that `prisma migrate deploy` keeps as well. Any
 * number of processes may start at once: one migrates, the others wait and find nothing left to do. A migration
 * and its entry in the history are one transaction, so a process that is killed leaves nothing to repair.
 *
 * @returns the names of the migrations that were applied
 * @throws Error of one line when there are no migrations, the database cannot be reached, or one fails
 */
export async function migrate(
  databaseUrl: string,
  folder = migrationsFolder(),
): Promise<{ applied: string[] }> {
  const names = someMigrations(folder);
  const client = await connect(databaseUrl);
  try {
    await lock(client);
    const pending = await listPending(client, names);
    if (pending.length === 0) return { applied: [] };
    await applyAll(databaseUrl, folder, pending);
    const left = await listPending(client, names);
    if (left.length > 0) throw new Error(`Migrations were not applied: ${left.join(", ")}`);
    return { applied: pending };
  } finally {
    await client.end();
  }
}

/**
 * Polls, because a statement that waits holds a snapshot, and a migration that builds an index concurrently would
 * wait for that snapshot in turn.
 */
async function lock(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>("SELECT pg_try_advisory_lock($1) AS got", [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.got === true) return;
    await sleep(LOCK_POLL_MS);
  }
}

async function listPending(client: Client, names: readonly string[]): Promise<string[]> {
  const { rows: tables } = await client.query("SELECT 1 WHERE to_regclass('_prisma_migrations') IS NOT NULL");
  if (tables.length === 0) return [...names];
  const { rows } = await client.query<{ migration_name: string; is_finished: boolean }>(
    `SELECT migration_name, finished_at IS NOT NULL AS is_finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const failed = rows.find((row) => !row.is_finished);
  if (failed !== undefined) {
    throw new Error(
      `Migration ${failed.migration_name} failed earlier and may be half applied. Put the database right, then: npx prisma migrate resolve --rolled-back ${failed.migration_name}`,
    );
  }
  const applied = new Set(rows.map((row) => row.migration_name));
  return names.filter((name) => !applied.has(name));
}

async function applyAll(databaseUrl: string, folder: string, pending: readonly string[]): Promise<void> {
  const opened = await openEngine(databaseUrl);
  try {
    const all = listMigrations(folder);
    // One at a time, since a value that a migration adds to an enum can only be used after its transaction.
    for (const name of pending) {
      const migrationsList = readMigrations(folder, all.slice(0, all.indexOf(name) + 1));
      const script = migrationsList.migrationDirectories.at(-1)?.migrationFile.content.value ?? "";
      // PostgreSQL builds and drops indexes concurrently outside a transaction alone.
      const isAtomic = !/\bconcurrently\b/i.test(script);
      try {
        if (isAtomic) await opened.query("BEGIN");
        await opened.engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
        if (isAtomic) await opened.query("COMMIT");
      } catch (error) {
        if (isAtomic) await opened.query("ROLLBACK").catch(() => {});
        throw new Error(`Migration ${name} failed: ${reasonOf(opened.scriptError() ?? error)}`, {
          cause: error,
        });
      }
    }
  } finally {
    await opened.close();
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, " ");
}

/** Whether every migration of the folder has been applied to this database. */
export async function isAtHead(db: Queryable, folder = migrationsFolder()): Promise<boolean> {
  const applied = await db.$queryRaw<{ migration_name: string }[]>`
    SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  const names = new Set(applied.map((row) => row.migration_name));
  return someMigrations(folder).every((name) => names.has(name));
}
