import { Client } from "pg";
import { run } from "@/bench/contestant";
import { readCpu } from "@/bench/cpu";
import { orderBody } from "@/testing/api-client";
import { cloneDatabase } from "@/testing/cluster";

/** How many commits of one row a second PostgreSQL took, and the processor time of each in seconds. */
export interface InsertCeiling {
  readonly name: string;
  readonly perSecond: number;
  readonly postgres: number;
}

const STATEMENTS: readonly (readonly [string, string])[] = [
  ["one-row INSERT, committed", "INSERT INTO bench_rows (body) VALUES ($1)"],
  [
    "one-row INSERT with NOTIFY",
    "WITH row AS (INSERT INTO bench_rows (body) VALUES ($1) RETURNING id) SELECT pg_notify('bench', id::text) FROM row",
  ],
];

/** Measures the limits of PostgreSQL behind a Node client: one row per transaction, over several connections. */
export async function measureInserts(
  clusterUrl: string,
  postmaster: number,
  connections: number,
  seconds: number,
): Promise<InsertCeiling[]> {
  const database = await cloneDatabase(clusterUrl, "template0");
  await run(database.url, "CREATE TABLE bench_rows (id bigserial PRIMARY KEY, body text NOT NULL)");
  const clients = Array.from({ length: connections }, () => new Client({ connectionString: database.url }));
  await Promise.all(clients.map((client) => client.connect()));
  const ceilings: InsertCeiling[] = [];
  const body = JSON.stringify(orderBody());
  for (const [name, text] of STATEMENTS) {
    let rows = 0;
    const before = readCpu([], postmaster).postgres;
    const begin = performance.now();
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() - begin < seconds * 1000) {
          await client.query({ name, text, values: [body] });
          rows += 1;
        }
      }),
    );
    const took = (performance.now() - begin) / 1000;
    const postgres = (readCpu([], postmaster).postgres - before) / rows;
    ceilings.push({ name, perSecond: rows / took, postgres });
  }
  await Promise.all(clients.map((client) => client.end()));
  await database.drop();
  return ceilings;
}
