import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool } from "@/lib/db/client";
import { timestamptz } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { setTariff } from "@/lib/pricing/set-tariff";
import { ApiClient, address, getFields, orderBody } from "@/testing/api-client";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";
import { type RunningServer, startServer } from "@/testing/server";
import { startTestServer, type TestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";

const MINUTE_MS = 60_000;
const TOKEN = "a token of the tests";

/** Returns the settings that start a service on a machine whose clock is off by this many minutes. */
const shifted = (minutes: number) => ({
  NODE_OPTIONS: `--import=${pathToFileURL("testing/shift-clock.mjs").href}`,
  SHIFT_CLOCK_MS: String(minutes * MINUTE_MS),
  METRICS_TOKEN: TOKEN,
});

describe("two processes, one ten minutes behind the database and one ten minutes ahead", () => {
  let stage: TestServer;
  let ahead: RunningServer;
  let clients: ApiClient[];

  beforeAll(async () => {
    stage = await startTestServer({ env: shifted(-10) });
    ahead = await startServer({ databaseUrl: stage.databaseUrl, env: shifted(10) });
    clients = [stage.api, new ApiClient(ahead.baseUrl, stage.shop.key)];
  });

  afterAll(async () => {
    await ahead?.kill("SIGTERM");
    await stage?.close();
  });

  /** Returns the database's time, this many minutes from now. */
  const inMinutes = async (minutes: number): Promise<Date> => {
    const [row] = await query(stage.db, { at: timestamptz })`
      SELECT now() + ${minutes} * interval '1 minute' AS at`;
    if (row === undefined) throw new Error("SELECT of the database's clock returned no row");
    return row.at;
  };

  it("agree on how long a quote is honored", async () => {
    const pickup = { latitude: address().latitude, longitude: address().longitude };
    const dropoffs = [{ latitude: 59.9287, longitude: 30.3607 }];
    const quotes: { quote_id: string; price: number }[] = [];
    for (const api of clients) {
      const { data } = await api.post<{ quote_id: string; price: number; expires_at: string }>(
        "/v1/partner/quotes",
        { pickup, dropoffs },
      );
      quotes.push(data);
      const leftMs = new Date(data.expires_at).getTime() - (await inMinutes(0)).getTime();
      expect(Math.abs(leftMs - 5 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
    }
    await setTariff(stage.db, HIGHER_TARIFF);
    const areHonored = () =>
      Promise.all(
        clients.flatMap((api) =>
          quotes.map(
            async ({ quote_id, price }) => (await api.create(orderBody({ quote_id }))).data.price === price,
          ),
        ),
      );
    expect(await areHonored()).toEqual([true, true, true, true]);
    await stage.db.models.quote.updateMany({
      data: { createdAt: await inMinutes(-6), expiresAt: await inMinutes(-1) },
    });
    // A process may go by the former tariff for a second, at which a price is the quoted one.
    await pollUntil(async () => !(await areHonored()).includes(true));
  });

  it("agree on whether a delivery time has passed", async () => {
    for (const api of clients) {
      const [coming, past] = [await inMinutes(1), await inMinutes(-1)].map((at) => at.toISOString());
      expect((await api.create(orderBody({ delivery_time: coming }))).status).toBe(201);
      expect(getFields(await api.create(orderBody({ delivery_time: past })))).toEqual(["delivery_time"]);
    }
  });

  it("agree on the age of a position", async () => {
    const body = orderBody();
    await stage.api.create(body);
    const courierId = await stage.couriers.lead(stage.shop.scope, body.external_order_id, "assigned");
    await stage.couriers.place(courierId);
    const areShown = async (minutes: number) => {
      const at = await inMinutes(minutes);
      await stage.db.models.courierPosition.updateMany({ data: { recordedAt: at, receivedAt: at } });
      const read = clients.map((api) => api.get(`/v1/partner/orders/${body.external_order_id}`));
      return (await Promise.all(read)).map(({ data }) => data.driver_location !== null);
    };
    expect(await areShown(-29)).toEqual([true, true]);
    expect(await areShown(-31)).toEqual([false, false]);
  });

  it("date events so that metrics show the journal's delay", async () => {
    const pool = openPool(stage.databaseUrl, 1);
    const writer = await pool.connect();
    await writer.query("BEGIN");
    await writer.query("SELECT pg_current_xact_id()");
    for (const api of clients) await api.create(orderBody());
    const lags = async () =>
      Promise.all(
        [stage.server, ahead].map(async ({ baseUrl }) => {
          const headers = { authorization: `Bearer ${TOKEN}` };
          const figures = await (await fetch(`${baseUrl}/metrics`, { headers })).text();
          return Number(/^dropline_journal_lag_seconds (.+)$/m.exec(figures)?.[1]);
        }),
      );
    await pollUntil(async () => (await lags()).every((seconds) => seconds > 0));
    expect(Math.max(...(await lags()))).toBeLessThan(5 * 60);
    await writer.query("ROLLBACK");
    writer.release();
    await pool.end();
    await pollUntil(async () => (await lags()).every((seconds) => seconds === 0));
  });
});
