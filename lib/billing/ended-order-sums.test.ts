import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { closeOldestMonth } from "@/lib/billing/close-statements";
import { mergeEndedOrderSums } from "@/lib/billing/ended-order-sums";
import { verifyStatements } from "@/lib/billing/verify-statements";
import { runCall } from "@/scripts/command-line";
import { amount } from "@/testing/amount";
import { execute } from "@/testing/cluster";
import { insertEndedOrders } from "@/testing/ended-orders";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { runText } from "@/testing/run-text";

const ROUNDS = amount(10, 100);
const WRITERS = 4;
const DAY = { from: "2026-10-01T00:00:00Z", until: "2026-10-02T00:00:00Z" };

let api: LocalApi;
let courierId: string;
let accountId: string;

beforeAll(async () => {
  api = await openLocalApi();
  courierId = await api.couriers.makeCourier();
});
afterAll(() => api?.close());
beforeEach(async () => {
  accountId = (await api.newShop()).shop.accountId;
});

const run = (...statements: string[]) => execute(api.databaseUrl, ...statements);
const seed = (count: number, mode = "live") =>
  run(insertEndedOrders(accountId, courierId, { count, mode, ...DAY }));
const check = (isRepaired = false) => verifyStatements(api.db, accountId, { isRepaired });
const merge = () => mergeEndedOrderSums(api.couriers.context, "");
const sumAll = async () => {
  const [row] = await runText(
    api.db,
    "SELECT sum(orders) AS orders, sum(total) AS total FROM ended_order_sums WHERE account_id = $1",
    accountId,
  );
  return row;
};

it("sums of ended orders stay right while orders end, change and are deleted, and during merges", async () => {
  await seed(20, "test");
  const pick = `(SELECT id FROM orders WHERE account_id = '${accountId}' ORDER BY random() LIMIT 1)`;
  const steps = [
    () => seed(2),
    () => seed(1, "test"),
    () => run(`UPDATE orders SET charges = charges + ${randomInt(-20_000, 20_000) / 100} WHERE id = ${pick}`),
    () =>
      run(
        `UPDATE orders SET price = ${randomInt(0, 90_000) / 100}, status = 'cancelled', cancel_reason = 'test', delivered_at = NULL WHERE id = ${pick}`,
      ),
    () => run(`DELETE FROM orders WHERE id = ${pick}`),
    merge,
  ];
  const write = async () => {
    for (let round = 0; round < ROUNDS; round += 1) await steps[randomInt(steps.length)]?.();
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  expect(await check()).toEqual({ accounts: 1, wrongHours: 0, missingCorrections: 0 });
  const before = await sumAll();
  await Promise.all([merge(), merge(), merge()]);
  expect(await sumAll()).toEqual(before);
  expect(await check()).toEqual({ accounts: 1, wrongHours: 0, missingCorrections: 0 });
  const [rows] = await runText(
    api.db,
    `SELECT count(*) FILTER (WHERE NOT is_merged) AS unmerged FROM ended_order_sums WHERE account_id = $1`,
    accountId,
  );
  expect(rows).toEqual({ unmerged: "0" });
});

it("wrong sums and missing corrections are found and repaired, once even by two repairs", async () => {
  await seed(48);
  expect(
    await closeOldestMonth(api, accountId, { vatPercent: null, legalName: null, legalDetails: null }),
  ).toBe("2026-10");
  await merge();
  const right = await sumAll();
  await run(
    `UPDATE ended_order_sums SET total = total + 1 WHERE id = (SELECT min(id) FROM ended_order_sums WHERE account_id = '${accountId}')`,
    `DELETE FROM ended_order_sums WHERE id = (SELECT max(id) FROM ended_order_sums WHERE account_id = '${accountId}')`,
    `UPDATE orders SET charges = charges + 5 WHERE id IN (SELECT id FROM orders WHERE account_id = '${accountId}' ORDER BY id LIMIT 3)`,
    `DELETE FROM statement_corrections WHERE account_id = '${accountId}'`,
  );
  const [changed] = await runText(
    api.db,
    "SELECT sum(order_total(status, price, charges)) AS total, count(*) AS orders FROM orders WHERE account_id = $1 AND status IN ('delivered', 'cancelled')",
    accountId,
  );
  expect(await check()).toEqual({ accounts: 1, wrongHours: 2, missingCorrections: 3 });
  const call = ["statement", "verify", "--account", accountId];
  await expect(runCall(call, api.databaseUrl)).rejects.toThrow("2 hours have a wrong sum");
  await Promise.all([check(true), runCall([...call, "--repair"], api.databaseUrl)]);
  expect(await check()).toEqual({ accounts: 1, wrongHours: 0, missingCorrections: 0 });
  expect(await sumAll()).toEqual({ orders: changed?.orders, total: changed?.total });
  expect(right).not.toEqual(await sumAll());
});

it("an upgrade sums the orders that have ended, and finds what closed months lack", async () => {
  await seed(48);
  await closeOldestMonth(api, accountId, { vatPercent: null, legalName: null, legalDetails: null });
  await seed(24);
  const right = await sumAll();
  await run("TRUNCATE ended_order_sums, statement_corrections");
  await run(
    `UPDATE orders SET charges = charges + 5 WHERE id = (SELECT max(id) FROM orders WHERE account_id = '${accountId}')`,
  );
  await run(readFileSync("prisma/migrations/20261129000102_existing_ended_orders/migration.sql", "utf8"));
  expect(await check()).toEqual({ accounts: 1, wrongHours: 0, missingCorrections: 0 });
  expect(Number((await sumAll())?.total)).toBe(Number(right?.total) + 5);
  const count = await api.db.models.statementCorrection.count({ where: { accountId } });
  expect(count).toBe(24);
});
