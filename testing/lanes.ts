import { afterAll, beforeAll, describe, inject } from "vitest";
import { createDatabase } from "@/testing/database";
import { makeDemanding } from "@/testing/demanding";
import type { SharedServer } from "@/testing/lane-keeper";
import { LANES, type RouteGroup } from "@/testing/server";
import { actOn, openStageOn, type TestContext, type TestServer } from "@/testing/stage";

/** Test context of one adapter. */
export type ServerStage<Ground extends TestContext = TestContext> = Ground & { readonly lane: RouteGroup };

type Tests<Ground extends TestContext> = (stage: () => ServerStage<Ground>) => void;

/** Runs the same tests against the production build on both adapters, on services shared with other files. */
export function describeOnBothServers(title: string, tests: Tests<TestContext>): void {
  onLanes(title, tests, async (lane) => {
    const requested = await fetch(`${inject("lanesUrl")}/${process.env.VITEST_POOL_ID}/${lane}`);
    if (!requested.ok) throw new Error(await requested.text());
    const { baseUrl, databaseUrl } = (await requested.json()) as SharedServer;
    return actOn(databaseUrl, baseUrl);
  });
}

/** Runs the same tests on separate services, whose output can be read, with pages on the Node adapter too. */
export function onOwnLanes(title: string, tests: Tests<TestServer>): void {
  onLanes(title, tests, async (lane) => {
    const database = await createDatabase();
    if (lane === "next") await makeDemanding(database.url);
    return openStageOn(database, { pages: true, lane });
  });
}

function onLanes<Ground extends TestContext>(
  title: string,
  tests: Tests<Ground>,
  open: (lane: RouteGroup) => Promise<Ground>,
): void {
  describe.each(LANES)(`${title} (%s adapter)`, (lane) => {
    let stage: ServerStage<Ground>;

    beforeAll(async () => {
      stage = { ...(await open(lane)), lane };
    });

    afterAll(() => stage?.close());

    tests(() => stage);
  });
}
