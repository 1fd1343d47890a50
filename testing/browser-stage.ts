import { cloneDatabase, TEMPLATE } from "@/testing/cluster";
import { openStageOn, type Stage } from "@/testing/stage";

/** A stage of its own, with these settings, for browser journeys that need one. */
export async function openBrowserStage(env: Record<string, string> = {}): Promise<Stage> {
  const clusterUrl = process.env.CLUSTER_URL;
  if (clusterUrl === undefined) throw new Error("The setup of the browser journeys has not run.");
  return openStageOn(await cloneDatabase(clusterUrl, TEMPLATE), { env, pages: true });
}
