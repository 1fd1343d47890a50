import type { Answer, Queryable } from "@/lib/db/client";
import type { Parameter } from "@/lib/db/parameter";
import { columnOf, type RowOf, type RowShape } from "@/lib/db/row";

/** What may stand in a statement: a value, which becomes a parameter, or another part of the statement. */
export type SqlValue = Parameter | Sql;

/** A statement or a part of one: its text, cut where its values stand. */
export class Sql {
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly SqlValue[],
  ) {}
}

/** A part of a statement. */
export function sql(strings: TemplateStringsArray, ...values: readonly SqlValue[]): Sql {
  return new Sql(strings, values);
}

/** Parts with the same text between them, such as ` AND `. There must be one at least. */
export function join(parts: readonly Sql[], separator: string): Sql {
  const between = parts.slice(1).map(() => separator);
  return new Sql(["", ...between, ""], parts);
}

/** The part that is not there. */
export const NOTHING = new Sql([""], []);

/**
 * Runs a statement that answers with rows of these columns:
 * query(db, { id: int8, createdAt: timestamptz })`SELECT id, created_at FROM …`
 */
export function query<Shape extends RowShape>(db: Queryable, shape: Shape) {
  return async (strings: TemplateStringsArray, ...values: readonly SqlValue[]): Promise<RowOf<Shape>[]> => {
    const statement = compile(new Sql(strings, values));
    await observer?.isRun(statement, shape);
    const rows = rowsOf(shape, await db.run(statement));
    observer?.answers(statement, shape, rows);
    return rows;
  };
}

/** Runs a statement whose rows nobody reads: execute(db)`DELETE FROM …`. @returns how many there were */
export function execute(db: Queryable) {
  return async (strings: TemplateStringsArray, ...values: readonly SqlValue[]): Promise<number> => {
    const statement = compile(new Sql(strings, values));
    await observer?.isRun(statement, null);
    return (await db.run(statement)).count;
  };
}

/** A statement as PostgreSQL takes it. */
export interface Statement {
  /** With $1, $2 and so on for the values. */
  readonly text: string;
  readonly values: readonly Parameter[];
  /** What it was written as: its own template and those of its parts. */
  readonly templates: readonly (readonly string[])[];
}

function compile(whole: Sql): Statement {
  let text = "";
  const values: Parameter[] = [];
  const templates: (readonly string[])[] = [];
  const add = (part: Sql): void => {
    templates.push(part.strings);
    for (const [index, piece] of part.strings.entries()) {
      text += piece;
      if (index === part.strings.length - 1) break;
      const value = part.values[index];
      // The types rule it out. As null it would quietly be another statement.
      if (value === undefined) throw new TypeError(`A value of a statement is undefined: ${piece.trim()} …`);
      if (value instanceof Sql) add(value);
      else text += `$${values.push(value)}`;
    }
  };
  add(whole);
  return { text, values, templates };
}

function rowsOf<Shape extends RowShape>(shape: Shape, { columns, rows }: Answer): RowOf<Shape>[] {
  const plan = Object.entries(shape).map(([property, { read }], index) => {
    const column = columnOf(property);
    return { property, read, place: columns[index] === column ? index : columns.lastIndexOf(column) };
  });
  return rows.map((texts) => {
    const row: Record<string, unknown> = {};
    for (const { property, read, place } of plan) {
      const text = texts[place];
      row[property] = typeof text === "string" ? read(text) : text;
    }
    // The columns have these types: whatever is run is held against PostgreSQL's description of it in tests.
    return row as RowOf<Shape>;
  });
}

/** Sees each statement before it is run, and its rows after. */
export interface StatementObserver {
  isRun(statement: Statement, shape: RowShape | null): Promise<void>;
  answers(statement: Statement, shape: RowShape, rows: readonly Readonly<Record<string, unknown>>[]): void;
}

let observer: StatementObserver | undefined;

/** Has all statements of this process observed; by tests alone. */
export function observeStatements(by: StatementObserver): void {
  observer = by;
}
