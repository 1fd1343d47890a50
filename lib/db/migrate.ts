import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";
import { Client, Pool } from "pg";
import type { Queryable } from "@/lib/db/client";

// One number for the whole service: whoever holds this lock migrates, everybody else waits for it.
const MIGRATION_LOCK = 4_915_723;
const NO_FILTERS = { externalTables: [], externalEnums: [] };

// The bindings hold one WebAssembly instance for all who import them, however often this module is bundled.
const shared = globalThis as unknown as { isDroplineEngineLoaded?: true };

/** Loads the schema engine's WebAssembly into its bindings, once per process. */
function loadEngine(): void {
  if (shared.isDroplineEngineLoaded) return;
  const require = createRequire(join(process.cwd(), "package.json"));
  const folder = dirname(require.resolve("@prisma/schema-engine-wasm"));
  const module = new WebAssembly.Module(readFileSync(join(folder, "schema_engine_bg.wasm")));
  const instance = new WebAssembly.Instance(module, { "./schema_engine_bg.js": engine });
  engine.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
  shared.isDroplineEngineLoaded = true;
}

/** Prisma's own engine for migrations, on one database. Free it after use. */
export async function openEngine(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  schema?: string,
): Promise<engine.SchemaEngine> {
  loadEngine();
  const datamodels: [string, string][] | undefined =
    schema === undefined ? undefined : [["schema.prisma", schema]];
  return engine.SchemaEngine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(adapter));
}

/** The names of the migrations in a folder, oldest first. */
export function listMigrations(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** The migrations of a folder as the engine takes them. */
export function readMigrations(folder: string) {
  return {
    baseDir: folder,
    lockfile: {
      path: "migration_lock.toml",
      content: readFileSync(join(folder, "migration_lock.toml"), "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: listMigrations(folder).map((name) => ({
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
  return join(process.cwd(), "prisma", "migrations");
}

/**
 * Brings a database to the newest migration, in the history that `prisma migrate deploy` keeps as well. Any
 * number of processes may start at once: one migrates, the others wait and find nothing left to do.
 *
 * @returns the names of the migrations that were applied
 * @throws Error when a migration fails; the engine's history then says which
 */
export async function migrate(
  databaseUrl: string,
  folder = migrationsFolder(),
): Promise<{ applied: string[] }> {
  const client = new Client({ connectionString: databaseUrl });
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const schemaEngine = await openEngine(new PrismaPg(pool));
    try {
      const result = await schemaEngine.applyMigrations({
        migrationsList: readMigrations(folder),
        filters: NO_FILTERS,
      });
      return { applied: result.appliedMigrationNames };
    } finally {
      schemaEngine.free();
    }
  } finally {
    await pool.end();
    await client.end();
  }
}

/** Whether every migration of the folder has been applied to this database. */
export async function isAtHead(db: Queryable, folder = migrationsFolder()): Promise<boolean> {
  const applied = await db.$queryRaw<{ migration_name: string }[]>`
    SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  const names = new Set(applied.map((row) => row.migration_name));
  return listMigrations(folder).every((name) => names.has(name));
}
