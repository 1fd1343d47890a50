import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { programs } from "@/bench/programs";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Database } from "@/lib/db/client";
import { probePort } from "@/scripts/port.mjs";
import { cloneDatabase, TEMPLATE } from "@/testing/cluster";
import { type Lane, startServer } from "@/testing/server";
import { actOn } from "@/testing/stage";

/** Sixteen clients ask at once; each contestant has as many connections to PostgreSQL. */
export const POOL_SIZE = 10;
// So high that it never refuses, and set so that every call is counted.
const RATE_LIMIT = 1_000_000_000;

/** What the service is measured with beside its role. */
export const SERVICE_ENV = {
  LOG_LEVEL: "warn",
  CHECK_RESPONSES: "0",
  DATABASE_POOL_SIZE: String(POOL_SIZE),
};

/** A program to measure, with its own database and an account in it. */
export interface Contestant {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  readonly databaseUrl: string;
  readonly key: string;
  readonly accountId: string;
  /** The account's live orders, and the database for whoever reads them past the program. */
  readonly scope: AccountScope;
  readonly db: Database;
  /** Stops its process for as long as others are measured, so that its own work costs them nothing. */
  rest(): void;
  wake(): Promise<void>;
  close(): Promise<void>;
}

/** The programs that are compared. */
export type Program =
  | { readonly type: "ours"; readonly lane: Lane; readonly env?: Record<string, string> }
  | { readonly type: "peer"; readonly peer: "plain" | "single" };

/** Starts a program on a database of its own. */
export async function startContestant(
  clusterUrl: string,
  name: string,
  program: Program,
  template = TEMPLATE,
): Promise<Contestant> {
  const database = await cloneDatabase(clusterUrl, template);
  const started = await startProgram(database.url, program);
  const scene = await actOn(database.url, `http://127.0.0.1:${started.port}`);
  await run(database.url, `UPDATE accounts SET rate_limit_per_minute = ${RATE_LIMIT}`);
  const { child, port } = started;
  // One that rests does not notice that the benchmark is gone.
  process.once("exit", () => child.kill("SIGKILL"));
  const pid = child.pid ?? 0;
  return {
    name,
    port,
    pid,
    databaseUrl: database.url,
    key: scene.shop.key,
    accountId: scene.shop.accountId,
    scope: scene.shop.scope,
    db: scene.db,
    rest: () => void child.kill("SIGSTOP"),
    wake: async () => {
      child.kill("SIGCONT");
      await sleep(300);
    },
    close: async () => {
      child.kill("SIGKILL");
      await scene.close();
      await database.drop();
    },
  };
}

async function startProgram(
  databaseUrl: string,
  program: Program,
): Promise<{ child: ChildProcess; port: number }> {
  if (program.type === "ours") {
    const env = { ...SERVICE_ENV, ...program.env };
    const { process: child, baseUrl } = await startServer({ databaseUrl, lane: program.lane, env });
    return { child, port: Number(new URL(baseUrl).port) };
  }
  return startOther(programs().peer, {
    PEER: program.peer,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
  });
}

/** Starts one of the benchmark's own programs, and waits until it answers. */
export async function startOther(
  file: string,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; port: number }> {
  const port = await probePort(0);
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port), ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  for (let tries = 0; ; tries += 1) {
    try {
      await (await fetch(`http://127.0.0.1:${port}/`)).body?.cancel();
      return { child, port };
    } catch (error) {
      if (child.exitCode !== null || tries > 200) throw error;
      await sleep(50);
    }
  }
}

/** Runs a statement on a connection of its own. */
export async function run<Row extends object>(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query(statement, [...values]);
    return rows as Row[];
  } finally {
    await client.end();
  }
}
