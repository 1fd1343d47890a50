import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type Database, openDatabase } from "@/lib/db/client";
import { jsonRows } from "@/lib/db/json-rows";
import {
  arrayColumn,
  bool,
  bytea,
  enumColumn,
  float8,
  int4,
  int8,
  json,
  leftJoined,
  numeric,
  text,
  timestamptz,
  uuid,
} from "@/lib/db/row";
import { EMPTY_SQL, execute, join, query, sql } from "@/lib/db/sql";
import { createDatabase, type TestDatabase } from "@/testing/database";

describe("a statement", () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 2);
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  it("returns nested rows with the same values as separate rows", async () => {
    const shape = {
      isThere: bool,
      ratio: float8,
      count: int4,
      number: int8,
      amount: numeric,
      name: text,
      createdAt: timestamptz,
      ownerId: uuid,
      bytes: bytea,
      names: arrayColumn(text),
      amounts: arrayColumn(numeric),
      moments: arrayColumn(timestamptz),
      missing: numeric.orNull,
    };
    const table = sql`(VALUES
        (true, 0.1::float8, 7, ${2n ** 62n}::bigint, 99999999999999999999.10, 'O"Hara', '2026-11-22T10:00:00.123Z'::timestamptz,
         '00000000-0000-4000-8000-000000000001'::uuid, '\\x00ff27'::bytea, ARRAY['a', 'b,"c"'], ARRAY[99999999999999999999.1],
         ARRAY['2026-11-22T10:00:00.123Z'::timestamptz], NULL::numeric),
        (false, 1e300, -1, 0, 0.00, '', '2026-11-22T10:00:00Z', '00000000-0000-4000-8000-000000000002', '\\x', '{}', '{}', '{}', 1.5)
      ) AS t (is_there, ratio, count, number, amount, name, created_at, owner_id, bytes, names, amounts, moments, missing)`;
    const gathered = jsonRows(
      "t",
      "t.count",
      { ...shape, isMany: bool },
      { isMany: sql`t.count > ${1}::int` },
    );
    const [outer] = await query(db, { rows: gathered.column, none: gathered.column })`
      SELECT (SELECT ${gathered.gathered} FROM ${table}) AS rows,
             (SELECT ${gathered.gathered} FROM ${table} WHERE t.count > 7) AS none`;
    const plain = await query(db, { ...shape, isMany: bool })`
      SELECT t.*, t.count > 1 AS is_many FROM ${table} ORDER BY t.count`;
    expect(plain.map(({ amount, createdAt }) => [amount, createdAt])).toEqual([
      ["0", new Date("2026-11-22T10:00:00Z")],
      ["99999999999999999999.1", new Date("2026-11-22T10:00:00.123Z")],
    ]);
    expect(outer).toEqual({ rows: plain, none: [] });
  });

  it("returns rows with camel-case names and a value of each column's type", async () => {
    const id = "00000000-0000-4000-8000-000000000001";
    const at = new Date("2026-11-22T10:00:00.123Z");
    const bytes = new Uint8Array([0, 255, 39]);
    const row = {
      isThere: bool,
      itsBytes: bytea,
      ratio: float8,
      count: int4,
      number: int8,
      amount: numeric,
      name: text,
      createdAt: timestamptz,
      ownerId: uuid,
      names: arrayColumn(text.orNull),
      place: json(z.object({ floor: z.number() })),
      missing: int4.orNull,
    };
    expect(
      await query(db, row)`
        SELECT ${true}::bool AS is_there, ${bytes}::bytea AS its_bytes, ${0.5}::float8 AS ratio, ${7}::int AS count,
               ${2n ** 62n}::bigint AS number, ${"99999999999999999999.10"}::numeric AS amount,
               ${"O'Hara; $1"}::text AS name, ${at}::timestamptz AS created_at, ${id}::uuid AS owner_id,
               ${["a", null]}::text[] AS names, ${'{"floor":3}'}::jsonb AS place, ${null}::int AS missing`,
    ).toEqual([
      {
        isThere: true,
        itsBytes: bytes,
        ratio: 0.5,
        count: 7,
        number: 2n ** 62n,
        amount: "99999999999999999999.1",
        name: "O'Hara; $1",
        createdAt: at,
        ownerId: id,
        names: ["a", null],
        place: { floor: 3 },
        missing: null,
      },
    ]);
  });

  it.each<[string, Date, string]>([
    ["one with milliseconds", new Date("2026-11-22T10:00:00.007Z"), "2026-11-22 10:00:00.007+00"],
    [
      "the last one with a four-digit year",
      new Date("9999-12-31T23:59:59.999Z"),
      "9999-12-31 23:59:59.999+00",
    ],
    ["one with a five-digit year", new Date("+012026-01-02T03:04:05.678Z"), "12026-01-02 03:04:05.678+00"],
    ["one in the first century", new Date("0007-01-02T03:04:05Z"), "0007-01-02 03:04:05+00"],
    ["one before Christ", new Date("-000043-03-15T12:00:00Z"), "0044-03-15 12:00:00+00 BC"],
  ])("preserves timestamps in parameters and results: %s", async (_title, at, stored) => {
    const row = { at: timestamptz, all: arrayColumn(timestamptz.orNull), stored: text };
    expect(
      await query(db, row)`
        SELECT ${at}::timestamptz AS at, ${[at, null]}::timestamptz[] AS "all", ${at}::timestamptz::text AS stored`,
    ).toEqual([{ at, all: [at, null], stored }]);
  });

  it("truncates microseconds to milliseconds without rounding up", async () => {
    expect(
      await query(db, { at: timestamptz })`SELECT '2026-11-22 10:00:00.999999+00'::timestamptz AS at`,
    ).toEqual([{ at: new Date("2026-11-22T10:00:00.999Z") }]);
  });

  it("preserves arrays of any text and of other types in parameters and results", async () => {
    const texts = ['"', "\\", "{}", "a,b", "NULL", "null", "", " ", "line\nbreak", "Анна 🦊", null, "'"];
    const row = {
      texts: arrayColumn(text.orNull),
      none: arrayColumn(text),
      numbers: arrayColumn(int8),
      amounts: arrayColumn(numeric),
      flags: arrayColumn(bool),
      ids: arrayColumn(uuid),
      modes: arrayColumn(enumColumn(["live", "test"])),
      bytes: arrayColumn(bytea),
    };
    const bytes = [new Uint8Array([0, 255, 34, 92]), new Uint8Array()];
    const id = "00000000-0000-4000-8000-000000000001";
    const numbers = [2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n];
    expect(
      await query(db, row)`
        SELECT ${texts}::text[] AS texts, ${[]}::text[] AS none, ${numbers}::bigint[] AS numbers,
               ${["1.50", "-0.10", "100"]}::numeric[] AS amounts, ${[true, false]}::bool[] AS flags,
               ${[id]}::uuid[] AS ids, ${["test", "live"]}::mode[] AS modes,
               ${bytes}::bytea[] AS bytes`,
    ).toEqual([
      {
        texts,
        none: [],
        numbers,
        amounts: ["1.5", "-0.1", "100"],
        flags: [true, false],
        ids: [id],
        modes: ["test", "live"],
        bytes,
      },
    ]);
  });

  it("rejects values that PostgreSQL cannot store, and the connection stays usable", async () => {
    const nul = query(db, { name: text })`SELECT ${"a\0b"}::text AS name`;
    await expect(nul).rejects.toMatchObject({ code: "22021" });
    await expect(execute(db)`SELECT ${"not a uuid"}::uuid`).rejects.toMatchObject({ code: "22P02" });
    await expect(execute(db)`SELECT ${new Date(Number.NaN)}::timestamptz`).rejects.toThrow(RangeError);
    await expect(execute(db)`SELECT ${undefined as unknown as null}::text`).rejects.toThrow(TypeError);
    await expect(execute(db)`SELECT ${[undefined as unknown as null]}::text[]`).rejects.toThrow(TypeError);
    await expect(execute(db)`SELECT 1; SELECT 2`).rejects.toMatchObject({ code: "42601" });
    expect(await execute(db)`SELECT 1`).toBe(1);
  });

  it("can be composed of fragments that keep their parameter values in order", async () => {
    const between = (from: number, to: number) => sql`n BETWEEN ${from}::int AND ${to}::int`;
    const isEven = sql`n % 2 = 0`;
    const matches = [between(1, 10), isEven, sql`n <> ${4}::int`];
    const found = await query(db, { n: int4, label: text })`
      SELECT n, ${"first"}::text AS label FROM generate_series(0, ${20}::int) AS n
      WHERE ${join(matches, " AND ")} ${EMPTY_SQL} ORDER BY n LIMIT ${3}`;
    expect(found).toEqual([2, 6, 8].map((n) => ({ n, label: "first" })));
  });

  it("returns the row count when its rows are not read", async () => {
    expect(await execute(db)`SELECT pg_notify('nowhere', '') FROM generate_series(1, ${3}::int)`).toBe(3);
    expect(await execute(db)`DELETE FROM jobs`).toBe(0);
  });

  it("runs in the transaction that it is given", async () => {
    const address = "undone@example.com";
    await db
      .transaction(async (tx) => {
        await execute(tx)`INSERT INTO accounts (name, email) VALUES ('Undone', ${address})`;
        expect(
          await query(tx, { name: text })`SELECT name FROM accounts WHERE email = ${address}`,
        ).toHaveLength(1);
        throw new Error("undo");
      })
      .catch(() => {});
    expect(await query(db, { name: text })`SELECT name FROM accounts WHERE email = ${address}`).toEqual([]);
  });
});

describe("the result of an outer join", () => {
  it("is a complete row, or null when a value is missing", () => {
    expect(leftJoined({ name: "Anna", floor: 0 })).toEqual({ name: "Anna", floor: 0 });
    expect(leftJoined({ name: "Anna", floor: null })).toBeNull();
  });
});
