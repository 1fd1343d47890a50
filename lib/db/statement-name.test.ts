import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Database, openDatabase, type Queryable } from "@/lib/db/client";
import { int4 } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { statementNames } from "@/lib/db/statement-name";
import { runText } from "@/testing/run-text";

describe("the name of a statement", () => {
  it("is stable and unique per text until it is renewed, at most 63 characters long, and limited in number", () => {
    const [one, another] = [statementNames(2), statementNames(2)];
    const names = ["SELECT 1", "SELECT 2"].map(one);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^\w{1,63}$/);
    expect(one("SELECT 3")).toBeUndefined();
    expect(["SELECT 1", "SELECT 2"].map(one)).toEqual(names);
    expect(another("SELECT 2")).toBe(names[1]);
    for (let count = 0; count < 2; count += 1) one.renew("SELECT 1");
    expect([...names, one("SELECT 3")]).not.toContain(one("SELECT 1"));
    expect(one("SELECT 1")).toMatch(/^\w{1,63}$/);
    expect(one("SELECT 2")).toBe(names[1]);
  });
});

describe("a prepared statement", () => {
  let db: Database;

  beforeAll(() => {
    db = openDatabase(inject("clusterUrl"), 1);
  });

  afterAll(() => db?.close());

  it("is reused by its connection and still works after a migration adds a column", async () => {
    await execute(db)`CREATE TEMPORARY TABLE parcels (id int)`;
    const read = () => runText(db, "SELECT id FROM parcels WHERE id > $1::int", 0);
    await execute(db)`INSERT INTO parcels VALUES (7)`;
    for (let count = 0; count < 7; count += 1) expect(await read()).toEqual([{ id: "7" }]);
    const [kept] = await query(db, { count: int4 })`
      SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE 'SELECT id FROM parcels%'`;
    expect(kept?.count).toBe(1);
    await execute(db)`ALTER TABLE parcels ADD COLUMN weight int`;
    expect(await read()).toEqual([{ id: "7" }]);
  });

  it("runs again after its first run fails, alone or first in a transaction", async () => {
    await execute(db)`CREATE TEMPORARY TABLE boxes (id int PRIMARY KEY)`;
    await execute(db)`INSERT INTO boxes VALUES (1)`;
    const add = (on: Queryable, id: number) => execute(on)`INSERT INTO boxes VALUES (${id}::int)`;
    const addFirst = (id: number) => db.transaction((tx) => execute(tx)`INSERT INTO boxes SELECT ${id}::int`);
    await expect(add(db, 1)).rejects.toMatchObject({ code: "23505" });
    expect(await add(db, 2)).toBe(1);
    await expect(addFirst(1)).rejects.toMatchObject({ code: "23505" });
    expect(await addFirst(3)).toBe(1);
  });

  it("fails once after a migration changes its columns, then returns the new ones", async () => {
    await execute(db)`CREATE TEMPORARY TABLE crates AS SELECT 7 AS id`;
    const read = () => runText(db, "SELECT * FROM crates WHERE id > $1::int", 0);
    expect(await read()).toEqual([{ id: "7" }]);
    await execute(db)`ALTER TABLE crates ADD COLUMN weight int DEFAULT 3`;
    await expect(read()).rejects.toMatchObject({ code: "0A000" });
    expect(await read()).toEqual([{ id: "7", weight: "3" }]);
  });
});
