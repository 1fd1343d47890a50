import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@/lib/db/client";
import { int4 } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { orderBody } from "@/testing/api-client";
import { execute } from "@/testing/cluster";
import { createDatabase } from "@/testing/database";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { readFreshState } from "@/testing/read-fresh-state";
import { type StandbyPair, startStandbyPair } from "@/testing/standby";
import { pollUntil } from "@/testing/until";

const ORDERS = 5;

interface Page {
  readonly events: readonly { readonly order: { readonly external_order_id: string } }[];
  readonly next_cursor: string;
}

/** Opens the API on a server of the pair. */
const openOn = (url: string) => openLocalApi({ url, drop: async () => {} });

describe("the journal on a promoted standby that lagged", () => {
  let pair: StandbyPair;
  const opened: LocalApi[] = [];

  beforeAll(async () => {
    pair = await startStandbyPair();
  });
  afterAll(async () => {
    for (const local of opened) await local.close();
    await pair?.remove();
  });

  it("returns every event of the new primary to a client with a cursor of the old one (JRN-3)", async () => {
    const old = await openOn(pair.primary.url);
    opened.push(old);
    const { shop, api } = await old.newShop();
    await api.create(orderBody());
    await pair.waitForReplay();
    await pair.disconnect();
    for (let count = 0; count < ORDERS; count += 1) await api.create(orderBody());
    const { data: before } = await api.get<Page>("/v1/partner/events");
    expect(before.events).toHaveLength(1 + ORDERS);

    await pair.promote();
    const promoted = await openOn(pair.standby.url);
    opened.push(promoted);
    const client = promoted.client(shop.key);
    const created: string[] = [];
    for (let count = 0; count < ORDERS; count += 1) {
      created.push((await client.create(orderBody())).data.external_order_id);
    }
    const { data: after } = await client.get<Page>(`/v1/partner/events?after=${before.next_cursor}`);
    expect(after.events.map(({ order }) => order.external_order_id)).toEqual(created);
  });

  it("does not hide that the old primary cannot archive its log", async () => {
    const { primary } = pair;
    await primary.set({ archive_mode: "on", archive_command: "false" });
    await primary.kill();
    await primary.restart();
    await primary.query("SELECT pg_switch_wal()");
    const db = openDatabase(primary.url, 1);
    await pollUntil(async () => (await readFreshState(db)).archiveFailures > 0);
    const { archiveFailedAt, archivedAt } = await readFreshState(db);
    expect([archiveFailedAt, archivedAt]).toEqual([expect.any(Date), null]);
    await db.close();
  });
});

describe("a backup restored twice onto the same timeline", () => {
  it("gets one epoch for all connections, taken from the current minute", async () => {
    const database = await createDatabase();
    const db = openDatabase(database.url, 5);
    try {
      await execute(database.url, "UPDATE journal SET timeline = 7");
      const sinceMinute = Math.floor(Date.now() / 60_000);
      const read = () => query(db, { epoch: int4 })`SELECT epoch FROM journal, pg_sleep(0.01)`;
      const epochs = (await Promise.all(Array.from({ length: 5 }, read))).flat().map(({ epoch }) => epoch);
      expect(epochs).toHaveLength(5);
      expect(new Set(epochs).size).toBe(1);
      expect(epochs[0]).toBeGreaterThanOrEqual(sinceMinute);
    } finally {
      await db.close();
      await database.drop();
    }
  });
});
