import type { Context } from "@/lib/context";
import { MemoryRateLimiter } from "@/lib/http/rate-limit";
import { runBatches } from "@/lib/imports/batches/run-batches";

/** Creates all pending orders of an account's batches, which takes several runs on a slow machine. */
export async function finishBatches(context: Context, accountId: string): Promise<void> {
  const { live, test } = runBatches(() => new MemoryRateLimiter());
  for (const run of [live, test]) while ((await run(context, accountId)).type !== "done");
}
