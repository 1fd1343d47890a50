import { closeSync, fstatSync, openSync, readlinkSync, readSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "@/bench/contestant";

/** A statement that PostgreSQL has run, and the milliseconds that it took, parsing and planning included. */
export interface RunStatement {
  readonly text: string;
  readonly ms: number;
}

const BACKGROUND_MS = 3_000;
/** What is written to the log is there a moment after the answer. */
const WRITTEN_AFTER_MS = 300;

/** Reads from PostgreSQL's own log which statements a service sends; it must run on this machine. */
export class StatementLog {
  readonly #clusterUrl: string;
  readonly #file: string;
  /** What the service sends by itself. */
  #background: ReadonlySet<string> = new Set();

  private constructor(clusterUrl: string, postmaster: number) {
    this.#clusterUrl = clusterUrl;
    this.#file = readlinkSync(`/proc/${postmaster}/fd/2`);
  }

  /** Opens the log of a PostgreSQL whose service has nothing to do at the moment. */
  static async open(clusterUrl: string, postmaster: number): Promise<StatementLog> {
    const log = new StatementLog(clusterUrl, postmaster);
    const idle = await log.during(() => sleep(BACKGROUND_MS));
    log.#background = new Set(idle.map(({ text }) => text));
    return log;
  }

  /** Returns the statements that some work has sent. */
  async during(work: () => Promise<unknown>): Promise<RunStatement[]> {
    await this.#log("0");
    const from = this.#read(0).end;
    try {
      await work();
      await sleep(WRITTEN_AFTER_MS);
    } finally {
      await this.#log("-1");
    }
    return statementsOf(this.#read(from).text).filter(({ text }) => !this.#background.has(text));
  }

  async #log(fromMs: "0" | "-1"): Promise<void> {
    await run(this.#clusterUrl, `ALTER SYSTEM SET log_min_duration_statement = ${fromMs}`);
    await run(this.#clusterUrl, "SELECT pg_reload_conf()");
    // Sessions hear of it at their next statement.
    await sleep(WRITTEN_AFTER_MS);
  }

  #read(from: number): { text: string; end: number } {
    const file = openSync(this.#file, "r");
    try {
      const end = fstatSync(file).size;
      const bytes = Buffer.alloc(from === 0 ? 0 : end - from);
      readSync(file, bytes, 0, bytes.length, from);
      return { text: bytes.toString("utf8"), end };
    } finally {
      closeSync(file);
    }
  }
}

const LINE = /^\d{4}-\d\d-\d\d [^[]*\[\d+\] LOG: {2}duration: ([\d.]+) ms {2}(parse|bind|execute) [^:]*: /;

/** Statements are logged when parsed, when bound and when executed; every line of the log begins with its time. */
function statementsOf(text: string): RunStatement[] {
  const statements: RunStatement[] = [];
  let waitingMs = new Map<string, number>();
  for (const line of text.split(/\n(?=\d{4}-\d\d-\d\d )/)) {
    const [head, ms, step] = LINE.exec(line) ?? [];
    if (head === undefined) continue;
    const statement = line.slice(head.length).trim();
    const total = (waitingMs.get(statement) ?? 0) + Number(ms);
    if (step === "execute") statements.push({ text: statement, ms: total });
    waitingMs = new Map([...waitingMs, [statement, step === "execute" ? 0 : total]]);
  }
  return statements;
}
