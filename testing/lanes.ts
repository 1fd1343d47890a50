import { afterAll, beforeAll, describe } from "vitest";
import { LANES, type Lane } from "@/testing/server";
import { openStage, type Stage } from "@/testing/stage";

/** A stage whose service runs on one of the lanes. */
export type LaneStage = Stage & { readonly lane: Lane };

/**
 * Runs the same tests against the production build on both lanes, each on its own database.
 *
 * @param options.pages whether the direct lane's service has pages as well, which the other one always has
 */
export function onBothLanes(
  title: string,
  tests: (stage: () => LaneStage) => void,
  options: { readonly pages?: boolean } = {},
): void {
  describe.each(LANES)(`${title} (%s lane)`, (lane) => {
    let stage: LaneStage;

    beforeAll(async () => {
      stage = { ...(await openStage({ ...options, lane })), lane };
    });

    afterAll(() => stage?.close());

    tests(() => stage);
  });
}
