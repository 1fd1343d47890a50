import { startCluster } from "@/e2e/harness/cluster";
import { openStageOn, type Stage } from "@/e2e/harness/stage";
import { migrate } from "@/lib/db/migrate";

/** A stage of its own, PostgreSQL included, for browser journeys that need one. */
export async function openBrowserStage(env: Record<string, string> = {}): Promise<Stage> {
  const cluster = await startCluster();
  await migrate(cluster.url);
  return openStageOn({ url: cluster.url, drop: () => cluster.stop() }, { env });
}
