import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";
import { type FieldDef, Pool } from "pg";
import { connect, listMigrations, readScript } from "@/lib/db/migrate";
import { packageRoot } from "@/lib/package-root";

export const NO_FILTERS = { externalTables: [], externalEnums: [] };

// PostgreSQL's type numbers of "char", which its catalogs use, and of an array of it.
const CHAR_TYPE = 18;
const CHAR_ARRAY_TYPE = 1002;

let isLoaded = false;

function loadEngine(): void {
  if (isLoaded) return;
  // Without this global, the engine fails and hides its last error message.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message: (message: string) => {
        throw new Error(`Prisma's schema engine broke down: ${message}`);
      },
    },
  });
  const require = createRequire(join(packageRoot(), "package.json"));
  const folder = dirname(require.resolve("@prisma/schema-engine-wasm"));
  const module = new WebAssembly.Module(readFileSync(join(folder, "schema_engine_bg.wasm")));
  const instance = new WebAssembly.Instance(module, { "./schema_engine_bg.js": engine });
  engine.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
  isLoaded = true;
}

export async function openEngine(databaseUrl: string) {
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
    const opened = await engine.SchemaEngine.new(
      { datamodels: undefined },
      () => {},
      bindMigrationAwareSqlAdapterFactory(adapter),
    );
    return {
      engine: opened,
      /** PostgreSQL's error for the last failed script: the engine omits parts of it. */
      scriptError: () => scriptError,
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
  // A connection that dies while idle emits an error, which would end the process without a listener.
  pool.on("error", () => {});
  const query = pool.query.bind(pool) as (...words: unknown[]) => Promise<{ fields?: FieldDef[] }>;
  // TypeScript cannot express the overloads of query here; the arguments are forwarded unchanged.
  pool.query = (async (...words: unknown[]) => {
    const result = await query(...words);
    for (const field of result.fields ?? []) {
      if (field.dataTypeID === CHAR_TYPE) field.dataTypeID = CHAR_ARRAY_TYPE;
    }
    return result;
  }) as typeof pool.query;
  return pool;
}

/** Prisma's adapter cuts a script at every semicolon and refuses columns of type "char". */
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

/** Content of migration_lock.toml, which tells Prisma the dialect of the migrations. */
export const LOCKFILE = 'provider = "postgresql"\n';

export function readMigrations(folder: string) {
  const lockfile = join(folder, "migration_lock.toml");
  return {
    baseDir: folder,
    lockfile: {
      path: "migration_lock.toml",
      content: existsSync(lockfile) ? readFileSync(lockfile, "utf8") : LOCKFILE,
    },
    shadowDbInitScript: "",
    migrationDirectories: listMigrations(folder).map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok" as const, value: readScript(folder, name) },
      },
    })),
  };
}
