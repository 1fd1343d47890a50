import { readdirSync, readFileSync } from "node:fs";
import { Client } from "pg";

// /proc counts in ticks of USER_HZ, which is 100 on every platform that Node supports.
const TICKS_PER_SECOND = 100;

export interface CpuTimes {
  readonly process: number;
  readonly mainThread: number;
  /** PostgreSQL's open and closed sessions and its background processes. */
  readonly postgres: number;
  readonly engine: number;
}

/** Reads the parent and fields 14 to 17 of /proc/PID/stat. The name in parentheses may contain any character. */
function parseStat(path: string): { parent: number; own: number; ended: number } | null {
  try {
    const text = readFileSync(path, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const at = (index: number) => Number(fields[index]) / TICKS_PER_SECOND;
    return { parent: Number(fields[1]), own: at(11) + at(12), ended: at(13) + at(14) };
  } catch {
    // The process has exited in the meantime.
    return null;
  }
}

export function readCpu(
  pids: readonly number[],
  postmaster: number,
  enginePids: readonly number[] = [],
): CpuTimes {
  const sum = (paths: readonly string[]) =>
    paths.reduce((total, path) => total + (parseStat(path)?.own ?? 0), 0);
  return {
    process: sum(pids.map((pid) => `/proc/${pid}/stat`)),
    mainThread: sum(pids.map((pid) => `/proc/${pid}/task/${pid}/stat`)),
    postgres: postgresSeconds(postmaster),
    engine: sum(enginePids.map((pid) => `/proc/${pid}/stat`)),
  };
}

export const findParent = (pid: number): number | undefined => parseStat(`/proc/${pid}/stat`)?.parent;

function postgresSeconds(postmaster: number): number {
  const head = parseStat(`/proc/${postmaster}/stat`);
  let total = head === null ? 0 : head.own + head.ended;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const one = parseStat(`/proc/${name}/stat`);
    if (one?.parent === postmaster) total += one.own;
  }
  return total;
}

/** The parent process of all PostgreSQL sessions, which must run on this machine. */
export async function findPostmaster(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const parent = findParent(rows[0]?.pid ?? 0);
    if (parent === undefined) throw new Error("PostgreSQL does not run on this machine.");
    return parent;
  } finally {
    await client.end();
  }
}

export function cpuBetween(before: CpuTimes, after: CpuTimes): CpuTimes {
  return {
    process: after.process - before.process,
    mainThread: after.mainThread - before.mainThread,
    postgres: after.postgres - before.postgres,
    engine: after.engine - before.engine,
  };
}

export function residentMegabytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, "latin1");
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024;
}
