import { afterAll, beforeAll, expect, it } from "vitest";
import { int4, text } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { DONE } from "@/lib/jobs/job";
import { fillSearch } from "@/lib/orders/fill-search";
import { orderBody, orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

let local: LocalApi;

beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

it("orders from before get the words that they would be created with, and keep those that they have", async () => {
  const { api } = await local.newShop();
  for (const body of [orderBody(), orderBodyWith(3), orderBody()]) await api.create(body);
  const wordsNow = () =>
    query(local.db, { words: text })`
      SELECT search_words::text AS words FROM order_stops WHERE position = 0 ORDER BY order_id`;
  const before = await wordsNow();
  expect(before.map(({ words }) => words.length > 50)).toEqual([true, true, true]);
  await execute(local.db)`
    UPDATE order_stops SET search_words = ''::tsvector
    WHERE position = 0 AND order_id < (SELECT max(order_id) FROM order_stops)`;
  await execute(local.db)`
    UPDATE order_stops SET search_words = 'edited'::tsvector
    WHERE position = 0 AND order_id = (SELECT max(order_id) FROM order_stops)`;
  const first = await fillSearch(local.couriers.context, "0");
  expect((await wordsNow()).map(({ words }) => words)).toEqual([
    before[0]?.words,
    before[1]?.words,
    "'edited'",
  ]);
  const [last] = await query(local.db, { id: int4 })`SELECT max(id)::int AS id FROM orders`;
  expect(first).toEqual({ type: "split", kind: "fill_search", keys: [String(last?.id)] });
  expect(await fillSearch(local.couriers.context, String(last?.id))).toEqual(DONE);
});
