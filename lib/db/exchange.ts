import type { Connection, Submittable } from "pg";

/** A statement that is ready to be sent. */
export interface BoundStatement {
  readonly text: string;
  /** By which a connection keeps it parsed and planned; without one it is parsed anew each time. */
  readonly name: string | undefined;
  readonly values: readonly (string | Buffer | null)[];
}

/** What a statement answered: its rows as PostgreSQL's texts. */
export interface Answer {
  readonly command: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** How many rows there were, read or written. */
  readonly count: number;
}

const BEGIN = { name: "dropline_begin", text: "BEGIN", values: [] };

/** The statements that a connection has prepared, by name, each with its columns. */
const prepared = new WeakMap<Connection, Map<string, readonly string[]>>();

/**
 * One statement and its answer. pg's own Query has a prepared statement described at each run, and makes of each column
 * what only rows as objects need; wide rows cost it more than the statement.
 */
export class Exchange implements Submittable {
  readonly text: string;
  /** Set by pg, whose timer for the response it stops. */
  callback: (() => void) | undefined;
  readonly #statement: BoundStatement;
  readonly #isFirst: boolean;
  readonly #settle: (answer: Answer) => void;
  readonly #fail: (error: Error) => void;
  #known: Map<string, readonly string[]> = new Map();
  #columns: readonly string[] = [];
  #rows: (readonly (string | null)[])[] = [];
  #tag = "";

  /** @param isFirst whether BEGIN goes before it */
  constructor(
    statement: BoundStatement,
    isFirst: boolean,
    settle: (answer: Answer) => void,
    fail: (error: Error) => void,
  ) {
    this.text = statement.text;
    this.#statement = statement;
    this.#isFirst = isFirst;
    this.#settle = settle;
    this.#fail = fail;
  }

  /** Called by pg when it is this statement's turn on the connection. */
  submit(connection: Connection): void {
    this.#known = prepared.get(connection) ?? new Map();
    prepared.set(connection, this.#known);
    const columns = this.#known.get(this.#statement.name ?? "");
    connection.stream.cork();
    if (this.#isFirst) {
      this.#bind(connection, BEGIN);
      connection.execute({}, true);
    }
    this.#bind(connection, this.#statement);
    if (columns === undefined) connection.describe({ type: "P", name: "" }, true);
    else this.#columns = columns;
    connection.execute({}, true);
    connection.sync();
    connection.stream.uncork();
  }

  #bind(connection: Connection, { name = "", text, values }: BoundStatement): void {
    if (!this.#known.has(name)) {
      // A run that failed may have prepared it; closing what is not there is no failure.
      if (name !== "") connection.close({ type: "S", name }, true);
      connection.parse({ name, text, types: [] }, true);
    }
    connection.bind({ statement: name, values: values as (string | Buffer | null)[] }, true);
  }

  handleRowDescription({ fields }: { readonly fields: readonly { readonly name: string }[] }): void {
    this.#columns = fields.map(({ name }) => name);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#rows.push(fields);
  }

  // Of BEGIN and the statement it is the statement's that stays.
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#tag = text;
  }

  handleEmptyQuery(): void {}

  /** PostgreSQL passes over the rest of what was sent with it. */
  handleError(error: Error): void {
    // What it was prepared as may be what has failed: a migration may have changed its columns.
    if (this.#statement.name !== undefined) this.#known.delete(this.#statement.name);
    this.#fail(error);
    this.callback?.();
  }

  handleReadyForQuery(): void {
    if (this.#isFirst) this.#known.set(BEGIN.name, []);
    const { name } = this.#statement;
    if (name !== undefined) this.#known.set(name, this.#columns);
    const words = this.#tag.split(" ");
    const count = words.length > 1 ? Number(words.at(-1)) : 0;
    this.callback?.();
    this.#settle({ command: words[0] ?? "", columns: this.#columns, rows: this.#rows, count });
  }
}
