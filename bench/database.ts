import { Client } from "pg";

export async function run<Row extends object>(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query(statement, [...values]);
    return rows as Row[];
  } finally {
    await client.end();
  }
}

/** Longer than the line between any two points, so it also reveals an estimate that is not marked as one. */
const STRAIGHT_LENGTH = 24;

async function count(databaseUrl: string, statement: string): Promise<number> {
  const [row] = await run<{ count: number }>(databaseUrl, statement);
  return row?.count ?? Number.NaN;
}

export const countEstimates = (databaseUrl: string): Promise<number> =>
  count(
    databaseUrl,
    `SELECT (SELECT count(*)::int FROM quotes WHERE length(legs->0->>'geometry') < ${STRAIGHT_LENGTH}) +
            (SELECT count(*)::int FROM order_stops WHERE position = 1 AND length(geometry) < ${STRAIGHT_LENGTH}) AS count`,
  );

export const countPrices = (databaseUrl: string): Promise<number> =>
  count(
    databaseUrl,
    "SELECT count(DISTINCT price)::int AS count FROM (SELECT price FROM quotes UNION ALL SELECT price FROM orders) AS prices",
  );

export async function forgetPrices(databaseUrl: string): Promise<void> {
  await run(databaseUrl, "TRUNCATE quotes, orders CASCADE");
}
