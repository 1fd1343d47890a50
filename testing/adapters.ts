import { afterAll, beforeAll, describe, inject } from "vitest";
import { isLongRun } from "@/testing/amount";
import { createDatabase } from "@/testing/database";
import { requireAllProofs } from "@/testing/require-proofs";
import { ADAPTERS, type Adapter } from "@/testing/server";
import type { SharedServer } from "@/testing/shared-servers";
import { actOn, openStageOn, type TestContext, type TestServer } from "@/testing/stage";

/** Test context of one adapter. */
export type ServerStage<Ground extends TestContext = TestContext> = Ground & { readonly adapter: Adapter };

type Tests<Ground extends TestContext> = (stage: () => ServerStage<Ground>) => void;

/** The adapters for tests in which they should make no difference: only `npm run test:long` runs them on both. */
export const USUAL_ADAPTERS: readonly Adapter[] = isLongRun ? ADAPTERS : ["server"];

/** Runs tests against the production build on `USUAL_ADAPTERS`, on services shared with other files of the worker. */
export function describeOnServer(title: string, tests: Tests<TestContext>): void {
  describeOnAdapters(title, tests, USUAL_ADAPTERS, (adapter) => openSharedStage(toWorkerPath(adapter)));
}

/**
 * Runs the same tests against the production build on both adapters, on services shared with other files. On the Next
 * adapter, files of other workers run at the same time.
 */
export function describeOnBothServers(title: string, tests: Tests<TestContext>): void {
  describeOnAdapters(title, tests, ADAPTERS, (adapter) =>
    openSharedStage(adapter === "next" ? adapter : toWorkerPath(adapter)),
  );
}

const toWorkerPath = (adapter: Adapter): string => `${process.env.VITEST_POOL_ID}/${adapter}`;

/**
 * Creates an account on the service with pages, on which files of other workers run at the same time: for tests that
 * see only rows of their account and change no settings of the installation.
 */
export function openStageWithPages(): Promise<TestContext> {
  return openSharedStage("pages");
}

async function openSharedStage(path: string): Promise<TestContext> {
  const request = async (): Promise<SharedServer> => {
    const requested = await fetch(`${inject("sharedServersUrl")}/${path}`);
    if (!requested.ok) throw new Error(await requested.text());
    return (await requested.json()) as SharedServer;
  };
  const { baseUrl, databaseUrl } = await request();
  const stage = await actOn(databaseUrl, baseUrl);
  return {
    ...stage,
    close: async () => {
      await stage.close();
      const { missingMessage } = await request();
      if (missingMessage !== null) throw new Error(missingMessage);
    },
  };
}

/** Runs the same tests on separate services, whose output can be read, with pages on the Node adapter too. */
export function describeOnOwnServers(title: string, tests: Tests<TestServer>): void {
  describeOnAdapters(title, tests, ADAPTERS, (adapter) => openOwnServer({ pages: true, adapter }));
}

/** Runs tests on `USUAL_ADAPTERS`, on separate services without pages, whose settings the tests may change. */
export function describeOnOwnServer(title: string, tests: Tests<TestServer>): void {
  describeOnAdapters(title, tests, USUAL_ADAPTERS, (adapter) => openOwnServer({ adapter }));
}

async function openOwnServer(options: { readonly adapter: Adapter; readonly pages?: boolean }) {
  const database = await createDatabase();
  if (options.adapter === "next") await requireAllProofs(database.url);
  return openStageOn(database, options);
}

function describeOnAdapters<Ground extends TestContext>(
  title: string,
  tests: Tests<Ground>,
  adapters: readonly Adapter[],
  open: (adapter: Adapter) => Promise<Ground>,
): void {
  describe.each(adapters)(`${title} (%s adapter)`, (adapter) => {
    let stage: ServerStage<Ground>;

    beforeAll(async () => {
      stage = { ...(await open(adapter)), adapter };
    });

    afterAll(() => stage?.close());

    tests(() => stage);
  });
}
