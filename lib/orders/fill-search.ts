import { execute } from "@/lib/db/sql";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { detailsFromRows } from "@/lib/orders/rows";
import { searchWords } from "@/lib/orders/search";
import { selectUnsearched } from "@/lib/orders/store";

const BATCH = 500;

/**
 * Adds the words that orders from before there were any are found by, five hundred after the order that its key names, and
 * enqueues itself for the next.
 */
export const fillSearch: JobHandler = async ({ db }, key) => {
  const rows = await selectUnsearched(db, BigInt(key), BATCH);
  const ids = [...new Set(rows.map(({ id }) => id))];
  const words = rows
    .filter(({ id }, index) => id !== rows[index - 1]?.id)
    .map(({ id, accountId, ...order }) => {
      const { details } = detailsFromRows(rows.filter((row) => row.id === id));
      return searchWords({ ...order, scope: { accountId } }, details);
    });
  // An edit that came in between has written the words already.
  await execute(db)`
    UPDATE order_stops s SET search_words = filled.words::tsvector
    FROM unnest(${ids}::bigint[], ${words}::text[]) AS filled(id, words)
    WHERE s.order_id = filled.id AND s.position = 0 AND s.search_words = ''::tsvector`;
  const last = ids.at(-1);
  return last === undefined ? DONE : { type: "split", kind: "fill_search", keys: [String(last)] };
};
