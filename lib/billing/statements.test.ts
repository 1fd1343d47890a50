import { randomInt } from "node:crypto";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mintScope } from "@/lib/account-scope";
import { closeOldestMonth, closeStatement } from "@/lib/billing/close-statements";
import { exportStatement } from "@/lib/billing/export-statement";
import { getStatement } from "@/lib/billing/get-statement";
import { closesAt, includedVat, nextMonth, toMonth } from "@/lib/billing/statement";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { kopecks } from "@/lib/pricing/money";
import { makeMember } from "@/testing/account-fixture";
import { amount } from "@/testing/amount";
import { orderBodyWith } from "@/testing/api-client";
import { execute } from "@/testing/cluster";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { runText } from "@/testing/run-text";

const MONTHS_PER_ACCOUNT = 20;
const ACCOUNTS = amount(2, 100);
const DAY_MS = 24 * 60 * 60_000;
const ZONES = [
  "Europe/Moscow",
  "Asia/Vladivostok",
  "America/New_York",
  "Pacific/Apia",
  "Pacific/Pago_Pago",
  "UTC",
];
const ISSUER = { vatPercent: 20, legalName: "Dropline", legalDetails: null };

async function readAll(pieces: AsyncGenerator<string | Uint8Array>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const piece of pieces) read.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(read);
}

describe("statements", () => {
  let api: LocalApi;
  let courierId: string;
  beforeAll(async () => {
    api = await openLocalApi();
    courierId = await api.couriers.makeCourier();
  });
  afterAll(() => api?.close());

  const close = (accountId: string) => closeOldestMonth(api, accountId, ISSUER);
  const context = () => ({ db: api.db, clock: api.clock, issuer: ISSUER });
  const moveTo = (at: Date) => api.clock.advance(at.getTime() - api.clock.now().getTime());
  const all = { limit: 1_000, offset: 0 };

  /** Copies the order `original` as ended orders, each with its own end, status, price and charge. */
  const insertEnded = (
    original: string,
    ended: readonly { at: Date; status: string; price: number; waiting: number }[],
  ) =>
    ended.length === 0
      ? undefined
      : execute(
          api.databaseUrl,
          `WITH given AS (
             SELECT * FROM (VALUES ${ended
               .map(({ at, status, price, waiting }, index) => {
                 return `(${index}, '${at.toISOString()}'::timestamptz, '${status}'::order_status, ${price}::numeric, ${waiting}::numeric)`;
               })
               .join(", ")}) AS v(index, at, status, price, waiting)
           ), made AS (
             INSERT INTO orders (account_id, mode, external_order_id, order_code, status, cargo_size, routing_mode, payment_type,
               distance_meters, duration_seconds, tariff_id, fingerprint, courier_id, created_at, updated_at, dispatch_at, price, charges,
               delivered_at, cancel_reason)
             SELECT o.account_id, o.mode, gen_random_uuid()::text, upper(substr(md5(random()::text), 1, 9)), given.status,
               o.cargo_size, o.routing_mode, o.payment_type, o.distance_meters, o.duration_seconds, o.tariff_id, o.fingerprint, '${courierId}'::uuid,
               given.at - interval '1 hour', given.at, given.at - interval '1 hour', given.price, given.waiting,
               CASE WHEN given.status = 'delivered' THEN given.at END,
               CASE WHEN given.status = 'cancelled' THEN 'test' END
             FROM orders o, given WHERE o.order_code = '${original}'
             RETURNING id, account_id, status, updated_at, charges
           ), charged AS (
             INSERT INTO order_charges (order_id, account_id, type, amount, at, why, position)
             SELECT id, account_id, 'waiting', charges, updated_at, 'Waiting.', 0 FROM made WHERE charges > 0)
           INSERT INTO order_status_changes (order_id, account_id, status, changed_at, actor_type)
           SELECT id, account_id, status, updated_at, 'courier' FROM made`,
        );

  const adjustRandom = (accountId: string, rubles: number, count: number) =>
    execute(
      api.databaseUrl,
      `WITH picked AS (
         SELECT id, account_id, greatest(${rubles}, - greatest(0, CASE WHEN status = 'cancelled' THEN 0 ELSE price END + charges)) AS amount
         FROM orders WHERE account_id = '${accountId}' AND status IN ('delivered', 'cancelled') ORDER BY random() LIMIT ${count}
       ), charged AS (
         INSERT INTO order_charges (order_id, account_id, type, amount, at, why)
         SELECT id, account_id, 'adjustment', amount, now(), 'As agreed.' FROM picked WHERE amount <> 0 RETURNING order_id, amount)
       UPDATE orders o SET charges = o.charges + c.amount FROM charged c WHERE c.order_id = o.id`,
    );

  /** What closed statements lack of every order that has ended, by reading all of them. */
  const compareAllOrders = async (accountId: string, endsAt: Date) => {
    const rows = await runText(
      api.db,
      `SELECT o.order_code, (order_total(o.status, o.price, o.charges) - coalesce(b.total, 0)) * 100 AS kopecks
       FROM order_status_changes h JOIN orders o ON o.id = h.order_id AND o.mode = 'live'
       LEFT JOIN (SELECT order_id, sum(l.total) AS total FROM statement_lines l
                  JOIN statements USING (account_id, month) GROUP BY order_id) AS b ON b.order_id = o.id
       WHERE h.account_id = $1 AND h.status IN ('delivered', 'cancelled') AND h.changed_at < $2::timestamptz
         AND (b.order_id IS NULL OR b.total <> order_total(o.status, o.price, o.charges))
       ORDER BY h.changed_at, o.id`,
      accountId,
      endsAt,
    );
    return rows.map((row) => ({ orderCode: row.order_code, total: Number(row.kopecks) }));
  };

  const newAccount = async () => {
    const { shop, api: client } = await api.newShop();
    const { data } = await client.create(orderBodyWith(1));
    return { ...shop, original: data.order_code };
  };

  it(`of ${ACCOUNTS * MONTHS_PER_ACCOUNT} random months add up to the totals of the orders, across corrections, late orders and time zones (STM-1, STM-2, STM-4, STM-5)`, async () => {
    const start = api.clock.now();
    for (let account = 0; account < ACCOUNTS; account += 1) {
      moveTo(start);
      const { accountId, original } = await newAccount();
      let month = toMonth(start, "UTC");
      const since = start.getTime();
      const until = since + MONTHS_PER_ACCOUNT * 30.4 * DAY_MS;
      const any = (from: number, to: number) => ({
        at: new Date(from + randomInt(Math.max(1, Math.floor(to - from)))),
        status: randomInt(4) === 0 ? "cancelled" : "delivered",
        price: randomInt(1, 100_000) / 100,
        waiting: randomInt(3) === 0 ? randomInt(1, 20_000) / 100 : 0,
      });
      // The first order decides the first month.
      await insertEnded(original, [
        { ...any(since, since + 1), at: start },
        ...Array.from({ length: MONTHS_PER_ACCOUNT * 6 }, () => any(since, until)),
      ]);
      for (let closed = 0; closed < MONTHS_PER_ACCOUNT; closed += 1) {
        const timeZone = ZONES[randomInt(ZONES.length)] ?? "UTC";
        await execute(
          api.databaseUrl,
          `UPDATE accounts SET time_zone = '${timeZone}' WHERE id = '${accountId}'`,
        );
        if (closed === 0) month = toMonth(start, timeZone);
        const due = closesAt(month, timeZone);
        if (closed > 0) await adjustRandom(accountId, randomInt(-50_000, 50_000) / 100, randomInt(4));
        if (closed > 0 && randomInt(3) === 0) {
          await insertEnded(original, [any(since, due.getTime() - 4 * DAY_MS)]);
        }
        moveTo(new Date(due.getTime() - 1));
        expect(await close(accountId)).toBeNull();
        const open = await getStatement(context(), mintScope(accountId, "live"), month, all);
        const compared = await compareAllOrders(accountId, open.statement.endsAt);
        expect(open.lines.map(({ orderCode, total }) => ({ orderCode, total }))).toEqual(compared);
        expect(open.statement.lineCount).toBe(compared.length);
        expect(open.statement.total).toBe(compared.reduce((sum, { total }) => sum + total, 0));
        moveTo(due);
        const results = await Promise.all([close(accountId), close(accountId)]);
        expect(results.toSorted()).toEqual([month, null]);
        const frozen = await getStatement(context(), mintScope(accountId, "live"), month, all);
        expect(frozen.lines).toEqual(open.lines);
        expect(frozen.statement).toEqual({ ...open.statement, closedAt: due });
        month = nextMonth(month);
      }
    }
    const wrong = await runText(
      api.db,
      `WITH ended AS (
         SELECT o.id, greatest(0, CASE WHEN o.status = 'cancelled' THEN 0 ELSE o.price END + o.charges) AS total
         FROM orders o JOIN order_status_changes h ON h.order_id = o.id AND h.status IN ('delivered', 'cancelled')
         WHERE h.changed_at < (SELECT max(ends_at) FROM statements s WHERE s.account_id = o.account_id))
       SELECT ended.id, ended.total, sum(l.total) AS billed, sum(l.price + l.cancellation + l.waiting + l.return + l.adjustment) AS parts
       FROM ended LEFT JOIN statement_lines l ON l.order_id = ended.id GROUP BY ended.id, ended.total
       HAVING sum(l.total) IS DISTINCT FROM ended.total`,
    );
    expect(wrong).toEqual([]);
    const [sums] = await runText(
      api.db,
      `SELECT (SELECT count(*) FROM statements) AS months, (SELECT sum(total) FROM statements) AS statements,
              (SELECT sum(total) FROM statement_lines) AS lines, (SELECT count(*) FROM statement_lines WHERE is_correction) AS corrections,
              (SELECT count(*) FROM statement_lines WHERE is_correction AND corrects IS NULL) AS late,
              (SELECT sum(greatest(0, CASE WHEN o.status = 'cancelled' THEN 0 ELSE o.price END + o.charges))
               FROM orders o JOIN statement_lines l ON l.order_id = o.id AND l.corrects IS NULL) AS orders`,
    );
    expect(Number(sums?.months)).toBe(ACCOUNTS * MONTHS_PER_ACCOUNT);
    expect(sums?.statements).toBe(sums?.orders);
    expect(sums?.lines).toBe(sums?.orders);
    expect(Number(sums?.corrections)).toBeGreaterThan(ACCOUNTS);
    expect(Number(sums?.late)).toBeGreaterThan(0);
    await expect(execute(api.databaseUrl, "UPDATE statements SET total = 0")).rejects.toThrow(
      "never changes",
    );
    await expect(execute(api.databaseUrl, "DELETE FROM statement_lines")).rejects.toThrow("never changes");
  });

  it("can be exported, and are emailed to each owner once closed", async () => {
    const { accountId, original } = await newAccount();
    const now = api.clock.now();
    await insertEnded(original, [{ at: now, status: "delivered", price: 350, waiting: 12.5 }]);
    const month = toMonth(now, "Europe/Moscow");
    const scope = mintScope(accountId, "live");
    const format = csvFormat("ru");
    const csv = await readAll(await exportStatement(context(), scope, month, { type: "csv", format }));
    expect(csv.toString()).toContain(';"350,00";"0,00";"12,50";');
    const xlsx = await readAll(await exportStatement(context(), scope, month, { type: "xlsx", format }));
    const [head, line] = await readSheet(xlsx, 1);
    expect(head?.slice(0, 3)).toEqual(["type", "corrects", "order_code"]);
    expect(line?.slice(6, 9)).toEqual([350, 0, 12.5]);
    const owner = await makeMember(api.db, accountId, "owner");
    moveTo(closesAt(month, "Europe/Moscow"));
    const mail = { url: "smtp://localhost", from: "mail@example.com" };
    const run = () => closeStatement({ billing: ISSUER, mail })(api.couriers.context, accountId);
    expect(await run()).toEqual({ type: "again", afterMs: 0 });
    const keys = [`${accountId} ${month} ${owner.id}`];
    expect(await run()).toEqual({ type: "split", kind: "mail_statement", keys });
    moveTo(new Date(api.clock.now().getTime() + 2 * DAY_MS));
    expect(await run()).toEqual({ type: "done" });
  });

  it.each([
    [12_000, 20, 2_000],
    [-12_000, 20, -2_000],
    [100, 5.5, 5],
    [0, 20, 0],
  ])("contain in %d kopecks with VAT of %d percent %d kopecks of it", (total, vatPercent, vat) => {
    expect(includedVat({ total: kopecks(total), vatPercent })).toBe(vat);
  });
});
