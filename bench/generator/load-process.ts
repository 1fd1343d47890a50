import { type ChildProcess, fork } from "node:child_process";
import { type CpuTimes, cpuBetween } from "@/bench/cpu";
import type { LoadJob, LoadMessage, LoadResult } from "@/bench/generator/job";
import { programs } from "@/bench/programs";

// On a busy machine a call may find no free connection in time. A larger share would invalidate the results.
const MAX_REFUSED = 0.05;
const FEW = 20;

export class LoadProcess {
  readonly #child: ChildProcess;
  #counter = 1;

  constructor() {
    this.#child = fork(programs().generator, {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      // JSON has no NaN.
      serialization: "advanced",
    });
  }

  /** Calls `onEdge` at the end of the warm-up and of the load. @throws Error if too many calls were refused */
  async run(
    job: Omit<LoadJob, "counter">,
    onEdge: () => void = () => {},
    { mayBeRefused = false } = {},
  ): Promise<LoadResult> {
    const result = await new Promise<LoadResult>((settle, fail) => {
      const hear = (message: LoadMessage): void => {
        onEdge();
        if (message.type === "begin") return;
        this.#child.off("message", hear);
        this.#child.off("exit", end);
        settle(message.result);
      };
      const end = () => fail(new Error("The load generator has ended."));
      this.#child.on("message", hear);
      this.#child.once("exit", end);
      this.#child.send({ ...job, counter: this.#counter });
    });
    this.#counter = result.counter;
    const text = `${job.method} ${job.path}: ${result.failures} refusals, such as\n${result.failure}\n`;
    if (mayBeRefused) return result;
    if (result.failures > Math.max(FEW, result.count * MAX_REFUSED)) throw new Error(text);
    if (result.failures > 0) process.stderr.write(text);
    return result;
  }

  /** Reads the CPU times at the end of the warm-up and at the end of the load. */
  async measure(
    job: Omit<LoadJob, "counter">,
    read: () => CpuTimes,
    options: { mayBeRefused?: boolean } = {},
  ): Promise<{ result: LoadResult; cpu: CpuTimes }> {
    const edges: CpuTimes[] = [];
    const result = await this.run(job, () => edges.push(read()), options);
    const [before, after] = edges;
    if (before === undefined || after === undefined)
      throw new Error("The load reported no beginning or no end");
    return { result, cpu: cpuBetween(before, after) };
  }

  get counter(): number {
    return this.#counter;
  }

  close(): void {
    this.#child.kill();
  }
}
