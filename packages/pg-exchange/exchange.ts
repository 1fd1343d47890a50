import type { ClientBase, Connection, Submittable } from "pg";

/** Parameters are strings, or bytes for bytea. */
export interface BoundStatement {
  readonly text: string;
  /** Name of the prepared statement on the connection; without one, it is parsed at each run. */
  readonly name: string | undefined;
  readonly values: readonly (string | Buffer | null)[];
}

export interface RawResult {
  readonly command: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly count: number;
}

/** No other statement may use the connection meanwhile; `begin` shares the round trip. @throws DatabaseError of pg */
export async function exchange(
  client: ClientBase,
  statement: BoundStatement,
  { begin = false }: { readonly begin?: boolean } = {},
): Promise<RawResult> {
  try {
    return await new Promise<RawResult>((resolve, reject) => {
      client.query(new Exchange(statement, begin, resolve, reject));
    });
  } catch (error) {
    // The original stack leads only to the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

const BEGIN = { name: "pg_exchange_begin", text: "BEGIN", values: [] };

const prepared = new WeakMap<Connection, Map<string, readonly string[]>>();

class Exchange implements Submittable {
  readonly text: string;
  /** Set by pg if the connection has a `query_timeout`; a call stops pg's timer. */
  callback: (() => void) | undefined;
  readonly #statements: readonly BoundStatement[];
  readonly #statement: BoundStatement;
  readonly #resolve: (result: RawResult) => void;
  readonly #reject: (error: Error) => void;
  #known: Map<string, readonly string[]> = new Map();
  #columns: readonly string[] = [];
  #rows: (readonly (string | null)[])[] = [];
  #tag = "";

  constructor(
    statement: BoundStatement,
    begin: boolean,
    resolve: (result: RawResult) => void,
    reject: (error: Error) => void,
  ) {
    this.text = statement.text;
    this.#statement = statement;
    this.#statements = begin ? [BEGIN, statement] : [statement];
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    this.#known = prepared.get(connection) ?? new Map();
    prepared.set(connection, this.#known);
    const columns = this.#known.get(this.#statement.name ?? "");
    connection.stream.cork();
    for (const statement of this.#statements) {
      this.#bind(connection, statement);
      if (statement === BEGIN) connection.execute({}, true);
    }
    if (columns === undefined) connection.describe({ type: "P", name: "" }, true);
    else this.#columns = columns;
    connection.execute({}, true);
    // One Sync for all: after a failure PostgreSQL skips everything up to it.
    connection.sync();
    connection.stream.uncork();
  }

  #bind(connection: Connection, { name = "", text, values }: BoundStatement): void {
    if (!this.#known.has(name)) {
      // A failed run may have prepared it; closing an unknown name is not an error.
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

  // Called for BEGIN as well; the statement's own tag comes last.
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#tag = text;
  }

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    // The prepared statement itself may have failed, since a migration may have changed its columns.
    for (const { name = "" } of this.#statements) this.#known.delete(name);
    this.#reject(error);
    this.callback?.();
  }

  handleReadyForQuery(): void {
    for (const statement of this.#statements) {
      if (statement.name === undefined) continue;
      this.#known.set(statement.name, statement === this.#statement ? this.#columns : []);
    }
    const words = this.#tag.split(" ");
    const count = words.length > 1 ? Number(words.at(-1)) : 0;
    this.callback?.();
    this.#resolve({ command: words[0] ?? "", columns: this.#columns, rows: this.#rows, count });
  }
}
