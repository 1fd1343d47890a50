import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { Client, type Connection, type FieldDef, type Submittable } from "pg";
import { type Column, type RowShape, toColumn } from "@/lib/db/row";
import type { Statement, StatementObserver } from "@/lib/db/sql";

/** How PostgreSQL describes a type: its name, an enum's labels, and an array's element type. */
interface DescribedType {
  readonly name: string;
  readonly labels: readonly string[] | null;
  readonly elements: number;
}

interface Catalog {
  readonly types: ReadonlyMap<number, DescribedType>;
  /** The nullable columns of tables, as `table.column`, both by number. */
  readonly nullable: ReadonlyMap<string, string>;
}

let shared: StatementCheck | undefined;

/** Returns the check that all files of a worker share, since most of them run the same statements. */
export function openStatementCheck(databaseUrl: string, ledger: string | undefined): StatementCheck {
  shared ??= new StatementCheck(databaseUrl, ledger);
  return shared;
}

/**
 * Checks the rows that statements declare against PostgreSQL's description of the parsed statement, and against the
 * rows that arrive. It collects faults instead of throwing, since the caller of a statement may swallow an error.
 */
export class StatementCheck implements StatementObserver {
  readonly #databaseUrl: string;
  readonly #ledger: string | undefined;
  readonly #faultsOf = new Map<string, Promise<readonly string[]>>();
  readonly #known = new Set<readonly string[]>();
  #faults = new Set<string>();
  #isClosed = false;
  // A connection runs one statement at a time.
  #turn: Promise<unknown> = Promise.resolve();
  #connection: Promise<{ client: Client; catalog: Catalog }> | undefined;

  /**
   * @param databaseUrl a migrated database, on which statements are parsed but never run
   * @param ledger a folder in which to record the parts of statements that were run
   */
  constructor(databaseUrl: string, ledger: string | undefined) {
    this.#databaseUrl = databaseUrl;
    this.#ledger = ledger;
  }

  async beforeRun(statement: Statement, shape: RowShape | null): Promise<void> {
    // Ignores background work after a file's tests, which belongs to no test.
    if (this.#isClosed) return;
    this.#note(statement);
    if (shape === null) return;
    const key = `${statement.text}\n${JSON.stringify(shape)}`;
    let faults = this.#faultsOf.get(key);
    if (faults === undefined) {
      faults = this.#describe(statement, shape);
      this.#faultsOf.set(key, faults);
    }
    for (const fault of await faults) this.#faults.add(fault);
  }

  afterRun(statement: Statement, shape: RowShape, rows: readonly Readonly<Record<string, unknown>>[]): void {
    for (const row of rows) {
      for (const [property, column] of Object.entries(shape)) {
        const value = row[property];
        if (column.accepts(value)) continue;
        const wayOut = value === null ? "declare it .orNull" : "declare what comes";
        this.#faults.add(
          at(statement, property, `came as ${inspect(value)}, which its column does not accept; ${wayOut}`),
        );
      }
    }
  }

  /** Returns the faults found since the last call. */
  takeFaults(): string[] {
    const faults = [...this.#faults];
    this.#faults = new Set();
    return faults;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn;
    await (await this.#connection)?.client.end();
  }

  /** Waits until all statements so far have been described. */
  async settle(): Promise<void> {
    await this.#turn;
  }

  #note({ templates }: Statement): void {
    if (this.#ledger === undefined) return;
    const fresh = templates.filter((strings) => !this.#known.has(strings));
    if (fresh.length === 0) return;
    for (const strings of fresh) this.#known.add(strings);
    const lines = fresh.map((strings) => `${JSON.stringify(strings)}\n`);
    appendFileSync(join(this.#ledger, `${process.pid}.jsonl`), lines.join(""));
  }

  async #describe(statement: Statement, shape: RowShape): Promise<readonly string[]> {
    this.#connection ??= connect(this.#databaseUrl);
    const { client, catalog } = await this.#connection;
    const describing = this.#turn.then(
      () =>
        new Promise<readonly FieldDef[]>((settle, fail) => {
          client.query(new Description(statement.text, settle, fail));
        }),
    );
    this.#turn = describing.catch(() => {});
    try {
      return compare(statement, shape, await describing, catalog);
    } catch (error) {
      return [`PostgreSQL cannot describe: ${shorten(statement)}\n  ${String(error)}`];
    }
  }
}

function compare(
  statement: Statement,
  shape: RowShape,
  fields: readonly FieldDef[],
  { types, nullable }: Catalog,
): string[] {
  const faults: string[] = [];
  const names = fields.map(({ name }) => name);
  for (const [property, column] of Object.entries(shape)) {
    const found = fields.filter(({ name }) => name === toColumn(property));
    const [field] = found;
    if (field === undefined || found.length > 1) {
      const how = field === undefined ? "does not answer with it" : "answers with it twice";
      faults.push(at(statement, property, `the statement ${how}; its columns are ${names.join(", ")}`));
      continue;
    }
    if (!hasType(column, field.dataTypeID, types)) {
      const described = types.get(field.dataTypeID);
      const labels = described?.labels ? ` with the labels ${described.labels.join(", ")}` : "";
      faults.push(
        at(
          statement,
          property,
          `is ${described?.name}${labels}, and declared as ${JSON.stringify(column.type)}; declare its own type, or cast it in the statement`,
        ),
      );
    }
    const source = nullable.get(`${field.tableID}.${field.columnID}`);
    if (source !== undefined && !column.isNullable) {
      faults.push(at(statement, property, `${source} may be null; declare it .orNull, or coalesce it`));
    }
  }
  const declared = new Set(Object.keys(shape).map(toColumn));
  for (const name of names.filter((name) => !declared.has(name))) {
    faults.push(at(statement, name, "is not declared; declare it, or leave it out of the statement"));
  }
  return faults;
}

// Types that may replace a declared one, since the code gets the same value.
const LIKE: Readonly<Record<string, readonly string[]>> = {
  int4: ["int2", "int4"],
  json: ["json", "jsonb"],
  text: ["text", "varchar", "name"],
};

function hasType({ type }: Column<unknown>, oid: number, types: Catalog["types"]): boolean {
  const described = types.get(oid);
  if (described === undefined) return false;
  if (typeof type === "string") return (LIKE[type] ?? [type]).includes(described.name);
  if ("elements" in type)
    return described.elements !== 0 && hasType(type.elements, described.elements, types);
  const { labels } = described;
  if (labels === null) return described.name === "text";
  return (
    type.labels.every((label) => labels.includes(label)) && (!type.areAll || sameSize(type.labels, labels))
  );
}

const sameSize = (one: readonly unknown[], other: readonly unknown[]) => one.length === other.length;

const shorten = ({ text }: Statement): string => text.replaceAll(/\s+/g, " ").trim().slice(0, 160);

const at = (statement: Statement, column: string, fault: string): string =>
  `"${column}" of: ${shorten(statement)}\n  ${fault}.`;

function inspect(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return `${typeof value} ${typeof value === "bigint" ? value : JSON.stringify(value)}`.slice(0, 80);
}

async function connect(databaseUrl: string): Promise<{ client: Client; catalog: Catalog }> {
  const client = new Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  const types = await client.query(
    `SELECT t.oid, t.typname AS name, t.typelem AS elements,
            (SELECT array_agg(e.enumlabel::text) FROM pg_enum e WHERE e.enumtypid = t.oid) AS labels
     FROM pg_type t`,
  );
  const nullable = await client.query(
    `SELECT attrelid || '.' || attnum AS key, c.relname || '.' || a.attname AS name
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attnotnull`,
  );
  return {
    client,
    catalog: {
      types: new Map(types.rows.map(({ oid, ...type }) => [oid, type])),
      nullable: new Map(nullable.rows.map(({ key, name }) => [key, name])),
    },
  };
}

/** Asks PostgreSQL to parse a statement and describe its columns; pg itself would run it. */
class Description implements Submittable {
  #fields: readonly FieldDef[] = [];

  constructor(
    readonly text: string,
    readonly settle: (fields: readonly FieldDef[]) => void,
    readonly fail: (error: Error) => void,
  ) {}

  submit(connection: Connection): void {
    connection.parse({ name: "", text: this.text, types: [] }, true);
    connection.describe({ type: "S", name: "" }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    this.#fields = fields;
  }

  handleError(error: Error): void {
    this.fail(error);
  }

  handleReadyForQuery(): void {
    this.settle(this.#fields);
  }
}
