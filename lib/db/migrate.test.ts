import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "@/lib/db/client";
import {
  compareMigrations,
  findSchemaProblem,
  listMigrations,
  migrate,
  migrationsFolder,
  readScript,
} from "@/lib/db/migrate";
import { draftMigration, writeMigration } from "@/scripts/new-migration";
import { createEmptyDatabase, type TestDatabase } from "@/testing/database";
import { loggedDays } from "@/testing/request-log";
import { pollUntil } from "@/testing/until";

const run = promisify(execFile);

describe("migrations", () => {
  let database: TestDatabase;
  let folder: string;

  const write = (name: string, script: string): void => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, "migration.sql"), script);
  };

  const query = async (text: string): Promise<Record<string, unknown>[]> => {
    const client = new Client({ connectionString: database.url });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };

  const findProblem = async (of = folder): Promise<string | null> => {
    const db = openDatabase(database.url, 1);
    try {
      return await findSchemaProblem(db, of);
    } finally {
      await db.close();
    }
  };

  const atHead = async (of = folder): Promise<boolean> => (await findProblem(of)) === null;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    folder = mkdtempSync(join(tmpdir(), "dropline-migrations-"));
    writeFileSync(join(folder, "migration_lock.toml"), 'provider = "postgresql"\n');
    write("20200101000000_first", "CREATE TABLE first (id integer);");
  });

  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  it("are applied once", async () => {
    expect(await migrate(database.url, folder)).toEqual({ applied: ["20200101000000_first"] });
    expect(await migrate(database.url, folder)).toEqual({ applied: [] });
    write("20200102000000_second", "ALTER TABLE first ADD name text;");
    expect(await atHead()).toBe(false);
    expect(await migrate(database.url, folder)).toEqual({ applied: ["20200102000000_second"] });
    expect(await atHead()).toBe(true);
  });

  it("are applied by only one of five concurrent calls", async () => {
    write("20200102000000_slow", "SELECT pg_sleep(0.3); CREATE TABLE slow (id integer);");
    const results = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, folder)));
    expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
    expect(await atHead()).toBe(true);
  });

  it("are applied by only one of five concurrent processes, in any working directory", async () => {
    const program = `import { migrate } from "@/lib/db/migrate";
      migrate(process.argv[1] ?? "").then(({ applied }) => console.log(applied.length));`;
    const words = [
      "--import",
      import.meta.resolve("tsx"),
      "--input-type=module",
      "--eval",
      program,
      database.url,
    ];
    const env = { ...process.env, TSX_TSCONFIG_PATH: resolve("tsconfig.json") };
    const start = () => run(process.execPath, words, { cwd: folder, env });
    const outputs = await Promise.all(Array.from({ length: 5 }, start));
    const counts = outputs.map(({ stdout }) => Number(stdout)).sort();
    expect(counts).toEqual([0, 0, 0, 0, listMigrations(migrationsFolder()).length]);
  });

  it("release their locks for a concurrent writer instead of deadlocking, and are applied after it commits", async () => {
    write("20200102000000_second", "CREATE TABLE second (id integer);");
    await migrate(database.url, folder);
    write("20200103000000_both", "ALTER TABLE first ADD name text; ALTER TABLE second ADD name text;");
    const writer = new Client({ connectionString: database.url });
    await writer.connect();
    try {
      await writer.query("BEGIN; INSERT INTO second VALUES (1)");
      const migrated = migrate(database.url, folder);
      // Now the migration holds the first table and waits for the second.
      await pollUntil(async () => {
        const [row] =
          await query(`SELECT count(*)::int AS count FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
          WHERE c.relname = 'second' AND NOT l.granted`);
        return row?.count === 1;
      });
      await writer.query("INSERT INTO first VALUES (1)");
      await writer.query("COMMIT");
      expect(await migrated).toEqual({ applied: ["20200103000000_both"] });
    } finally {
      await writer.end();
    }
    expect(await query("SELECT f.name, s.name FROM first f, second s")).toHaveLength(1);
  });

  it("do not block writers while they wait for a table lock", async () => {
    write("20200102000000_second", "CREATE TABLE second (id integer);");
    await migrate(database.url, folder);
    write("20200103000000_both", "ALTER TABLE first ADD name text; ALTER TABLE second ADD name text;");
    const reader = new Client({ connectionString: database.url });
    await reader.connect();
    try {
      await reader.query("BEGIN; SELECT * FROM second");
      const migrated = migrate(database.url, folder);
      await pollUntil(async () => {
        const [row] = await query("SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted");
        return row?.count === 1;
      });
      // The reader stays, so only a migration that gives back the first table lets this through.
      await query("SET statement_timeout = '30s'; INSERT INTO first VALUES (1)");
      await reader.query("COMMIT");
      await migrated;
    } finally {
      await reader.end();
    }
  });

  it("cause an error when the folder contains none", async () => {
    const empty = join(folder, "nowhere");
    await expect(migrate(database.url, empty)).rejects.toThrow(`There are no migrations in ${empty}.`);
    await migrate(database.url, folder);
    await expect(atHead(empty)).rejects.toThrow("There are no migrations");
  });

  it("are rolled back when they fail, are reported in one line, and pass once corrected", async () => {
    write("20200102000000_second", "CREATE TABLE half (id integer);\nSELECT nonsense;");
    const failed = migrate(database.url, folder);
    await expect(failed).rejects.toThrow(
      'Migration 20200102000000_second failed: column "nonsense" does not exist',
    );
    expect(await query("SELECT to_regclass('half') AS half, to_regclass('first')::text AS first")).toEqual([
      { half: null, first: "first" },
    ]);
    write("20200102000000_second", "CREATE TABLE half (id integer);");
    expect(await migrate(database.url, folder)).toEqual({ applied: ["20200102000000_second"] });
  });

  it("are rolled back when their connection is terminated", async () => {
    write("20200102000000_second", "CREATE TABLE half (id integer); SELECT pg_sleep(30);");
    const cutOff = expect(migrate(database.url, folder)).rejects.toThrow("20200102000000_second failed");
    const sleeping =
      "FROM pg_stat_activity WHERE query LIKE 'CREATE TABLE half%' AND datname = current_database()";
    await expect.poll(() => query(`SELECT 1 ${sleeping}`)).toHaveLength(1);
    await query(`SELECT pg_terminate_backend(pid) ${sleeping}`);
    await cutOff;
    write("20200102000000_second", "CREATE TABLE half (id integer);");
    expect(await migrate(database.url, folder)).toEqual({ applied: ["20200102000000_second"] });
  });

  it("may contain semicolons in strings and function bodies, and build an index concurrently", async () => {
    write(
      "20200102000000_body",
      `CREATE FUNCTION twice(n integer) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN n := n * 2; RETURN n; END $$;
       COMMENT ON TABLE first IS 'one; two';`,
    );
    write("20200103000000_index", "CREATE INDEX CONCURRENTLY first_id ON first (id);");
    // The second one waits for the first: its waiting must not hold up the index.
    await Promise.all([migrate(database.url, folder), migrate(database.url, folder)]);
    expect(await query("SELECT twice(21) AS answer")).toEqual([{ answer: 42 }]);
  });

  it("may use an enum value that an earlier migration added", async () => {
    write("20200102000000_enum", "CREATE TYPE color AS ENUM ('red');");
    write("20200103000000_value", "ALTER TYPE color ADD VALUE 'blue';");
    write("20200104000000_use", "CREATE TABLE painted (color color DEFAULT 'blue');");
    expect((await migrate(database.url, folder)).applied).toHaveLength(4);
  });

  it("stay in the history when they fail outside a transaction, and block later runs until an operator resolves them", async () => {
    write("20200102000000_index", "REINDEX TABLE CONCURRENTLY nowhere;");
    await expect(migrate(database.url, folder)).rejects.toThrow("20200102000000_index failed");
    await expect(migrate(database.url, folder)).rejects.toThrow(
      "npx prisma migrate resolve --rolled-back 20200102000000_index",
    );
    expect(await atHead()).toBe(false);
    await query("UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL");
    write("20200102000000_index", "CREATE INDEX CONCURRENTLY first_id ON first (id);");
    expect(await migrate(database.url, folder)).toEqual({ applied: ["20200102000000_index"] });
  });

  it("build an index again whose concurrent build was interrupted", async () => {
    await migrate(database.url, folder);
    const writer = new Client({ connectionString: database.url });
    await writer.connect();
    await writer.query("BEGIN; INSERT INTO first VALUES (1)");
    write("20200102000000_index", "CREATE INDEX CONCURRENTLY IF NOT EXISTS first_id ON first (id);");
    const cutOff = expect(migrate(database.url, folder)).rejects.toThrow("20200102000000_index failed");
    const building =
      "FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX%' AND wait_event_type = 'Lock' AND datname = current_database()";
    await expect.poll(() => query(`SELECT 1 ${building}`)).toHaveLength(1);
    await query(`SELECT pg_terminate_backend(pid) ${building}`);
    await cutOff;
    await writer.end();
    const isValid = () => query("SELECT indisvalid FROM pg_index WHERE indexrelid = 'first_id'::regclass");
    expect([await isValid(), await atHead()]).toEqual([[{ indisvalid: false }], false]);
    expect(await migrate(database.url, folder)).toEqual({ applied: ["20200102000000_index"] });
    expect([await isValid(), await atHead()]).toEqual([[{ indisvalid: true }], true]);
    expect(await query("SELECT count(*)::int FROM _prisma_migrations")).toEqual([{ count: 2 }]);
  });

  it("end with one sentence and change nothing while a table stays locked", async () => {
    await migrate(database.url, folder);
    const reader = new Client({ connectionString: database.url });
    await reader.connect();
    await reader.query("BEGIN; SELECT * FROM first");
    write("20200102000000_second", "CREATE TABLE second (id integer); ALTER TABLE first ADD name text;");
    await expect(migrate(database.url, folder, 2)).rejects.toThrow(
      "Migration 20200102000000_second changed nothing, because other transactions kept its tables locked at each of 2 tries. End the long ones (pg_stat_activity, xact_start) and migrate again.",
    );
    await reader.end();
    expect(await query("SELECT to_regclass('second') AS second")).toEqual([{ second: null }]);
    expect(await migrate(database.url, folder)).toEqual({ applied: ["20200102000000_second"] });
  });

  it("may be newer than this version, unless one requires what this version lacks", async () => {
    const later = mkdtempSync(join(tmpdir(), "dropline-migrations-"));
    const former = folder;
    try {
      folder = later;
      write("20200101000000_first", readScript(former, "20200101000000_first"));
      write("20200102000000_expand", "ALTER TABLE first ADD name text;");
      await migrate(database.url, later);
      const compare = async () => {
        const client = new Client({ connectionString: database.url });
        await client.connect();
        return compareMigrations(client, former).finally(() => client.end());
      };
      expect(await migrate(database.url, former)).toEqual({ applied: [] });
      expect(await compare()).toEqual({ pending: [], unknown: ["20200102000000_expand"] });
      expect(await findProblem(former)).toBeNull();

      write(
        "20200103000000_contract",
        "-- requires 20200102000000_expand\n-- in release 1.1.0\nALTER TABLE first DROP COLUMN id;",
      );
      await migrate(database.url, later);
      const refusal = "The database requires Dropline 1.1.0 or later. Start that release.";
      await expect(migrate(database.url, former)).rejects.toThrow(refusal);
      await expect(compare()).rejects.toThrow(refusal);
      expect(await findProblem(former)).toBe("database requires Dropline 1.1.0 or later");
      // Release 1.0.0 finds the requirement in the history by this expression.
      const logs = await query("SELECT logs FROM _prisma_migrations WHERE logs IS NOT NULL");
      expect(logs.map((row) => /^-- requires (\d{14}_\w+)$/m.exec(String(row.logs))?.[1])).toEqual([
        "20200102000000_expand",
      ]);
      expect([await migrate(database.url, later), await findProblem(later)]).toEqual([{ applied: [] }, null]);
    } finally {
      folder = former;
      rmSync(later, { recursive: true, force: true });
    }
  });

  it("are rejected when one was changed after it was applied, except for its line endings", async () => {
    const script = "CREATE TABLE second (id integer);\nCREATE TABLE third (id integer);\n";
    write("20200102000000_second", script);
    await migrate(database.url, folder);
    write("20200102000000_second", script.replaceAll("\n", "\r\n"));
    expect(await migrate(database.url, folder)).toEqual({ applied: [] });
    write("20200102000000_second", script.replace("third", "fourth"));
    write("20200103000000_later", "CREATE TABLE later (id integer);");
    await expect(migrate(database.url, folder)).rejects.toThrow(
      "Migration 20200102000000_second was changed after it was applied.",
    );
    expect(await query("SELECT to_regclass('later') AS later")).toEqual([{ later: null }]);
  });

  it("are recorded in Prisma's history in the same format as its CLI", async () => {
    await migrate(database.url, folder);
    const script = readFileSync(join(folder, "20200101000000_first", "migration.sql"));
    expect(await query("SELECT * FROM _prisma_migrations")).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        checksum: createHash("sha256").update(script).digest("hex"),
        finished_at: expect.any(Date),
        migration_name: "20200101000000_first",
        logs: null,
        rolled_back_at: null,
        started_at: expect.any(Date),
        applied_steps_count: 1,
      },
    ]);
  });

  it("are rejected with a hint while the history contains an unfinished migration", async () => {
    await migrate(database.url, folder);
    await query("UPDATE _prisma_migrations SET finished_at = NULL");
    await expect(migrate(database.url, folder)).rejects.toThrow(
      "npx prisma migrate resolve --rolled-back 20200101000000_first",
    );
  });

  it("report the server that cannot be reached, but not the password", async () => {
    const failed = migrate("postgresql://shop:secret@127.0.0.1:1/none", folder);
    await expect(failed).rejects.toThrow(
      /^Cannot connect to the database at 127\.0\.0\.1:1\/none: .*ECONNREFUSED/,
    );
    await expect(failed).rejects.not.toThrow("secret");
  });

  describe("recorded before the baseline", () => {
    const [baseline = "", ...later] = listMigrations(migrationsFolder());
    const readColumns = () =>
      query(`SELECT table_name, column_name, column_default, is_nullable FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1, 2`);

    const makeFormerDatabase = async (lastName: string): Promise<void> => {
      write(join("baseline", baseline), readScript(migrationsFolder(), baseline));
      await migrate(database.url, join(folder, "baseline"));
      await query(`
        UPDATE _prisma_migrations SET migration_name = '${lastName}', checksum = 'former';
        CREATE TABLE rate_limit_buckets (id text);
        ALTER TABLE quotes ALTER routing SET DEFAULT 'estimate';
        ALTER TABLE order_stops ADD search_street text NOT NULL DEFAULT '', ADD search_phone text NOT NULL DEFAULT '';
        INSERT INTO jobs (kind, key, run_at) VALUES ('sweep_dispatch', '', now())`);
    };

    it("count as the baseline when all were applied, and leftover objects are removed", async () => {
      await makeFormerDatabase("20261124144501_orders_by_word");
      expect(await atHead(migrationsFolder())).toBe(false);
      expect(await migrate(database.url)).toEqual({ applied: later });
      expect(await migrate(database.url)).toEqual({ applied: [] });
      expect(await atHead(migrationsFolder())).toBe(true);
      expect(await query("SELECT kind FROM jobs")).toEqual([]);
      const columns = await readColumns();
      const fresh = await createEmptyDatabase();
      await database.drop();
      database = fresh;
      await migrate(fresh.url);
      expect(columns).toEqual(await readColumns());
    });

    it("are rejected in one line when some are missing, and nothing is written", async () => {
      await makeFormerDatabase("20261124142900_recipient_decides");
      await expect(migrate(database.url)).rejects.toThrow(
        "The database is older than Dropline 1.0.0, the first release, and no release can upgrade it. CHANGELOG.md describes under 1.0.0 what can.",
      );
      expect(await query("SELECT migration_name AS name FROM _prisma_migrations")).toEqual([
        { name: "20261124142900_recipient_decides" },
      ]);
    });

    it("are rejected until the former version has prepared old orders for the search", async () => {
      await makeFormerDatabase("20261124144501_orders_by_word");
      await query("INSERT INTO jobs (kind, key, run_at) VALUES ('fill_search', '500', now())");
      await expect(migrate(database.url)).rejects.toThrow(
        "Run the former version until its job fill_search has finished.",
      );
      await query("UPDATE jobs SET finished_at = now()");
      expect(await migrate(database.url)).toEqual({ applied: later });
    });
  });

  it("create the request log partitions from today to the day after tomorrow", async () => {
    await migrate(database.url);
    const db = openDatabase(database.url, 1);
    try {
      const days = await loggedDays(db);
      expect(days).toEqual([0, 1, 2].map(() => expect.stringMatching(/^\d{8}$/)));
    } finally {
      await db.close();
    }
  });

  it("produce exactly the schema of this project", async () => {
    const schema = readFileSync("prisma/schema.prisma", "utf8");
    const sources = { databaseUrl: database.url, folder: migrationsFolder(), schema };
    expect(await draftMigration(sources, "nothing")).toBeNull();
  });

  it("are generated from schema changes", async () => {
    const model = (fields: string): string =>
      `datasource db {\n  provider = "postgresql"\n}\nmodel first {\n  id Int @id\n${fields}}\n`;
    const empty = join(folder, "empty");
    const sources = (fields: string) => ({
      databaseUrl: database.url,
      folder: empty,
      schema: model(fields),
    });
    const initial = await writeMigration(sources(""), "init");
    expect(readFileSync(initial ?? "", "utf8")).toContain('CREATE TABLE "first"');
    expect(await writeMigration(sources(""), "nothing")).toBeNull();
    const added = await draftMigration(sources("  name String?\n"), "add_name");
    expect(added?.folderName).toMatch(/^\d{14}_add_name$/);
    expect(added?.script).toContain('ALTER TABLE "first" ADD COLUMN     "name" TEXT');
    expect((await migrate(database.url, empty)).applied).toHaveLength(1);
  });
});
