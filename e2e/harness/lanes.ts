import { afterAll, beforeAll, describe } from "vitest";
import { ApiClient } from "@/e2e/harness/api-client";
import { createDatabase, type TestDatabase } from "@/e2e/harness/database";
import { LANES, type Lane, type RunningServer, startServer } from "@/e2e/harness/server";
import { addKey, type Client, CourierSide, makeClient } from "@/e2e/harness/world";
import { type Database, openDatabase } from "@/lib/db/client";

/** What a contract test works with: a service of its own on a database of its own. */
export interface Stage {
  readonly lane: Lane;
  readonly server: RunningServer;
  readonly db: Database;
  readonly couriers: CourierSide;
  /** An account's key of the live world, and a client that sends it. */
  readonly shop: Client;
  readonly api: ApiClient;
  /** A new account and its client. */
  newShop(): Promise<{ shop: Client; api: ApiClient }>;
  /** The same account's key of the test world. */
  testWorld(): Promise<{ shop: Client; api: ApiClient }>;
  client(key: string | null): ApiClient;
}

/** Runs the same tests against the production build on both lanes, each on its own database. */
export function onBothLanes(title: string, tests: (stage: () => Stage) => void): void {
  describe.each(LANES)(`${title} (%s lane)`, (lane) => {
    let database: TestDatabase;
    let stage: Stage;

    beforeAll(async () => {
      database = await createDatabase();
      const server = await startServer({ databaseUrl: database.url, lane });
      const db = openDatabase(database.url, 4);
      const client = (key: string | null) => new ApiClient(server.baseUrl, key);
      const shop = await makeClient(db);
      stage = {
        lane,
        server,
        db,
        couriers: new CourierSide(db),
        shop,
        api: client(shop.key),
        client,
        newShop: async () => {
          const other = await makeClient(db);
          return { shop: other, api: client(other.key) };
        },
        testWorld: async () => {
          const twin = await addKey(db, shop.accountId, "test");
          return { shop: twin, api: client(twin.key) };
        },
      };
    });

    afterAll(async () => {
      await stage?.db.$disconnect();
      await stage?.server.kill("SIGTERM");
      await database?.drop();
    });

    tests(() => stage);
  });
}
