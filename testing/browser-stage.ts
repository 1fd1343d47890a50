import { WITH_CITY } from "@/testing/city";
import { cloneDatabase, TEMPLATE } from "@/testing/cluster";
import { actOn, openStageOn, type TestContext, type TestServer } from "@/testing/stage";

/** Starts a service in the bundled city with these settings, for journeys that cannot share one. */
export async function openBrowserStage(env: Record<string, string> = {}): Promise<TestServer> {
  const clusterUrl = process.env.CLUSTER_URL;
  if (clusterUrl === undefined) throw new Error("The setup of the browser journeys has not run.");
  return openStageOn(await cloneDatabase(clusterUrl, TEMPLATE), {
    env: { ...WITH_CITY, ...env },
    pages: true,
  });
}

/** Creates an account on the shared service, where users can sign in and no jobs run. */
export async function openCommonStage(): Promise<TestContext> {
  const { BASE_URL, BASE_DATABASE_URL } = process.env;
  if (BASE_URL === undefined || BASE_DATABASE_URL === undefined)
    throw new Error("The setup of the browser journeys has not run.");
  return actOn(BASE_DATABASE_URL, BASE_URL);
}
