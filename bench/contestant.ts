import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type Checkout, openCheckout } from "@/bench/checkout";
import { run } from "@/bench/database";
import { programs } from "@/bench/programs";
import { DEFAULT_ACCOUNT_CONCURRENCY } from "@/lib/config";
import { probePort } from "@/packages/embedded-postgres/port.mjs";
import { cloneDatabase } from "@/testing/cluster";
import { type RunningServer, startServer } from "@/testing/server";
import { actOn } from "@/testing/stage";

/** Sixteen clients call at once. Each contestant has the same number of PostgreSQL connections. */
export const POOL_SIZE = 10;
const RATE_LIMIT = 1_000_000_000;

const SERVICE_ENV = {
  // As delivered, unlike in tests.
  PRELOAD_PAGES: "1",
  ACCOUNT_CONCURRENCY: String(DEFAULT_ACCOUNT_CONCURRENCY),
  LOG_LEVEL: "warn",
  CHECK_RESPONSES: "0",
  DATABASE_POOL_SIZE: String(POOL_SIZE),
};

export type Program =
  | { readonly type: "ours"; readonly env?: Readonly<Record<string, string>>; readonly root?: string }
  | { readonly type: "peer" };

export type BenchmarkTarget = Awaited<ReturnType<typeof startContestant>>;

export async function startContestant(clusterUrl: string, name: string, program: Program) {
  const checkout = await openCheckout(clusterUrl, program.type === "ours" ? program.root : undefined);
  const database = await cloneDatabase(clusterUrl, checkout.template);
  const { child, port } = await startProgram(database.url, program, checkout);
  const scene = await actOn(database.url, `http://127.0.0.1:${port}`);
  await limitAccounts(database.url);
  await removeTraffic(database.url);
  // As on a new installation; the tests' template has it off.
  await run(database.url, "UPDATE stacking_settings SET scope = 'own_account'");
  // A suspended process does not notice that the benchmark has exited.
  process.once("exit", () => child.kill("SIGKILL"));
  return {
    name,
    port,
    pid: child.pid ?? 0,
    databaseUrl: database.url,
    key: scene.shop.key,
    accountId: scene.shop.accountId,
    db: scene.db,
    api: scene.api,
    checkout,
    newKey: async () => {
      const { shop } = await scene.newShop();
      await limitAccounts(database.url);
      return shop.key;
    },
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

/** Gives every account a limit that is counted and never reached. */
export async function limitAccounts(databaseUrl: string): Promise<void> {
  await run(databaseUrl, `UPDATE accounts SET rate_limit_per_minute = ${RATE_LIMIT}`);
}

/** The peer has no traffic model, so all programs use neutral travel factors. */
export async function removeTraffic(databaseUrl: string): Promise<void> {
  await run(
    databaseUrl,
    "UPDATE travel_factors SET weekday = array_fill(1::float8, ARRAY[24]), weekend = array_fill(1::float8, ARRAY[24])",
  );
}

async function startProgram(
  databaseUrl: string,
  program: Program,
  checkout: Checkout,
): Promise<{ child: ChildProcess; port: number }> {
  if (program.type === "ours") {
    const { process: child, baseUrl } = await startService(databaseUrl, checkout, program.env);
    return { child, port: Number(new URL(baseUrl).port) };
  }
  return startPeer(databaseUrl, checkout.engineUrl);
}

/** Starts a process of the service as it is delivered, without the V8 flags of tests. */
export function startService(
  databaseUrl: string,
  { root, env: city }: Pick<Checkout, "root" | "env">,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  return startServer({ databaseUrl, root, env: { ...SERVICE_ENV, ...city, ...env }, nodeFlags: [] });
}

export async function startPeer(
  databaseUrl: string,
  engineUrl: string,
): Promise<{ child: ChildProcess; port: number }> {
  const port = await probePort(0);
  const child = spawn(process.execPath, [programs().peer], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      OSRM_URL: engineUrl,
    },
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
