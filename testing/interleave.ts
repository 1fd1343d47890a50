import { once } from "node:events";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { Client, type Pool, type PoolClient } from "pg";
import { Database, openPool } from "@/lib/db/client";
import { createRandom } from "@/lib/random";

/** A process of the service: its statements wait until the scheduler lets them pass, one at a time. */
export interface Actor {
  readonly name: string;
  readonly work: () => Promise<void>;
}

interface Statement {
  readonly actor: number;
  readonly number: number;
  readonly text: string;
  readonly pass: () => void;
}

/** State of an actor other than its statements. */
interface Activity {
  connecting: number;
  /** After a deadlock, the transaction is retried after a random delay. */
  isRetrying: boolean;
  sent: number;
  isDone: boolean;
}

const CONFLICTS = new Set(["40001", "40P01"]);
const RETRYABLE_MS = 30_000;
/** Event loop turns without news after which code between two statements has run. */
const TURNS = 3;
/** The same for an actor without a statement, which may wait for another actor in this process. */
const TURNS_OF_IDLE = 12;
/** A backend checks for deadlocks after 1 ms, so one that still waits after this waits for another actor. */
const BLOCKED_MS = 4;

/** Runs actors on one database, and decides by a seed whose statement comes next. */
export class Interleaver {
  readonly databases: readonly Database[];
  /** Log of the current schedule: each statement that passes, and each that is blocked. */
  trace: string[] = [];
  /** Statements of the current schedule that have waited for another actor. */
  readonly blocked = new Set<string>();
  readonly #monitor: Client;
  readonly #gated = new WeakSet<object>();
  #activities: Activity[] = [];
  #waiting: Statement[] = [];
  readonly #running = new Map<number, Statement>();
  #isOpen = true;
  #changes = 0;
  #notify = (): void => {};

  private constructor(url: string, actors: number, monitor: Client) {
    this.#monitor = monitor;
    this.databases = Array.from({ length: actors }, (_, actor) => {
      const pool = openPool(url, 8, 60_000);
      this.#gatePool(pool, actor);
      return new Database(pool);
    });
  }

  static async open(url: string, actors: number): Promise<Interleaver> {
    const monitor = new Client({ connectionString: url });
    await monitor.connect();
    const { rows } = await monitor.query("SELECT current_database() AS name");
    await monitor.query(`ALTER DATABASE ${rows[0].name} SET deadlock_timeout = '1ms'`);
    return new Interleaver(url, actors, monitor);
  }

  async close(): Promise<void> {
    await Promise.all(this.databases.map((db) => db.close()));
    await this.#monitor.end();
  }

  /** Runs all actors to their end. `onPass` is called before each statement. */
  async run(actors: readonly Actor[], seed: number, onPass: () => void = () => {}): Promise<void> {
    const random = createRandom(seed);
    // Some schedules change actors at every statement, others seldom.
    const stickiness = [0, 0.3, 0.6, 0.9][Math.floor(random() * 4)] ?? 0;
    this.trace = [];
    this.blocked.clear();
    this.#activities = actors.map(() => ({ connecting: 0, isRetrying: false, sent: 0, isDone: false }));
    this.#isOpen = false;
    const ends = actors.map(async ({ work }, index) => {
      await work().finally(() => {
        this.#activity(index).isDone = true;
        this.#change();
      });
    });
    let last = -1;
    try {
      while (await this.#settle()) {
        const order = this.#waiting.toSorted((a, b) => a.actor - b.actor || a.number - b.number);
        const same = order.filter(({ actor }) => actor === last);
        const choices = same.length > 0 && random() < stickiness ? same : order;
        const next = choices[Math.floor(random() * choices.length)];
        if (next === undefined) throw new Error(`Nothing can go on:\n${this.trace.join("\n")}`);
        last = next.actor;
        this.#waiting = this.#waiting.filter((one) => one !== next);
        this.trace.push(`${actors[next.actor]?.name}: ${next.text}`);
        onPass();
        next.pass();
      }
    } finally {
      this.#isOpen = true;
      for (const { pass } of this.#waiting.splice(0)) pass();
    }
    await Promise.all(ends);
  }

  #activity(actor: number): Activity {
    return this.#activities[actor] ?? { connecting: 0, isRetrying: false, sent: 0, isDone: true };
  }

  #change(): void {
    this.#changes += 1;
    this.#notify();
  }

  /** Waits until every actor has ended, waits for its turn, or is blocked. @returns whether any has not ended */
  async #settle(): Promise<boolean> {
    const until = performance.now() + RETRYABLE_MS;
    for (;;) {
      const before = this.#changes;
      const alive = this.#activities.flatMap(({ isDone }, index) => (isDone ? [] : [index]));
      const busy = new Set([...this.#waiting, ...this.#running.values()].map(({ actor }) => actor));
      const isIdle = alive.some((actor) => !busy.has(actor));
      for (let turn = 0; turn < (isIdle ? TURNS_OF_IDLE : TURNS) && this.#changes === before; turn += 1) {
        await nextTurn();
      }
      if (this.#changes !== before) continue;
      if (alive.length === 0) return false;
      const isOccupied = alive.some((actor) => {
        const { connecting, isRetrying } = this.#activity(actor);
        return connecting > 0 || (isRetrying && !busy.has(actor));
      });
      const isSettled = !isOccupied && (await this.#areBlocked());
      if (this.#changes !== before) continue;
      if (isSettled && this.#waiting.length > 0) return true;
      if (performance.now() > until) throw new Error(`No actor goes on:\n${this.trace.join("\n")}`);
      const changed = new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
      await Promise.race([changed, sleep(1)]);
    }
  }

  /** Whether each running statement waits for a lock, and has looked for a deadlock. */
  async #areBlocked(): Promise<boolean> {
    const pids = [...this.#running.keys()];
    if (pids.length === 0) return true;
    const { rows } = await this.#monitor.query({
      name: "blocked",
      text: `SELECT DISTINCT pid FROM pg_locks WHERE NOT granted AND pid = ANY($1)
             AND waitstart < clock_timestamp() - interval '${BLOCKED_MS} milliseconds'`,
      values: [pids],
    });
    for (const { pid } of rows) this.blocked.add(this.#running.get(pid)?.text ?? "");
    return rows.length === pids.length;
  }

  #gatePool(pool: Pool, actor: number): void {
    const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
    const connectGated = async (): Promise<PoolClient> => {
      this.#activity(actor).connecting += 1;
      try {
        const client = await connect();
        if (!this.#gated.has(client)) await this.#gateClient(client, actor);
        return client;
      } finally {
        this.#activity(actor).connecting -= 1;
        this.#change();
      }
    };
    pool.connect = ((done?: (error?: unknown, client?: PoolClient, release?: unknown) => void) =>
      done === undefined
        ? connectGated()
        : connectGated().then(
            (client) => done(undefined, client, client.release),
            done,
          )) as typeof pool.connect;
  }

  async #gateClient(client: PoolClient, actor: number): Promise<void> {
    this.#gated.add(client);
    // A statement may have to wait for the whole schedule.
    await client.query(
      "SET lock_timeout = 0; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0",
    );
    const { processID, connection } = client as unknown as {
      processID: number;
      connection: NodeJS.EventEmitter;
    };
    connection.on("errorMessage", ({ code }: { code?: string }) => {
      if (CONFLICTS.has(code ?? "")) this.#activity(actor).isRetrying = true;
    });
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      if (this.#isOpen) return query(...given);
      const [statement] = given;
      const text = typeof statement === "string" ? statement : (statement as { text: string }).text;
      const answer = this.#gate(actor, text).then((passed) => {
        this.#running.set(processID, passed);
        once(client, "drain").then(() => {
          this.#running.delete(processID);
          this.#change();
        });
        return query(...given);
      });
      return typeof given.at(-1) === "function" ? undefined : answer;
    }) as typeof client.query;
  }

  #gate(actor: number, text: string): Promise<Statement> {
    const activity = this.#activity(actor);
    if (!text.startsWith("ROLLBACK")) activity.isRetrying = false;
    activity.sent += 1;
    return new Promise((resolve) => {
      const statement: Statement = {
        actor,
        number: activity.sent,
        text: text.replace(/\s+/g, " ").trim().slice(0, 110),
        pass: () => resolve(statement),
      };
      this.#waiting.push(statement);
      this.#change();
    });
  }
}
