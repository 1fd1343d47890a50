import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { NODE_FLAGS } from "@/testing/node-flags.mjs";
import { bundleProgram } from "@/testing/program";

/** Processes that receive requests of couriers' phones. Phones use the first; when it is killed, the next is ready. */
export class CourierReceivers {
  private constructor(private readonly processes: { process: ChildProcess; url: string }[]) {}

  /** Starts this many processes on the same database and data folder. */
  static async start(count: number, settings: { databaseUrl: string; dataDir: string }) {
    const program = await bundleProgram("testing/courier-receiver.ts");
    return new CourierReceivers(
      await Promise.all(Array.from({ length: count }, () => startOne(program, settings))),
    );
  }

  /** URL of the process that phones use. */
  get url(): string {
    return this.processes[0]?.url ?? "";
  }

  /** Kills the process that phones use (SIGKILL); its URL remains the current one until `moveOn`. */
  async kill(): Promise<void> {
    const [first] = this.processes;
    if (first === undefined) throw new Error("Every receiver has been killed.");
    const ended = once(first.process, "exit");
    first.process.kill("SIGKILL");
    await ended;
  }

  /** Switches phones to the next process. */
  moveOn(): void {
    this.processes.shift();
  }

  /** Ends all processes. */
  close(): void {
    for (const { process } of this.processes) process.kill("SIGKILL");
  }
}

async function startOne(program: string, { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }) {
  const child = spawn(process.execPath, [...NODE_FLAGS, program], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return { process: child, url: String(line).trim() };
}
