import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase, type Queryable, type Transaction } from "@/lib/db/client";
import { isRowLockTimeout, isUnavailable, isUniqueViolation, sqlState } from "@/lib/db/pg-errors";
import { int4, text } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { execute as runStatements } from "@/testing/cluster";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { runText } from "@/testing/run-text";

describe("models", () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 3);
    await db.loadModels();
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });
  beforeEach(() => execute(db)`TRUNCATE accounts CASCADE`);

  const open = (on: Queryable, name: string) => on.models.account.create({ data: { name } });
  const insert = (on: Queryable, name: string) => execute(on)`INSERT INTO accounts (name) VALUES (${name})`;
  const listNames = async (on: Queryable) => {
    const accounts = await on.models.account.findMany({ select: { name: true }, orderBy: { name: "asc" } });
    return accounts.map(({ name }) => name);
  };
  /** Which transaction wrote each account. */
  const listWriters = async (on: Queryable) =>
    (await runText(on, "SELECT DISTINCT xmin::text AS xmin FROM accounts")).map(({ xmin }) => xmin);
  const findId = async (on: Queryable) =>
    (await query(on, { id: text })`SELECT pg_current_xact_id()::text AS id`)[0]?.id;

  it.each(["a model", "a statement"])(
    "write in their transaction when %s runs first in it",
    async (first) => {
      await db.transaction(async (tx) => {
        const steps = [() => open(tx, "by model"), () => insert(tx, "by statement")];
        for (const step of first === "a model" ? steps : steps.reverse()) await step();
        expect(await listWriters(tx)).toEqual([await findId(tx)]);
        expect(await listNames(tx)).toEqual(["by model", "by statement"]);
        expect(await listNames(db)).toEqual([]);
      });
      expect(await listNames(db)).toEqual(["by model", "by statement"]);
    },
  );

  it("are rolled back with the statements of their transaction", async () => {
    const failing = db.transaction(async (tx) => {
      await open(tx, "by model");
      await insert(tx, "by statement");
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await listNames(db)).toEqual([]);
  });

  it("see only their own transaction's rows when called in the same tick", async () => {
    let waiting = 2;
    let release = (): void => {};
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    const run = (name: string, outcome: "kept" | "undone") =>
      db.transaction(async (tx) => {
        await open(tx, name);
        waiting -= 1;
        if (waiting === 0) release();
        await both;
        const [inside, outside] = await Promise.all([
          Promise.all([1, 2, 3].map(() => listNames(tx))),
          listNames(db),
        ]);
        expect(inside).toEqual([[name], [name], [name]]);
        expect(outside).toEqual([]);
        if (outcome === "undone") throw new Error("on purpose");
      });
    const [one, two] = await Promise.allSettled([run("one", "kept"), run("two", "undone")]);
    expect([one.status, two.status]).toEqual(["fulfilled", "rejected"]);
    expect(await listNames(db)).toEqual(["one"]);
  });

  it("refuse to run after their transaction has ended", async () => {
    let leaked: Transaction["models"] | undefined;
    await db.transaction(async (tx) => {
      leaked = tx.models;
      await open(tx, "kept");
    });
    await expect(leaked?.account.deleteMany({})).rejects.toThrow("The transaction has ended");
    expect(await listNames(db)).toEqual(["kept"]);
  });

  it("find unique rows in their own transaction when called in the same tick", async () => {
    const { id } = await open(db, "before");
    let waiting = 2;
    let release = (): void => {};
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    let endRead = (): void => {};
    const read = new Promise<void>((resolve) => {
      endRead = resolve;
    });
    const find = (on: Queryable) =>
      on.models.account.findUniqueOrThrow({ where: { id }, select: { name: true } });
    const [changed, unchanged] = await Promise.all([
      db.transaction(async (tx) => {
        await tx.models.account.update({ where: { id }, data: { name: "after" } });
        waiting -= 1;
        if (waiting === 0) release();
        await both;
        const found = await Promise.all([find(tx), find(tx), find(db)]);
        // The commit would show the new name to the other transaction.
        await read;
        return found;
      }),
      db.transaction(async (tx) => {
        await find(tx);
        waiting -= 1;
        if (waiting === 0) release();
        await both;
        return find(tx).finally(endRead);
      }),
    ]);
    expect(changed.map(({ name }) => name)).toEqual(["after", "after", "before"]);
    expect(unchanged).toEqual({ name: "before" });
  });

  const openWithUser = (on: Queryable, name: string, email = `${name}@example.com`) =>
    on.models.account.create({
      data: { name, users: { create: { email, passwordHash: "x", role: "owner" } } },
    });

  it("write nested rows in their transaction, and roll back with it", async () => {
    await db.transaction(async (tx) => {
      await insert(tx, "by statement");
      await openWithUser(tx, "nested");
      expect(await listWriters(tx)).toEqual([await findId(tx)]);
      expect(await listNames(db)).toEqual([]);
    });
    expect(await db.models.user.findMany({ select: { account: { select: { name: true } } } })).toEqual([
      { account: { name: "nested" } },
    ]);
    const undone = db.transaction(async (tx) => {
      await openWithUser(tx, "undone");
      throw new Error("on purpose");
    });
    await expect(undone).rejects.toThrow("on purpose");
    expect([await listNames(db), await db.models.user.count()]).toEqual([["by statement", "nested"], 1]);
  });

  it.each(["a transaction", "an audited call", "no transaction"])(
    "write all or none of a call's nested rows in %s",
    async (where) => {
      await openWithUser(db, "first");
      const failing = (on: Queryable) => openWithUser(on, "second", "first@example.com");
      const run = () => {
        if (where === "a transaction") return db.transaction(failing);
        return failing(where === "no transaction" ? db : db.withAudit({ action: "account.change" }));
      };
      expect(sqlState(await run().catch((failure: unknown) => failure))).toBe("23505");
      expect(await listNames(db)).toEqual(["first"]);
    },
  );

  it("report unavailable when their connection is lost, and the next transaction runs", async () => {
    const cut = db.transaction(async (tx) => {
      await open(tx, "undone");
      const [row] = await query(tx, { pid: int4 })`SELECT pg_backend_pid() AS pid`;
      await execute(db)`SELECT pg_terminate_backend(${row?.pid ?? 0}::int)`;
      await openWithUser(tx, "nested");
    });
    expect(isUnavailable(await cut.catch((error: unknown) => error))).toBe(true);
    await db.transaction((tx) => openWithUser(tx, "kept"));
    expect(await listNames(db)).toEqual(["kept"]);
  });

  it("fail with PostgreSQL's own error, and a failure inside a transaction rolls it back", async () => {
    const { id: accountId } = await open(db, "kept");
    const user = { accountId, email: "one@example.com", passwordHash: "x", role: "owner" } as const;
    await db.models.user.create({ data: user });
    const outside = db.models.user.create({ data: user });
    const inside = db.transaction(async (tx) => {
      await open(tx, "undone");
      await tx.models.user.create({ data: user }).catch(() => {});
    });
    const failures = [outside, inside].map((failing) => failing.catch((failure: unknown) => failure));
    for (const error of await Promise.all(failures)) {
      expect([sqlState(error), isUniqueViolation(error, "one_user_per_email")]).toEqual(["23505", true]);
    }
    expect(await listNames(db)).toEqual(["kept"]);
  });

  it("report unavailable when they wait too long for a row", async () => {
    const { id } = await open(db, "kept");
    await db.transaction(async (tx) => {
      await tx.models.account.updateMany({ where: { id }, data: { name: "changed" } });
      const error = await db.models.account
        .updateMany({ where: { id }, data: { name: "late" } })
        .catch((failure: unknown) => failure);
      expect([isRowLockTimeout(error), isUnavailable(error)]).toEqual([true, true]);
    });
    expect(await listNames(db)).toEqual(["changed"]);
  });

  it("retry deadlocked transactions", async () => {
    const accounts = await Promise.all(["one", "two"].map((name) => open(db, name)));
    const ids = accounts.map(({ id }) => id);
    let begun = 0;
    let written = 0;
    let release = (): void => {};
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    const change = (order: readonly string[]) =>
      db.transaction(async (tx) => {
        begun += 1;
        for (const id of order) {
          await tx.models.account.updateMany({
            where: { id },
            data: { rateLimitPerMinute: { increment: 1 } },
          });
          written += 1;
          if (written === 2) release();
          await both;
        }
      });
    await Promise.all([change(ids), change(ids.toReversed())]);
    // A transaction that begins again may meet the other one before that has written its second row.
    expect(begun).toBeGreaterThanOrEqual(3);
    const limits = await db.models.account.findMany({ select: { rateLimitPerMinute: true } });
    expect(limits.map(({ rateLimitPerMinute }) => rateLimitPerMinute)).toEqual([302, 302]);
  });

  describe("on a single connection", () => {
    let one: Database;
    beforeAll(() => {
      one = openDatabase(database.url, 1);
    });
    afterAll(() => one.close());
    const countPrepared = async (table: string) =>
      (
        await query(one, { count: int4 })`
          SELECT count(*)::int AS count FROM pg_prepared_statements
          WHERE statement LIKE ${`SELECT %"public"."${table}"%`}`
      )[0]?.count;

    it("prepare each statement once, inside and outside transactions", async () => {
      for (let round = 0; round < 3; round += 1) await listNames(one);
      expect(await countPrepared("accounts")).toBe(1);
      await one.transaction(listNames);
      expect(await countPrepared("accounts")).toBe(1);
    });

    it("read a row and its related row in one statement", async () => {
      const { id: accountId } = await open(db, "shop");
      await db.models.user.create({ data: { accountId, email: "a@x.io", passwordHash: "x", role: "owner" } });
      const before = await countPrepared("accounts");
      const find = (on: Queryable) =>
        on.models.user.findFirst({ select: { account: { select: { name: true } } } });
      expect(await one.transaction(find)).toEqual({ account: { name: "shop" } });
      expect([await countPrepared("users"), await countPrepared("accounts")]).toEqual([1, (before ?? 0) + 1]);
    });

    it("fail once after a migration changes a column's type, then read it", async () => {
      const { id: accountId } = await open(db, "shop");
      await db.models.user.create({ data: { accountId, email: "b@x.io", passwordHash: "x", role: "owner" } });
      const read = () => one.models.user.findMany({ select: { passwordHash: true } });
      const expected = await read();
      const alter = (type: string) =>
        runStatements(database.url, `ALTER TABLE users ALTER COLUMN password_hash TYPE ${type}`);
      await alter("varchar");
      expect(sqlState(await read().catch((failure: unknown) => failure))).toBe("0A000");
      expect(await read()).toEqual(expected);
      await alter("text");
    });
  });
});
