import type { TestProject } from "vitest/node";
import {
  cloneDatabase,
  dropTemplate,
  makeTemplate,
  startCluster,
  TEMPLATE,
  type TestCluster,
} from "@/testing/cluster";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of a database on the cluster of this test run; others are cloned beside it. */
    clusterUrl: string;
    /** Address of a migrated database on which statements are described and never run. */
    describedUrl: string;
  }
}

// Every project of the run calls its own copy of this module; the cluster is for all of them.
const shared = globalThis as unknown as { droplineCluster?: Promise<SharedCluster> };

type SharedCluster = TestCluster & { readonly describedUrl: string };

/** One PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const isFirst = shared.droplineCluster === undefined;
  shared.droplineCluster ??= openCluster();
  const cluster = await shared.droplineCluster;
  project.provide("clusterUrl", cluster.url);
  project.provide("describedUrl", cluster.describedUrl);
  return async () => {
    if (isFirst) await cluster.stop();
  };
}

/** The server that TEST_DATABASE_URL names, whose user may make databases; else one of this run's own. */
async function openCluster(): Promise<SharedCluster> {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given ? { url: given, stop: () => dropTemplate(given) } : await startCluster();
  await makeTemplate(cluster.url);
  const described = await cloneDatabase(cluster.url, TEMPLATE);
  const stop = async (): Promise<void> => {
    await described.drop();
    await cluster.stop();
  };
  return { url: cluster.url, describedUrl: described.url, stop };
}
