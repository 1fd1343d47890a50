import { run } from "@/packages/bench/run-statement";

/** Longer than any line between two points; it also reveals an estimate that is not marked as one. */
const STRAIGHT_LENGTH = 24;

export async function countEstimates(databaseUrl: string): Promise<number> {
  const [row] = await run<{ count: number }>(
    databaseUrl,
    `SELECT (SELECT count(*)::int FROM quotes WHERE length(legs->0->>'geometry') < ${STRAIGHT_LENGTH}) +
            (SELECT count(*)::int FROM order_stops WHERE position = 1 AND length(geometry) < ${STRAIGHT_LENGTH}) AS count`,
  );
  return row?.count ?? Number.NaN;
}

export async function countPrices(databaseUrl: string): Promise<number> {
  const [row] = await run<{ count: number }>(
    databaseUrl,
    "SELECT count(DISTINCT price)::int AS count FROM (SELECT price FROM quotes UNION ALL SELECT price FROM orders) AS prices",
  );
  return row?.count ?? Number.NaN;
}

export async function forgetPrices(databaseUrl: string): Promise<void> {
  await run(databaseUrl, "TRUNCATE quotes, orders CASCADE");
}
