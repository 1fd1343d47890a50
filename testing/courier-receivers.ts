import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { bundleProgram } from "@/testing/program";

/** Processes that take what couriers' phones send. Phones know the first; once it is killed, the next one stands ready. */
export class CourierReceivers {
  private constructor(private readonly processes: { process: ChildProcess; url: string }[]) {}

  /** Starts this many, each on the same database and data folder. */
  static async start(count: number, settings: { databaseUrl: string; dataDir: string }) {
    const program = await bundleProgram("testing/courier-receiver.ts");
    return new CourierReceivers(
      await Promise.all(Array.from({ length: count }, () => startOne(program, settings))),
    );
  }

  /** The address of the one that phones know. */
  get url(): string {
    return this.processes[0]?.url ?? "";
  }

  /** Ends the one that phones know by SIGKILL; its address stays theirs until `moveOn`. */
  async kill(): Promise<void> {
    const [first] = this.processes;
    if (first === undefined) throw new Error("Every receiver has been killed.");
    const ended = once(first.process, "exit");
    first.process.kill("SIGKILL");
    await ended;
  }

  /** Has phones know the next one. */
  moveOn(): void {
    this.processes.shift();
  }

  /** Ends them all. */
  close(): void {
    for (const { process } of this.processes) process.kill("SIGKILL");
  }
}

async function startOne(program: string, { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }) {
  const child = spawn(process.execPath, [program], {
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
