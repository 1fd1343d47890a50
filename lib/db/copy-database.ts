import type { Client } from "pg";
import { pipeRows } from "@/lib/db/copy";
import { compareMigrations, connect, listMigrations, migrate, migrationsFolder } from "@/lib/db/migrate";

interface Table {
  readonly name: string;
  /** Names of all columns but the generated ones. */
  readonly columns: string;
  /** Names and types of all columns. */
  readonly shape: string;
}

const LIST_TABLES = `
  SELECT c.oid::regclass::text AS name,
    string_agg(quote_ident(attname), ', ' ORDER BY attname) FILTER (WHERE attgenerated = '') AS columns,
    string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attname) AS shape
  FROM pg_class c JOIN pg_attribute ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
  GROUP BY c.oid ORDER BY name`;

/**
 * Copies the database of one server into the empty one of another, at the same migrations, and then applies the later
 * ones. The source is only read, in one snapshot. Triggers and foreign keys do not act on the copied rows.
 * @throws Error of one line, also if a table differs afterwards
 */
export async function copyDatabase(fromUrl: string, toUrl: string): Promise<void> {
  const from = await connect(fromUrl);
  const to = await connect(toUrl).catch(async (error) => {
    await from.end();
    throw error;
  });
  try {
    await from.query("SET statement_timeout = 0; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const { pending, unknown } = await compareMigrations(from);
    if (unknown.length > 0)
      throw new Error(`A later version has migrated the database: ${unknown.join(", ")}.`);
    const { rows: tables } = await from.query<Table>(LIST_TABLES);
    if (tables.length > 0) {
      // A history from before the first migration's squash lacks only its name.
      const [baseline] = listMigrations(migrationsFolder());
      const isApplied = (name: string) => name === baseline || !pending.includes(name);
      await migrate(toUrl, migrationsFolder(), undefined, isApplied);
      await copyTables(tables, from, to);
    }
    await migrate(toUrl);
    await to.query("ANALYZE");
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

async function copyTables(tables: readonly Table[], from: Client, to: Client): Promise<void> {
  const { rows: empty } = await to.query<Table>(LIST_TABLES);
  const shapes = new Map(empty.map(({ name, shape }) => [name, shape]));
  const wrong = tables.find(({ name, shape }) => shapes.get(name) !== shape)?.name;
  if (wrong !== undefined)
    throw new Error(`The table ${wrong} differs from the service's; move or drop it first.`);
  await to.query("SET statement_timeout = 0; SET session_replication_role = replica; BEGIN");
  await makeDays(from, to);
  await to.query(`TRUNCATE ${[...shapes.keys()].join(", ")}`);
  for (const { name, columns } of tables) {
    await pipeRows(from, `SELECT ${columns} FROM ${name}`, to, `${name} (${columns})`);
  }
  await copySequences(from, to);
  await to.query("COMMIT");
  for (const table of tables) {
    const [before, after] = await Promise.all([summarize(from, table), summarize(to, table)]);
    if (before === after) continue;
    throw new Error(`The copy of ${table.name} differs: ${before} before, ${after} after.`);
  }
}

/** The partitions of logged_requests are made day by day, not by migrations. */
async function makeDays(from: Client, to: Client): Promise<void> {
  const { rows } = await from.query(
    "SELECT right(relname, 8) AS day FROM pg_class WHERE relispartition AND relkind = 'r' AND relname ~ '^logged_requests_'",
  );
  for (const { day } of rows) await to.query("SELECT make_logged_requests_day($1::date)", [day]);
}

async function copySequences(from: Client, to: Client): Promise<void> {
  const { rows } = await from.query<{ name: string }>(
    "SELECT format('%I', sequencename) AS name FROM pg_sequences WHERE schemaname = 'public'",
  );
  for (const { name } of rows) {
    const { rows: values } = await from.query(`SELECT last_value, is_called FROM ${name}`);
    await to.query("SELECT setval($1, $2, $3)", [name, values[0].last_value, values[0].is_called]);
  }
}

/** Returns the count and a checksum of all rows, whatever their order. */
async function summarize(client: Client, { name, columns }: Table): Promise<string> {
  const { rows } = await client.query(
    `SELECT count(*) || ' rows, checksum ' ||
       coalesce(sum(('x' || left(md5(ROW(${columns})::text), 16))::bit(64)::bigint::numeric), 0) AS summary
     FROM ${name}`,
  );
  return rows[0].summary;
}
