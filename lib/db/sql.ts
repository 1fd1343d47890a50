import type { Queryable } from "@/lib/db/client";
import type { Parameter } from "@/lib/db/parameter";
import { type RowOf, type RowShape, toColumn } from "@/lib/db/row";
import type { TextResult } from "@/lib/db/send";

/** A value, which becomes a parameter, or a nested part of the statement. */
export type SqlValue = Parameter | Sql;

export class Sql {
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly SqlValue[],
  ) {}
}

export function sql(strings: TemplateStringsArray, ...values: readonly SqlValue[]): Sql {
  return new Sql(strings, values);
}

/** Texts between parts by their key, since a statement is compiled once for each array of texts. */
const texts = new Map<string, readonly string[]>();
const MAX_TEXTS = 1_000;

function getTexts(key: string, build: () => readonly string[]): readonly string[] {
  let known = texts.get(key);
  if (known === undefined) {
    known = build();
    if (texts.size < MAX_TEXTS) texts.set(key, known);
  }
  return known;
}

/** Joins parts with a separator such as ` AND `; null leaves a part out. Requires at least one part. */
export function join(parts: readonly (Sql | null)[], separator: string): Sql {
  const present = parts.filter((part) => part !== null);
  const build = () => ["", ...present.slice(1).map(() => separator), ""];
  return new Sql(getTexts(`${present.length} ${separator}`, build), present);
}

/** Named parts of a statement, which later ones can use; null leaves a part out. */
export type SqlParts = Readonly<Record<string, Sql | null>>;

/** `WITH name AS (…), …` Requires at least one part. */
export function withParts(parts: SqlParts): Sql {
  const present = Object.entries(parts).flatMap(([name, part]) => (part === null ? [] : [{ name, part }]));
  const build = () => [
    ...present.map(({ name }, index) => `${index === 0 ? "WITH " : "), "}${name} AS (`),
    ")",
  ];
  return new Sql(
    getTexts(`WITH ${present.map(({ name }) => name).join(" ")}`, build),
    present.map(({ part }) => part),
  );
}

const numbers = new Map<number, Sql>();

/** Puts an integer into the text of the statement, such as a page length, because the planner overestimates a LIMIT given as a parameter. */
export function inlineInteger(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new TypeError(`Not a whole number: ${value}`);
  let known = numbers.get(value);
  if (known === undefined) {
    known = new Sql([String(value)], []);
    if (numbers.size < MAX_NUMBERS) numbers.set(value, known);
  }
  return known;
}

const MAX_NUMBERS = 1_000;

export const EMPTY_SQL = new Sql([""], []);

/** query(db, { ...pick(orders, "id createdAt"), stops: int4 })`SELECT id, created_at, … AS stops FROM …` */
export function query<Shape extends RowShape>(db: Queryable, shape: Shape) {
  return async (strings: TemplateStringsArray, ...values: readonly SqlValue[]): Promise<RowOf<Shape>[]> => {
    const statement = compile(new Sql(strings, values));
    await observer?.beforeRun(statement, shape);
    const rows = toRows(shape, await db.run(statement));
    observer?.afterRun(statement, shape, rows);
    return rows;
  };
}

/** Runs a statement and discards its rows: execute(db)`DELETE FROM …`. @returns the row count */
export function execute(db: Queryable) {
  return async (strings: TemplateStringsArray, ...values: readonly SqlValue[]): Promise<number> => {
    const statement = compile(new Sql(strings, values));
    await observer?.beforeRun(statement, null);
    return (await db.run(statement)).rowCount ?? 0;
  };
}

export interface Statement {
  readonly text: string;
  readonly values: readonly Parameter[];
  readonly templates: readonly (readonly string[])[];
}

/** A node in a trie of compiled statements: `parts` by nested template, `value` for a bind parameter. */
class InitialDraft {
  readonly parts = new WeakMap<readonly string[], InitialDraft>();
  value: InitialDraft | undefined;
  text: string | undefined;
}

const statements = new InitialDraft();

/** Builds the text of each distinct statement only once. */
function compile(whole: Sql): Statement {
  const values: Parameter[] = [];
  const templates: (readonly string[])[] = [];
  let way = statements;
  const add = ({ strings, values: parts }: Sql): void => {
    templates.push(strings);
    let next = way.parts.get(strings);
    if (next === undefined) {
      next = new InitialDraft();
      way.parts.set(strings, next);
    }
    way = next;
    for (let index = 0; index < strings.length - 1; index += 1) {
      const value = parts[index];
      if (value instanceof Sql) {
        add(value);
        continue;
      }
      // Excluded by the types. Treating it as null would silently change the statement.
      if (value === undefined)
        throw new TypeError(`A value of a statement is undefined: ${strings[index]?.trim()} …`);
      values.push(value);
      way.value ??= new InitialDraft();
      way = way.value;
    }
  };
  add(whole);
  way.text ??= toText(whole);
  return { text: way.text, values, templates };
}

function toText(whole: Sql): string {
  let count = 0;
  const textOfPart = ({ strings, values }: Sql): string =>
    strings
      .map((piece, index) => {
        if (index === strings.length - 1) return piece;
        const value = values[index];
        count += value instanceof Sql ? 0 : 1;
        return piece + (value instanceof Sql ? textOfPart(value) : `$${count}`);
      })
      .join("");
  return textOfPart(whole);
}

interface Plan {
  readonly fields: TextResult["fields"];
  readonly empty: Readonly<Record<string, unknown>>;
  readonly cells: readonly { property: string; place: number; read: (text: string) => unknown }[];
}

const plans = new WeakMap<RowShape, Plan>();

function buildPlan(shape: RowShape, fields: TextResult["fields"]): Plan {
  const known = plans.get(shape);
  const isKnown = known?.fields.length === fields.length;
  if (isKnown && fields.every(({ name }, index) => known.fields[index]?.name === name)) return known;
  const columns = fields.map(({ name }) => name);
  const cells = Object.entries(shape).map(([property, { read }]) => {
    return { property, place: columns.lastIndexOf(toColumn(property)), read };
  });
  const empty = Object.fromEntries(cells.map(({ property }) => [property, null]));
  const plan = { fields, empty, cells };
  plans.set(shape, plan);
  return plan;
}

function toRows<Shape extends RowShape>(shape: Shape, { fields, rows }: TextResult): RowOf<Shape>[] {
  const { empty, cells } = buildPlan(shape, fields);
  return rows.map((texts) => {
    // A copy has its final shape; V8 turns an object with many properties added singly into a slow dictionary.
    const row = { ...empty };
    for (const { property, place, read } of cells) {
      const text = texts[place];
      row[property] = typeof text === "string" ? read(text) : text;
    }
    // Tests check every statement's columns against PostgreSQL's description.
    return row as RowOf<Shape>;
  });
}

export interface StatementObserver {
  beforeRun(statement: Statement, shape: RowShape | null): Promise<void>;
  afterRun(statement: Statement, shape: RowShape, rows: readonly Readonly<Record<string, unknown>>[]): void;
}

let observer: StatementObserver | undefined;

export function observeStatements(by: StatementObserver): void {
  observer = by;
}
