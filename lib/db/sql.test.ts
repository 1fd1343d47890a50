import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Database, openDatabase } from "@/lib/db/client";
import {
  arrayOf,
  bool,
  bytea,
  float8,
  int4,
  int8,
  joined,
  json,
  numeric,
  text,
  timestamptz,
  uuid,
} from "@/lib/db/row";
import { execute, join, NOTHING, query, sql } from "@/lib/db/sql";
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

  it("answers with rows under the code's names, each value of its column's type", async () => {
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
      names: arrayOf(text.orNull),
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

  it("is made of parts, whose values keep their places", async () => {
    const between = (from: number, to: number) => sql`n BETWEEN ${from}::int AND ${to}::int`;
    const isEven = sql`n % 2 = 0`;
    const matches = [between(1, 10), isEven, sql`n <> ${4}::int`];
    const found = await query(db, { n: int4, label: text })`
      SELECT n, ${"first"}::text AS label FROM generate_series(0, ${20}::int) AS n
      WHERE ${join(matches, " AND ")} ${NOTHING} ORDER BY n LIMIT ${3}`;
    expect(found).toEqual([2, 6, 8].map((n) => ({ n, label: "first" })));
  });

  it("whose rows nobody reads tells how many there were", async () => {
    expect(await execute(db)`SELECT pg_notify('nowhere', '') FROM generate_series(1, ${3}::int)`).toBe(3);
    expect(await execute(db)`DELETE FROM jobs`).toBe(0);
  });

  it("stands in the transaction that it is given", async () => {
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

describe("what an outer join brings", () => {
  it("is a row with nothing missing, or none", () => {
    expect(joined({ name: "Anna", floor: 0 })).toEqual({ name: "Anna", floor: 0 });
    expect(joined({ name: "Anna", floor: null })).toBeNull();
  });
});
