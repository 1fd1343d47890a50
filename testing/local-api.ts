import { serve } from "@/app/v1/serve";
import type { Mode } from "@/lib/account-scope";
import { readConfig } from "@/lib/config";
import { type Database, openDatabase } from "@/lib/db/client";
import { directPlanner } from "@/lib/dispatch/make-plan";
import { fromFetchRequest, toFetchResponse } from "@/lib/http/fetch-adapter";
import { createRuntime, type Runtime } from "@/lib/process/runtime";
import { ApiClient } from "@/testing/api-client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { TEST_FILES } from "@/testing/files";
import { type Client, CourierSide, FixedClock, makeClient } from "@/testing/shop";

/** The real handlers in this process, on a real database, at a time that the test chooses. */
export interface LocalApi {
  readonly databaseUrl: string;
  readonly db: Database;
  readonly clock: FixedClock;
  readonly runtime: Runtime;
  readonly couriers: CourierSide;
  newShop(mode?: Mode): Promise<{ shop: Client; api: ApiClient }>;
  client(key: string): ApiClient;
  close(): Promise<void>;
}

export async function openLocalApi(given?: TestDatabase, change: Partial<Runtime> = {}): Promise<LocalApi> {
  const database = given ?? (await createDatabase());
  const db = openDatabase(database.url, 10);
  // Loading the models in a transaction would count against its time limit, which a busy machine can exceed.
  await db.loadModels();
  const clock = new FixedClock("2026-11-21T12:00:00.000Z");
  const settings = readConfig({
    NODE_ENV: "test",
    DATABASE_URL: database.url,
    LOG_LEVEL: "silent",
    // On a slow machine, tests of races would get 503s.
    ACCOUNT_CONCURRENCY: "1000",
  });
  const created = createRuntime(db, { ...settings, files: TEST_FILES }, clock);
  const runtime: Runtime = { ...created, planner: directPlanner, ...change };
  const client = (key: string) =>
    new ApiClient("http://localhost:3000", key, async (address, init) => {
      const request = new Request(address, init);
      return toFetchResponse(await serve(fromFetchRequest(request), () => runtime), request.method);
    });
  return {
    databaseUrl: database.url,
    db,
    clock,
    runtime,
    couriers: new CourierSide(db, clock),
    client,
    newShop: async (mode) => {
      const shop = await makeClient(db, mode);
      // Months of an account begin with it, so it must not be younger than its orders.
      await db.models.account.update({ where: { id: shop.accountId }, data: { createdAt: clock.now() } });
      return { shop, api: client(shop.key) };
    },
    close: async () => {
      await db.close();
      await database.drop();
    },
  };
}
