import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findParent } from "@/bench/cpu";
import type { PointList } from "@/bench/generator/places";
import { loadPlaces } from "@/bench/places";
import { prepareTestCity, testCityData } from "@/testing/city";
import { execute, TEMPLATE, withDatabase } from "@/testing/cluster";

/** A built checkout with the bundled city, its template database and its running road engine. */
export interface Checkout {
  readonly root: string;
  readonly template: string;
  readonly engineUrl: string;
  readonly places: PointList;
  readonly env: Readonly<Record<string, string>>;
  enginePids(): number[];
}

const opened = new Map<string, Promise<Checkout & { close(): Promise<void> }>>();

export function openCheckout(clusterUrl: string, root = process.cwd()): Promise<Checkout> {
  const checkout = opened.get(root) ?? start(clusterUrl, root);
  opened.set(root, checkout);
  return checkout;
}

export async function closeCheckouts(): Promise<void> {
  for (const checkout of opened.values()) await (await checkout).close();
}

async function start(clusterUrl: string, root: string) {
  const template = root === process.cwd() ? TEMPLATE : `${TEMPLATE}_other`;
  if (template !== TEMPLATE) await execute(clusterUrl, `CREATE DATABASE ${template}`);
  const databaseUrl = withDatabase(clusterUrl, template);
  prepareTestCity(databaseUrl, root);
  const dataDir = testCityData(root);
  const program = pathToFileURL(join(root, "packages/city/roads/road-engine-process.mjs")).href;
  const { startRoadEngine } = (await import(
    program
  )) as typeof import("@/packages/city/roads/road-engine-process.mjs");
  const engine = await startRoadEngine({ dataDir, say: (line) => process.stderr.write(`${line}\n`) });
  if (engine === null) throw new Error("The road engine does not run on this machine.");
  return {
    root,
    template,
    engineUrl: engine.url,
    places: await loadPlaces(databaseUrl, engine.url),
    env: { OSRM_URL: engine.url, DATA_DIR: dataDir },
    enginePids: () => findChildren(join(root, "dist/road-engine.mjs")),
    close: () => engine.stop(),
  };
}

function findChildren(program: string): number[] {
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  const running = pids.filter((pid) => isRunning(pid, program));
  return running.filter((pid) => {
    const parent = findParent(pid);
    return parent === process.pid || running.includes(parent ?? 0);
  });
}

function isRunning(pid: number, program: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(program);
  } catch {
    return false;
  }
}
