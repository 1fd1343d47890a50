import { cloneDatabase, makeTemplate, startCluster, TEMPLATE } from "@/testing/cluster";
import { startServer } from "@/testing/server";

/**
 * One PostgreSQL for all browser journeys, whose address is in CLUSTER_URL, and one service for those that need none
 * of their own, whose address is in BASE_URL.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  await makeTemplate(cluster.url);
  const database = await cloneDatabase(cluster.url, TEMPLATE);
  const server = await startServer({ databaseUrl: database.url, pages: true, env: { LOG_LEVEL: "warn" } });
  process.env.CLUSTER_URL = cluster.url;
  process.env.BASE_URL = server.baseUrl;
  return async () => {
    await server.kill("SIGTERM");
    await cluster.stop();
  };
}
