import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { type EmbeddedPostgres, startEmbedded } from "@/packages/embedded-postgres/postgres";
import { clusterFolder, execute, memoryFolder } from "@/testing/cluster";
import { copyServer } from "@/testing/copy-server";
import { guardCluster } from "@/testing/guard";
import { pollUntil } from "@/testing/until";

/** The name under which the standby connects to its primary. */
const STANDBY_NAME = "test_standby";

/** One server of a pair. */
export class PairServer {
  readonly #folder: string;
  #postgres: EmbeddedPostgres;
  #callOff: () => void;

  private constructor(folder: string, postgres: EmbeddedPostgres) {
    this.#folder = folder;
    this.#postgres = postgres;
    this.#callOff = guardCluster(postgres.pid, folder);
  }

  /** Starts the server whose files are in the folder. */
  static async open(folder: string): Promise<PairServer> {
    return new PairServer(folder, await startEmbedded({ dataDir: folder, isDurable: false }));
  }

  get folder(): string {
    return this.#folder;
  }

  /** URL of this server alone; it stays the same when the server is started again. */
  get url(): string {
    return this.#postgres.databaseUrl;
  }

  /** Runs a statement on a separate connection and returns its rows. */
  async query<Row extends object>(statement: string): Promise<Row[]> {
    const client = new Client({ connectionString: this.url });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Changes settings that take effect without a restart. */
  async set(settings: Readonly<Record<string, string>>): Promise<void> {
    const changes = Object.entries(settings).map(([name, value]) => `ALTER SYSTEM SET ${name} = '${value}'`);
    await execute(this.url, ...changes, "SELECT pg_reload_conf()");
  }

  /** Stops every process of the server (SIGSTOP): connections stay open, and nothing responds. */
  freeze(): void {
    this.#signal("SIGSTOP");
  }

  /** Continues what freeze() stopped. */
  thaw(): void {
    this.#signal("SIGCONT");
  }

  /** Shuts the server down without a checkpoint, as a crash would, and waits until it is gone. */
  async kill(): Promise<void> {
    this.thaw();
    if (this.#postgres.isRunning()) process.kill(this.#postgres.pid, "SIGQUIT");
    await pollUntil(() => !this.#postgres.isRunning());
  }

  /** Starts the server again after kill(), on the same port. */
  async restart(): Promise<void> {
    this.#callOff();
    this.#postgres = await startEmbedded({ dataDir: this.#folder, isDurable: false });
    this.#callOff = guardCluster(this.#postgres.pid, this.#folder);
  }

  async remove(): Promise<void> {
    this.#callOff();
    this.thaw();
    await this.#postgres.remove();
  }

  #signal(signal: NodeJS.Signals): void {
    for (const pid of this.#pids()) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // A backend may have ended since it was listed.
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
    }
  }

  #pids(): number[] {
    if (!this.#postgres.isRunning()) return [];
    const { pid } = this.#postgres;
    const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
    const children = table
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([, parent]) => parent === pid);
    return [pid, ...children.map(([child = 0]) => child)];
  }
}

/** A primary with a migrated database, and a hot standby that streams from it. */
export class StandbyPair {
  readonly primary: PairServer;
  readonly standby: PairServer;
  readonly #primaryConninfo: string;
  #stalledPid: number | undefined;

  constructor(primary: PairServer, standby: PairServer) {
    this.primary = primary;
    this.standby = standby;
    this.#primaryConninfo = toConninfo(primary.url);
  }

  /** URL that names both servers, the primary first. */
  get url(): string {
    const [first, second] = [new URL(this.primary.url), new URL(this.standby.url)];
    const [scheme, rest] = first.href.split("//");
    return `${scheme}//${rest?.replace(first.host, `${first.host},${second.host}`)}?target_session_attrs=read-write`;
  }

  /** Whether commits on the primary wait for the standby's disk. */
  async setSynchronous(isSynchronous: boolean): Promise<void> {
    if (isSynchronous) await this.waitForStreaming();
    await this.primary.set({ synchronous_standby_names: isSynchronous ? STANDBY_NAME : "" });
    const expected = isSynchronous ? "sync" : "async";
    await pollUntil(async () => (await this.#standbyState()) === expected);
  }

  /** Waits until the standby receives the primary's log. */
  async waitForStreaming(): Promise<void> {
    await pollUntil(async () => (await this.#standbyState()) !== undefined);
  }

  /** Waits until the standby shows everything that has been written on the primary. */
  async waitForReplay(): Promise<void> {
    const [row] = await this.primary.query<{ lsn: string }>("SELECT pg_current_wal_insert_lsn() AS lsn");
    await pollUntil(async () => {
      const [state] = await this.standby.query<{ isReplayed: boolean }>(
        `SELECT pg_last_wal_replay_lsn() >= '${row?.lsn}'::pg_lsn AS "isReplayed"`,
      );
      return state?.isReplayed === true;
    });
  }

  /** Stops the standby's confirmations (SIGSTOP of its receiver). It receives data sent meanwhile after resume(). */
  async stall(): Promise<void> {
    const [row] = await this.standby.query<{ pid: number }>("SELECT pid FROM pg_stat_wal_receiver");
    if (row === undefined) throw new Error("The standby does not receive the primary's log");
    this.#stalledPid = row.pid;
    process.kill(row.pid, "SIGSTOP");
  }

  /** Ends stall(). */
  resume(): void {
    if (this.#stalledPid !== undefined) process.kill(this.#stalledPid, "SIGCONT");
    this.#stalledPid = undefined;
  }

  /** Ends the standby's connection to the primary: later writes are lost by a promotion. */
  async disconnect(): Promise<void> {
    await this.standby.set({ primary_conninfo: "" });
    await pollUntil(
      async () => (await this.standby.query("SELECT 1 FROM pg_stat_wal_receiver")).length === 0,
    );
  }

  /** Ends disconnect(). */
  async reconnect(): Promise<void> {
    await this.standby.set({ primary_conninfo: this.#primaryConninfo });
    await this.waitForStreaming();
  }

  /** Promotes the standby and waits until it accepts writes. The old primary is not changed. */
  async promote(): Promise<void> {
    this.resume();
    await this.standby.query("SELECT pg_promote(true, 30)");
  }

  async remove(): Promise<void> {
    this.resume();
    await Promise.all([this.standby.remove(), this.primary.remove()]);
  }

  async #standbyState(): Promise<string | undefined> {
    const [row] = await this.primary.query<{ state: string }>(
      `SELECT sync_state AS state FROM pg_stat_replication
       WHERE application_name = '${STANDBY_NAME}' AND state = 'streaming'`,
    );
    return row?.state;
  }
}

/**
 * Starts a primary, and a hot standby from a base backup of it, in one to two seconds. Commits wait for the local
 * log only, until setSynchronous().
 */
export async function startStandbyPair(): Promise<StandbyPair> {
  const folder = clusterFolder(memoryFolder());
  await copyServer(folder);
  const primary = await PairServer.open(folder);
  // Test servers turn it off on their command line; a setting of the role overrides that.
  await execute(primary.url, "ALTER ROLE CURRENT_USER SET synchronous_commit = 'on'");
  await primary.set({ wal_keep_size: "256MB" });
  const standby = await openStandby(primary);
  const pair = new StandbyPair(primary, standby);
  await pair.waitForStreaming();
  return pair;
}

async function openStandby(primary: PairServer): Promise<PairServer> {
  const folder = clusterFolder(memoryFolder());
  copyFileSync(join(primary.folder, "postgres.password"), join(folder, "postgres.password"));
  await copyBase(primary, join(folder, "postgres"));
  return PairServer.open(folder);
}

/** Takes a base backup, since the npm package has no pg_basebackup. */
async function copyBase(primary: PairServer, to: string): Promise<void> {
  const client = new Client({ connectionString: primary.url });
  await client.connect();
  try {
    const { rows: folders } = await client.query("SHOW data_directory");
    await client.query("SELECT pg_backup_start('standby', true)");
    // Owners must be kept, which Node's own copying does not.
    const { status, stderr } = spawnSync("cp", ["-a", folders[0].data_directory, to], { encoding: "utf8" });
    // A file may be deleted while it is copied; replaying the log restores consistency.
    if (status !== 0 && !/No such file/.test(stderr)) throw new Error(`The base backup failed: ${stderr}`);
    const { rows } = await client.query("SELECT labelfile FROM pg_backup_stop(false)");
    for (const name of ["postmaster.pid", "postmaster.opts", "pg_replslot"]) {
      rmSync(join(to, name), { recursive: true, force: true });
    }
    const { uid, gid } = statSync(to);
    mkdirSync(join(to, "pg_replslot"), { mode: 0o700 });
    writeFileSync(join(to, "backup_label"), rows[0].labelfile);
    writeFileSync(join(to, "standby.signal"), "");
    const settings = `primary_conninfo = '${toConninfo(primary.url).replaceAll("'", "''")}'\n`;
    writeFileSync(join(to, "postgresql.auto.conf"), settings, { flag: "a" });
    for (const name of ["pg_replslot", "backup_label", "standby.signal"]) chownSync(join(to, name), uid, gid);
  } finally {
    await client.end();
  }
}

/** A server's URL as keywords, under the standby's name. */
function toConninfo(url: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${password} application_name=${STANDBY_NAME}`;
}
