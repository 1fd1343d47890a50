import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { PlanRequest } from "@/lib/dispatch/plan-request";
import type { Plan } from "@/lib/dispatch/plan-snapshot";
import { packageRoot } from "@/lib/package-root";

/** Makes plans in another thread, so that requests never wait for one. Starts the thread with the first plan. */
export class PlanThread {
  #worker: Worker | null = null;

  /** One plan at a time. @throws Error if the thread fails; the next plan starts another one */
  async plan(request: PlanRequest, previous: Plan | null): Promise<Plan> {
    this.#worker ??= new Worker(join(packageRoot(), "dist/plan-worker.mjs"));
    const worker = this.#worker;
    const failed = once(worker, "exit").then(() => {
      throw new Error("The planning thread has ended.");
    });
    try {
      worker.postMessage({ request, previous });
      const [plan] = await Promise.race([once(worker, "message"), failed]);
      return plan as Plan;
    } catch (error) {
      this.#worker = null;
      await worker.terminate();
      throw error;
    } finally {
      failed.catch(() => {});
    }
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }
}
