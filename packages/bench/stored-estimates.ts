import { run } from "@/packages/bench/run-statement";

/**
 * Longer than any line between two points: a road between two places of a benchmark bends more often than that. The
 * geometry also gives away an estimate that is not marked as one.
 */
const STRAIGHT_LENGTH = 24;

/** Counts the quotes and the orders of a database whose price comes from straight lines. */
export async function countEstimates(databaseUrl: string): Promise<number> {
  const [row] = await run<{ count: number }>(
    databaseUrl,
    `SELECT (SELECT count(*)::int FROM quotes WHERE length(legs->0->>'geometry') < ${STRAIGHT_LENGTH}) +
            (SELECT count(*)::int FROM order_stops WHERE position = 1 AND length(geometry) < ${STRAIGHT_LENGTH}) AS count`,
  );
  return row?.count ?? Number.NaN;
}

/** Counts the different prices of a database's quotes and orders. */
export async function countPrices(databaseUrl: string): Promise<number> {
  const [row] = await run<{ count: number }>(
    databaseUrl,
    "SELECT count(DISTINCT price)::int AS count FROM (SELECT price FROM quotes UNION ALL SELECT price FROM orders) AS prices",
  );
  return row?.count ?? Number.NaN;
}

/** Deletes the quotes and orders that a step has left, so that the next one counts its own. */
export async function forgetPrices(databaseUrl: string): Promise<void> {
  await run(databaseUrl, "TRUNCATE quotes, orders CASCADE");
}
