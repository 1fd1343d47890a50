import { type Database, openDatabase } from "@/lib/db/client";
import { ApiClient } from "@/testing/api-client";
import { type Adapter, type RunningServer, startServer } from "@/testing/server";
import { addKey, type Client, CourierSide, makeClient } from "@/testing/shop";

/** Context of a test: a service, its database, and accounts that no other test uses. */
export interface TestContext {
  readonly databaseUrl: string;
  readonly server: Pick<RunningServer, "baseUrl">;
  readonly db: Database;
  readonly couriers: CourierSide;
  /** A live key of the account, and a client that uses it. */
  readonly shop: Client;
  readonly api: ApiClient;
  /** Creates an account and its client. */
  newShop(): Promise<{ shop: Client; api: ApiClient }>;
  /** Creates a test key of the same account. */
  testMode(): Promise<{ shop: Client; api: ApiClient }>;
  client(key: string | null): ApiClient;
  /** Releases all resources of the context. */
  close(): Promise<void>;
}

/** A context with its own service and database, which `close` removes. */
export interface TestServer extends TestContext {
  readonly server: RunningServer;
}

interface StageOptions {
  readonly adapter?: Adapter;
  readonly pages?: boolean;
  readonly env?: Record<string, string>;
}

/** Starts the production build on a new database, with these settings in addition to the defaults. */
export async function startTestServer(options: StageOptions = {}): Promise<TestServer> {
  // Imported here, since Playwright's tests use `openStageOn` and cannot load a module that needs vitest.
  const { createDatabase } = await import("@/testing/database");
  return openStageOn(await createDatabase(), options);
}

/** Starts the production build on a given database, which `close` drops. */
export async function openStageOn(
  database: { url: string; drop(): Promise<void> },
  options: StageOptions = {},
): Promise<TestServer> {
  const server = await startServer({ databaseUrl: database.url, ...options });
  const scene = await actOn(database.url, server.baseUrl);
  return {
    ...scene,
    server,
    close: async () => {
      await scene.close();
      await server.kill("SIGTERM");
      await database.drop();
    },
  };
}

/** Creates a context on a service that is already running. */
export async function actOn(databaseUrl: string, baseUrl: string): Promise<TestContext> {
  const db = openDatabase(databaseUrl, 4);
  // Loading the models in a transaction would count against its time limit, which a busy machine can exceed.
  await db.loadModels();
  const client = (key: string | null) => new ApiClient(baseUrl, key);
  const shop = await makeClient(db);
  return {
    databaseUrl,
    server: { baseUrl },
    db,
    couriers: new CourierSide(db),
    shop,
    api: client(shop.key),
    client,
    newShop: async () => {
      const other = await makeClient(db);
      return { shop: other, api: client(other.key) };
    },
    testMode: async () => {
      const twin = await addKey(db, shop.accountId, "test");
      return { shop: twin, api: client(twin.key) };
    },
    close: () => db.close(),
  };
}
