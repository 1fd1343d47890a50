// npm run migration -- NAME: writes the migration that brings prisma/migrations to prisma/schema.prisma.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { migrationsFolder } from "@/lib/db/migrate";
import { packageRoot } from "@/lib/package-root";
import { startEmbedded } from "@/packages/embedded-postgres/postgres";
import { LOCKFILE, NO_FILTERS, openEngine, readMigrations } from "@/scripts/schema-engine";

export interface MigrationSources {
  /** A server on which the engine may briefly create its own database. */
  readonly databaseUrl: string;
  readonly folder: string;
  readonly schema: string;
}

/** Null when the migrations agree with the schema. */
export async function draftMigration(
  { databaseUrl, folder, schema }: MigrationSources,
  name: string,
): Promise<{ folderName: string; script: string } | null> {
  const opened = await openEngine(databaseUrl);
  try {
    const { stdout: script } = await opened.engine.diff({
      from: { tag: "migrations", ...readMigrations(folder) },
      to: { tag: "schemaDatamodel", files: [{ path: "schema.prisma", content: schema }] },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    });
    if (script === null || script.trim() === "" || script.startsWith("-- This is an empty migration"))
      return null;
    return { folderName: `${timestamp()}_${name}`, script };
  } catch (error) {
    throw opened.scriptError() ?? error;
  } finally {
    await opened.close();
  }
}

export async function writeMigration(sources: MigrationSources, name: string): Promise<string | null> {
  const draft = await draftMigration(sources, name);
  if (draft === null) return null;
  const made = join(sources.folder, draft.folderName);
  mkdirSync(made, { recursive: true });
  const lockfile = join(sources.folder, "migration_lock.toml");
  if (!existsSync(lockfile)) writeFileSync(lockfile, LOCKFILE);
  const file = join(made, "migration.sql");
  writeFileSync(file, draft.script);
  return file;
}

/** From year to second, as Prisma names its folders. */
function timestamp(): string {
  return new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
}

async function main(): Promise<void> {
  const name = process.argv[2] ?? "";
  if (!/^[a-z0-9]+([_-][a-z0-9]+)*$/.test(name)) {
    throw new Error("Usage: npm run migration -- NAME, in lower case, such as add_courier_notes");
  }
  const schema = readFileSync(join(packageRoot(), "prisma", "schema.prisma"), "utf8");
  const server = await startEmbedded({
    dataDir: mkdtempSync(join(tmpdir(), "dropline-migration-")),
    isDurable: false,
  });
  try {
    const file = await writeMigration(
      { databaseUrl: server.databaseUrl, folder: migrationsFolder(), schema },
      name,
    );
    console.log(
      file === null
        ? "prisma/migrations already leads to prisma/schema.prisma; nothing written."
        : `${file}\nRead it, and add the checks that Prisma cannot express.`,
    );
  } finally {
    await server.remove();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
