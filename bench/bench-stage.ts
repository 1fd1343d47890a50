import { Caller } from "@/bench/caller";
import type { Load } from "@/bench/load";
import { ms } from "@/bench/table";
import { cloneDatabase, TEMPLATE } from "@/testing/cluster";
import type { Lane } from "@/testing/server";
import { openStageOn, type Stage } from "@/testing/stage";

/** Runs a benchmark on its own service and database, and removes both afterwards. */
export async function onStage<Result>(
  clusterUrl: string,
  { lane = "server", env = {} }: { lane?: Lane; env?: Record<string, string> },
  bench: (stage: Stage, caller: Caller) => Promise<Result>,
): Promise<Result> {
  const database = await cloneDatabase(clusterUrl, TEMPLATE);
  const stage = await openStageOn(database, {
    lane,
    env: { LOG_LEVEL: "warn", CHECK_RESPONSES: "0", ...env },
  });
  const caller = new Caller(stage.server.baseUrl, stage.shop.key);
  try {
    return await bench(stage, caller);
  } finally {
    await caller.close();
    await stage.close();
  }
}

/** Returns a load's times as table cells. */
export function timesOf({ p50, p95, p99 }: Load): string[] {
  return [p50, p95, p99].map(ms);
}
