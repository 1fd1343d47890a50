import { cloneDatabase, makeTemplate, startCluster, TEMPLATE } from "@/testing/cluster";
import { startServer } from "@/testing/server";
import { AUTH } from "@/testing/sign-in";

/**
 * Starts one PostgreSQL for all browser journeys (CLUSTER_URL), and one service for those that need none of their own
 * (BASE_URL, with its database in BASE_DATABASE_URL).
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  await makeTemplate(cluster.url);
  const database = await cloneDatabase(cluster.url, TEMPLATE);
  const server = await startServer({
    databaseUrl: database.url,
    pages: true,
    env: { ...AUTH, LOG_LEVEL: "warn", DISPATCHER_PHONE: "+78125550199" },
  });
  // Connections to the database are opened before the browsers take every core.
  await Promise.all(Array.from({ length: 4 }, () => fetch(`${server.baseUrl}/readyz`)));
  process.env.CLUSTER_URL = cluster.url;
  process.env.BASE_URL = server.baseUrl;
  process.env.BASE_DATABASE_URL = database.url;
  return async () => {
    await server.kill("SIGTERM");
    await cluster.stop();
  };
}
