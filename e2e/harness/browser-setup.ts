import { startCluster } from "@/e2e/harness/cluster";
import { startServer } from "@/e2e/harness/server";
import { migrate } from "@/lib/db/migrate";

/** One service on one database for all browser journeys; its address is in BASE_URL. */
export default async function setUp(): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  await migrate(cluster.url);
  const server = await startServer({ databaseUrl: cluster.url, env: { LOG_LEVEL: "warn" } });
  process.env.BASE_URL = server.baseUrl;
  return async () => {
    await server.kill("SIGTERM");
    await cluster.stop();
  };
}
