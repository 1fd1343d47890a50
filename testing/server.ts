import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { probePort } from "@/packages/embedded-postgres/port.mjs";
import { NO_CITY_DATA } from "@/testing/city";
import { NODE_FLAGS } from "@/testing/node-flags.mjs";
import { PATIENCE_MS } from "@/testing/patience.mjs";

/** The two ways to run the service: server.ts and `next start`. */
export const ADAPTERS = ["server", "next"] as const;
export type Adapter = (typeof ADAPTERS)[number];

/** A running service. */
export interface RunningServer {
  readonly baseUrl: string;
  readonly process: ChildProcess;
  /** All output so far. */
  output(): string;
  /**
   * Sends it a signal and waits until it has exited.
   *
   * @throws when a page named a message that does not exist
   */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** A start is mostly computing, which takes the longest on a busy machine. */
const START_WITHIN_MS = 3 * PATIENCE_MS;

/** Starts the production build and waits until it responds. */
export async function startServer(options: {
  databaseUrl: string;
  adapter?: Adapter;
  /** Whether pages are served as well; without them it starts in a quarter of the time. */
  pages?: boolean;
  /** Whether it starts before its pages are built, as under npm start, and waits for a message that they are. */
  arePagesPending?: boolean;
  port?: number;
  env?: Readonly<Record<string, string>>;
  /** Another built checkout of the service. */
  root?: string;
  /** Flags of Node; none where the service is measured as delivered. */
  nodeFlags?: readonly string[];
}): Promise<RunningServer> {
  const port = options.port ?? (await probePort(0));
  const root = options.root ?? process.cwd();
  const nodeFlags = options.nodeFlags ?? NODE_FLAGS;
  const words =
    (options.adapter ?? "server") === "server"
      ? // Without --enable-source-maps: reading the maps takes a quarter of a start with pages.
        [...nodeFlags, join(root, "dist/server.mjs")]
      : [
          ...nodeFlags,
          join(root, "node_modules/next/dist/bin/next"),
          "start",
          "-p",
          String(port),
          "-H",
          "127.0.0.1",
        ];
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      // On a slow machine, tests of races would get 503s.
      ACCOUNT_CONCURRENCY: "1000",
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATABASE_URL: options.databaseUrl,
      CHECK_RESPONSES: "1",
      // Without jobs, orders stay in the state that a test gave them.
      ROLE: options.pages === true ? "web" : "api",
      MAP_STYLE_URL: "none",
      // Tests ignore a developer's own city.
      DATA_DIR: NO_CITY_DATA,
      DRAIN_SECONDS: "0",
      PRELOAD_PAGES: "0",
      PAGES_PENDING: options.arePagesPending === true ? "1" : "0",
      ...options.env,
    },
    // server.ts exits when this IPC channel closes, so that it does not outlive the tests.
    stdio: ["ignore", "pipe", "pipe", options.adapter === "next" ? "ignore" : "ipc"],
  });
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_WITHIN_MS;
  const isStarted = options.adapter === "next" || options.arePagesPending === true ? answers : isLoaded;
  while (!(await isStarted(baseUrl))) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill("SIGKILL");
      if (options.port === undefined && /is taken|EADDRINUSE/.test(output)) return startServer(options);
      throw new Error(`The service did not start:\n${output}`);
    }
    await sleep(50);
  }
  return {
    baseUrl,
    process: child,
    output: () => output,
    kill: async (signal = "SIGKILL") => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((settle) => child.once("exit", settle));
      child.kill(signal);
      await ended;
      const missing = findMissingMessage(output);
      if (missing !== null) throw new Error(missing);
    },
  };
}

/** Returns the first line of a service's output about a page that named a message that does not exist. */
export function findMissingMessage(output: string): string | null {
  return output.match(/^.*MISSING_MESSAGE.*$/m)?.[0] ?? null;
}

/** Whether the process listens and has loaded the pages that it serves. */
async function isLoaded(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(5_000) });
    // Another status is another program's, which has taken the port.
    return [200, 503].includes(response.status) && !/\bpages\b/.test(await response.text());
  } catch {
    return false;
  }
}

async function answers(baseUrl: string): Promise<boolean> {
  try {
    // Both adapters respond to this path without a key.
    const response = await fetch(`${baseUrl}/v1/partner/nowhere`, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.status === 404;
  } catch {
    return false;
  }
}
