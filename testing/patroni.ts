import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { probePort } from "@/packages/embedded-postgres/port.mjs";
import { clusterFolder } from "@/testing/cluster";
import { pollUntil } from "@/testing/until";

const PASSWORD = "failover";
const BIN = "/usr/lib/postgresql/15/bin";
/** Debian's packages, in this order: postgresql, patroni, etcd-server, haproxy, pgbouncer. */
const PROGRAMS = [
  `${BIN}/postgres`,
  "/usr/bin/patroni",
  "/usr/bin/etcd",
  "/usr/sbin/haproxy",
  "/usr/sbin/pgbouncer",
];

/** In earlier versions, a primary that has hung takes the lock of its replacement, whose orders are then lost. */
const OLDEST_PATRONI = "3.0.3";

/** Names what this machine lacks for the cluster; null if nothing. */
export function findMissingProgram(): string | null {
  const missing = PROGRAMS.find((program) => !existsSync(program));
  if (missing !== undefined) return missing;
  const printed = execFileSync("/usr/bin/patroni", ["--version"], { encoding: "utf8" });
  const version = printed.trim().split(" ").at(-1) ?? "";
  const isOld = version.localeCompare(OLDEST_PATRONI, "en", { numeric: true }) < 0;
  return isOld ? `Patroni ${OLDEST_PATRONI} (it has ${version})` : null;
}

/** Runs programs of one folder as a user that PostgreSQL accepts. */
class Machine {
  readonly folder = clusterFolder();
  readonly #runAs: { uid?: number; gid?: number };
  readonly #guard: ChildProcess;

  constructor() {
    const [uid = 0, gid = 0] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, "postgres"])));
    this.#runAs = process.getuid?.() === 0 ? { uid, gid } : {};
    cpSync("deploy/ha", this.folder, { recursive: true });
    this.#own(this.folder);
    // Ends everything here even if the tests are killed: their end closes the guard's standard input.
    const program = `process.stdin.resume().on("end", () => (${killWithin})(${JSON.stringify(this.folder)}))`;
    this.#guard = spawn(process.execPath, ["--eval", program], {
      cwd: "/",
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
    this.#own(join(this.folder, name));
  }

  makeFolder(name: string): string {
    mkdirSync(join(this.folder, name), { mode: 0o700 });
    this.#own(join(this.folder, name));
    return join(this.folder, name);
  }

  run(
    log: string,
    [program = "", ...words]: readonly string[],
    env: Record<string, string> = {},
  ): ChildProcess {
    const output = openSync(join(this.folder, `${log}.log`), "a");
    return spawn(program, words, {
      ...this.#runAs,
      cwd: this.folder,
      env: { NODE_ENV: "test", PATH: `${BIN}:/usr/bin:/bin:/usr/sbin`, LC_ALL: "C.UTF-8", ...env },
      stdio: ["ignore", output, output],
    });
  }

  async end(): Promise<void> {
    const ended = once(this.#guard, "exit");
    this.#guard.stdin?.end();
    await ended;
  }

  #own(path: string): void {
    const { uid, gid } = this.#runAs;
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  }
}

/** Kills the processes that work in a folder, and deletes it. Runs in a process without this file's imports. */
function killWithin(folder: string): void {
  const { existsSync, readdirSync, readlinkSync, rmSync } = process.getBuiltinModule("node:fs");
  for (let tries = 0; tries < 5; tries += 1) {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      try {
        if (readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) process.kill(Number(pid), "SIGKILL");
      } catch {
        // It has ended.
      }
    }
  }
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** A server of PostgreSQL with its Patroni. */
export class PatroniNode {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly #machine: Machine;
  readonly #dataDir: string;
  readonly #etcd: string;
  #patroni: ChildProcess | undefined;

  constructor(
    machine: Machine,
    { name, etcd, ports }: { name: string; etcd: string; ports: [number, number] },
  ) {
    this.#machine = machine;
    this.name = name;
    [this.port, this.restPort] = ports;
    this.#etcd = etcd;
    this.#dataDir = join(machine.makeFolder(name), "data");
  }

  get url(): string {
    return `postgresql://dropline:${PASSWORD}@127.0.0.1:${this.port}/dropline`;
  }

  start(): void {
    this.#patroni = this.#machine.run(this.name, ["/usr/bin/patroni", "patroni.yml"], {
      PATRONI_NAME: this.name,
      PATRONI_ETCD3_HOSTS: this.#etcd,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${this.port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${this.port}`,
      PATRONI_POSTGRESQL_BIN_DIR: BIN,
      PATRONI_POSTGRESQL_DATA_DIR: this.#dataDir,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${this.restPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${this.restPort}`,
      PATRONI_SUPERUSER_USERNAME: "postgres",
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: "replicator",
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
      DROPLINE_PASSWORD: PASSWORD,
    });
  }

  /** Whether Patroni's REST API answers the path with 200, such as `/primary`. */
  async is(path: string): Promise<boolean> {
    const url = `http://127.0.0.1:${this.restPort}${path}`;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(1_000) });
      await response.text();
      return response.status === 200;
    } catch {
      return false;
    }
  }

  /** Whether Patroni would promote that node, from what this one, the primary, has written to etcd. */
  async hasSynchronous({ name }: PatroniNode): Promise<boolean> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.restPort}/cluster`, {
        signal: AbortSignal.timeout(1_000),
      });
      const { members } = (await response.json()) as { members: { name: string; role: string }[] };
      return members.some((member) => member.name === name && member.role === "sync_standby");
    } catch {
      return false;
    }
  }

  async query<Row extends object>(statement: string): Promise<Row[]> {
    const client = new Client({
      connectionString: this.url.replace("dropline:", "postgres:"),
      connectionTimeoutMillis: 2_000,
      query_timeout: 10_000,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query<Row>(statement)).rows;
    } finally {
      client.end().catch(() => {});
    }
  }

  /** Signals the server's processes, and with `patroni` the whole node as if its machine were affected. */
  signal(signal: NodeJS.Signals, whole: "patroni" | "server"): void {
    const pids = [...this.#serverPids(), ...(whole === "patroni" ? [this.#patroni?.pid ?? 0] : [])];
    // Patroni first, so that it does not see its server end.
    for (const pid of pids.reverse()) {
      try {
        if (pid > 0) process.kill(pid, signal);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
    }
  }

  #serverPids(): number[] {
    const file = join(this.#dataDir, "postmaster.pid");
    if (!existsSync(file)) return [];
    const postmaster = Number.parseInt(readFileSync(file, "utf8"), 10);
    const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
    const rows = table.split("\n").map((line) => line.trim().split(/\s+/));
    // The number in a stale file may be another process's.
    if (!rows.some((row) => row[0] === `${postmaster}` && row.includes(this.#dataDir))) return [];
    return [
      postmaster,
      ...rows.filter(([, parent]) => parent === `${postmaster}`).map(([pid]) => Number(pid)),
    ];
  }
}

/** The files of deploy/ha on loopback: one etcd, two nodes, HAProxy and PgBouncer. */
export class PatroniCluster {
  readonly #machine = new Machine();
  readonly nodes: PatroniNode[] = [];
  #pgbouncer: ChildProcess | undefined;
  #bouncerPort = 0;

  /** By PgBouncer and HAProxy. */
  get pooledUrl(): string {
    return `postgresql://dropline:${PASSWORD}@127.0.0.1:${this.#bouncerPort}/dropline`;
  }

  /** Names both servers. */
  get directUrl(): string {
    const [first, second] = this.nodes.map(({ port }) => `127.0.0.1:${port}`);
    return `postgresql://dropline:${PASSWORD}@${first},${second}/dropline`;
  }

  async start(): Promise<void> {
    const ports = await Promise.all(Array.from({ length: 8 }, () => probePort(0)));
    const [etcd = 0, peer = 0, haproxy = 0, bouncer = 0, ...own] = ports;
    this.#machine.run("etcd", [
      "/usr/bin/etcd",
      ...["--name", "etcd1", "--data-dir", this.#machine.makeFolder("etcd")],
      ...["--listen-client-urls", `http://127.0.0.1:${etcd}`],
      ...["--advertise-client-urls", `http://127.0.0.1:${etcd}`],
      ...["--listen-peer-urls", `http://127.0.0.1:${peer}`],
      ...["--initial-advertise-peer-urls", `http://127.0.0.1:${peer}`],
      ...["--initial-cluster", `etcd1=http://127.0.0.1:${peer}`],
    ]);
    const makeNode = (name: string, port = 0, restPort = 0) =>
      new PatroniNode(this.#machine, { name, etcd: `127.0.0.1:${etcd}`, ports: [port, restPort] });
    const [pg1, pg2] = [makeNode("pg1", own[0], own[1]), makeNode("pg2", own[2], own[3])];
    this.nodes.push(pg1, pg2);
    pg1.start();
    await pollUntil(() => pg1.is("/primary"), 120_000);
    pg2.start();
    this.#machine.run("haproxy", ["/usr/sbin/haproxy", "-f", "haproxy.cfg"], {
      HAPROXY_BIND: `127.0.0.1:${haproxy}`,
      PG1: `127.0.0.1:${pg1.port}`,
      PG1_REST_PORT: `${pg1.restPort}`,
      PG2: `127.0.0.1:${pg2.port}`,
      PG2_REST_PORT: `${pg2.restPort}`,
    });
    this.#bouncerPort = bouncer;
    this.#machine.write("userlist.txt", `"dropline" "${PASSWORD}"\n`);
    const settings = readFileSync("deploy/ha/pgbouncer.ini", "utf8");
    const onLoopback = settings
      .replace("host=haproxy port=5000", `host=127.0.0.1 port=${haproxy}`)
      .replace("listen_addr = *", "listen_addr = 127.0.0.1")
      .replace("listen_port = 6432", `listen_port = ${bouncer}`);
    this.#machine.write("pgbouncer.ini", onLoopback);
    this.startBouncer();
    await pollUntil(() => pg1.hasSynchronous(pg2), 120_000);
  }

  startBouncer(): void {
    this.#pgbouncer = this.#machine.run("pgbouncer", ["/usr/sbin/pgbouncer", "pgbouncer.ini"]);
  }

  async stopBouncer(): Promise<void> {
    const ended = this.#pgbouncer === undefined ? null : once(this.#pgbouncer, "exit");
    this.#pgbouncer?.kill("SIGTERM");
    await ended;
  }

  /** The only node that takes writes now. @throws Error if both do */
  async findPrimary(): Promise<PatroniNode | undefined> {
    const answers = await Promise.all(this.nodes.map((node) => node.is("/primary")));
    const primaries = this.nodes.filter((_, index) => answers[index]);
    if (primaries.length > 1) throw new Error("Both nodes take writes");
    return primaries[0];
  }

  remove(): Promise<void> {
    return this.#machine.end();
  }
}
