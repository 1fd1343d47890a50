import { rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import {
  cloneDatabase,
  clusterFolder,
  dropTemplate,
  makeTemplate,
  memoryFolder,
  startCluster,
  TEMPLATE,
  type TestCluster,
} from "@/testing/cluster";
import { startSharedServers } from "@/testing/shared-servers";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of a database on this test run's cluster; others are cloned next to it. */
    clusterUrl: string;
    /** URL of a migrated database on which statements are described but never run. */
    describedUrl: string;
    /** Folder in which `copyServer` keeps the data that it copies. */
    serverFolder: string;
    /** URL of the server that starts shared services. */
    sharedServersUrl: string;
  }
}

interface Common {
  readonly cluster: TestCluster;
  readonly describedUrl: string;
  readonly sharedServers: Awaited<ReturnType<typeof startSharedServers>>;
}

// Every project of the run loads its own copy of this module, so shared resources are on globalThis.
const shared = globalThis as unknown as { droplineTests?: Promise<Common> };

/** Starts one PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const isFirst = shared.droplineTests === undefined;
  shared.droplineTests ??= open();
  const { cluster, describedUrl, sharedServers } = await shared.droplineTests;
  project.provide("clusterUrl", cluster.url);
  project.provide("describedUrl", describedUrl);
  project.provide("serverFolder", join(cluster.folder, "copied"));
  project.provide("sharedServersUrl", sharedServers.url);
  return async () => {
    if (!isFirst) return;
    await sharedServers.close();
    await cluster.stop();
  };
}

async function open(): Promise<Common> {
  const cluster = await openCluster();
  const described = await cloneDatabase(cluster.url, TEMPLATE);
  const stop = async (): Promise<void> => {
    await described.drop();
    await cluster.stop();
  };
  const sharedServers = await startSharedServers(cluster.url);
  return { cluster: { ...cluster, stop }, describedUrl: described.url, sharedServers };
}

/**
 * Opens the server that TEST_DATABASE_URL names, whose user must be able to create databases; otherwise starts one.
 * Tests then run on copies of its database TEST_TEMPLATE, or on empty ones.
 */
async function openCluster(): Promise<TestCluster> {
  const input = process.env.TEST_DATABASE_URL;
  const cluster = input ? openExistingCluster(input) : await startCluster();
  await makeTemplate(cluster.url, process.env.TEST_TEMPLATE);
  return cluster;
}

function openExistingCluster(url: string): TestCluster {
  const folder = clusterFolder(memoryFolder());
  const stop = async (): Promise<void> => {
    rmSync(folder, { recursive: true });
    await dropTemplate(url);
  };
  return { url, folder, stop };
}
