import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { migrate } from "@/lib/db/migrate";
import { lock } from "@/packages/embedded-postgres/lock.mjs";
import { startEmbedded } from "@/packages/embedded-postgres/postgres";
import { guardCluster } from "@/testing/guard";
import { PATIENCE_MS } from "@/testing/patience.mjs";

/**
 * Fills an empty folder with the data of a stopped PostgreSQL, whose database is migrated, for `startEmbedded`. The
 * copy takes a tenth of the CPU time of initdb. All copies of a test run have the same password.
 */
export async function copyServer(dataDir: string): Promise<void> {
  const folder = inject("serverFolder");
  mkdirSync(folder, { recursive: true });
  const made = join(folder, "made");
  const unlock = await lock(join(folder, "lock"), { withinMs: 5 * PATIENCE_MS });
  try {
    if (!existsSync(made)) await makeServer(join(folder, "new"), made);
  } finally {
    unlock();
  }
  // Owners must be kept, which Node's own copying does not.
  const { status, stderr } = spawnSync("cp", ["-a", `${made}/.`, dataDir], { encoding: "utf8" });
  if (status !== 0) throw new Error(`Could not copy ${made}: ${stderr}`);
}

async function makeServer(folder: string, to: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const postgres = await startEmbedded({ dataDir: folder, isDurable: false });
  const callOff = guardCluster(postgres.pid, folder);
  await migrate(postgres.databaseUrl);
  await postgres.stop();
  callOff();
  // Each copy chooses its own port.
  for (const name of ["postgres.log", "postgres.port", "postgres.users"]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  renameSync(folder, to);
}
