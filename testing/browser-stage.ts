import { WITH_CITY } from "@/testing/city";
import { cloneDatabase, TEMPLATE } from "@/testing/cluster";
import { actOn, openStageOn, type Scene, type Stage } from "@/testing/stage";

/** A stage of its own in the bundled city, with these settings, for browser journeys that need one. */
export async function openBrowserStage(env: Record<string, string> = {}): Promise<Stage> {
  const clusterUrl = process.env.CLUSTER_URL;
  if (clusterUrl === undefined) throw new Error("The setup of the browser journeys has not run.");
  return openStageOn(await cloneDatabase(clusterUrl, TEMPLATE), {
    env: { ...WITH_CITY, ...env },
    pages: true,
  });
}

/** A new account on the service that journeys have in common, where people sign in and no job runs. */
export async function openCommonStage(): Promise<Scene> {
  const { BASE_URL, BASE_DATABASE_URL } = process.env;
  if (BASE_URL === undefined || BASE_DATABASE_URL === undefined)
    throw new Error("The setup of the browser journeys has not run.");
  return actOn(BASE_DATABASE_URL, BASE_URL);
}
