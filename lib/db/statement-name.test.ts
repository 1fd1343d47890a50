import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { int4 } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { statementNames } from "@/lib/db/statement-name";
import { runText } from "@/testing/run-text";

describe("the name of a statement", () => {
  it("is the same for the same text alone, short enough, and not given without end", () => {
    const [one, another] = [statementNames(2), statementNames(2)];
    const names = ["SELECT 1", "SELECT 2"].map(one);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^\w{1,63}$/);
    expect(one("SELECT 3")).toBeUndefined();
    expect(["SELECT 1", "SELECT 2"].map(one)).toEqual(names);
    expect(another("SELECT 2")).toBe(names[1]);
  });
});

describe("a prepared statement", () => {
  let db: Database;

  beforeAll(() => {
    db = openDatabase(inject("clusterUrl"), 1);
  });

  afterAll(() => db?.close());

  it("is kept by its connection, and takes a column that a migration adds", async () => {
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
});
