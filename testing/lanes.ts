import { afterAll, beforeAll, describe, inject } from "vitest";
import { createDatabase } from "@/testing/database";
import { makeDemanding } from "@/testing/demanding";
import type { KeptLane } from "@/testing/lane-keeper";
import { LANES, type Lane } from "@/testing/server";
import { actOn, openStageOn, type Scene, type Stage } from "@/testing/stage";

/** What a lane's tests work with. */
export type LaneStage<Ground extends Scene = Scene> = Ground & { readonly lane: Lane };

type Tests<Ground extends Scene> = (stage: () => LaneStage<Ground>) => void;

/** Runs the same tests against the production build on both lanes, on services shared with other files. */
export function onBothLanes(title: string, tests: Tests<Scene>): void {
  onLanes(title, tests, async (lane) => {
    const asked = await fetch(`${inject("lanesUrl")}/${process.env.VITEST_POOL_ID}/${lane}`);
    if (!asked.ok) throw new Error(await asked.text());
    const { baseUrl, databaseUrl } = (await asked.json()) as KeptLane;
    return actOn(databaseUrl, baseUrl);
  });
}

/** Runs the same tests on separate services, whose output can be read, with pages on the direct lane too. */
export function onOwnLanes(title: string, tests: Tests<Stage>): void {
  onLanes(title, tests, async (lane) => {
    const database = await createDatabase();
    if (lane === "next") await makeDemanding(database.url);
    return openStageOn(database, { pages: true, lane });
  });
}

function onLanes<Ground extends Scene>(
  title: string,
  tests: Tests<Ground>,
  open: (lane: Lane) => Promise<Ground>,
): void {
  describe.each(LANES)(`${title} (%s lane)`, (lane) => {
    let stage: LaneStage<Ground>;

    beforeAll(async () => {
      stage = { ...(await open(lane)), lane };
    });

    afterAll(() => stage?.close());

    tests(() => stage);
  });
}
