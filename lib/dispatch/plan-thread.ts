import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Plan } from "@/lib/dispatch/plan-snapshot";
import type { Planner, PlanRequest, PlanWithMoves } from "@/lib/dispatch/planner";
import { packageRoot } from "@/lib/package-root";

/**
 * Makes plans in another thread, one after the other, so that requests never wait for one. Starts the thread with the
 * first plan.
 */
export class PlanThread implements Planner {
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(readonly program: string = join(packageRoot(), "dist/plan-worker.mjs")) {}

  /** @throws Error if the thread fails; the next plan starts another one */
  plan(request: PlanRequest, previous: Plan | null): Promise<PlanWithMoves> {
    const plan = this.#last.then(() => this.#plan(request, previous));
    this.#last = plan.catch(() => {});
    return plan;
  }

  async #plan(request: PlanRequest, previous: Plan | null): Promise<PlanWithMoves> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const settled = new AbortController();
    const { signal } = settled;
    worker.ref();
    try {
      worker.postMessage({ request, previous });
      const [plan] = await Promise.race([
        once(worker, "message", { signal }),
        once(worker, "exit", { signal }).then(() => {
          throw new Error("The planning thread has ended.");
        }),
      ]);
      return plan as PlanWithMoves;
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      worker.unref();
      settled.abort();
    }
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    const worker = new Worker(this.program);
    // A thread without a plan does not keep the process alive.
    worker.unref();
    // An error without a listener would end the process. The plan in progress fails by it.
    worker.on("error", () => {});
    worker.once("exit", () => {
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }
}
