import { afterAll, beforeAll, describe, inject } from "vitest";
import { createDatabase } from "@/testing/database";
import { requireAllProofs } from "@/testing/require-proofs";
import { ADAPTERS, type Adapter } from "@/testing/server";
import type { SharedServer } from "@/testing/shared-servers";
import { actOn, openStageOn, type TestContext, type TestServer } from "@/testing/stage";

/** Test context of one adapter. */
export type ServerStage<Ground extends TestContext = TestContext> = Ground & { readonly adapter: Adapter };

type Tests<Ground extends TestContext> = (stage: () => ServerStage<Ground>) => void;

/** Runs the same tests against the production build on both adapters, on services shared with other files. */
export function describeOnBothServers(title: string, tests: Tests<TestContext>): void {
  describeOnAdapters(title, tests, async (adapter) => {
    const requested = await fetch(`${inject("sharedServersUrl")}/${process.env.VITEST_POOL_ID}/${adapter}`);
    if (!requested.ok) throw new Error(await requested.text());
    const { baseUrl, databaseUrl } = (await requested.json()) as SharedServer;
    return actOn(databaseUrl, baseUrl);
  });
}

/** Runs the same tests on separate services, whose output can be read, with pages on the Node adapter too. */
export function describeOnOwnServers(title: string, tests: Tests<TestServer>): void {
  describeOnAdapters(title, tests, async (adapter) => {
    const database = await createDatabase();
    if (adapter === "next") await requireAllProofs(database.url);
    return openStageOn(database, { pages: true, adapter });
  });
}

function describeOnAdapters<Ground extends TestContext>(
  title: string,
  tests: Tests<Ground>,
  open: (adapter: Adapter) => Promise<Ground>,
): void {
  describe.each(ADAPTERS)(`${title} (%s adapter)`, (adapter) => {
    let stage: ServerStage<Ground>;

    beforeAll(async () => {
      stage = { ...(await open(adapter)), adapter };
    });

    afterAll(() => stage?.close());

    tests(() => stage);
  });
}
