import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "@/lib/accounts/create-account";
import { type Database, openDatabase } from "@/lib/db/client";
import { describeFailure, isUnavailable, isUniqueViolation, sqlState } from "@/lib/db/pg-errors";
import { execute } from "@/lib/db/sql";
import { execute as runStatements } from "@/testing/cluster";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { HOME } from "@/testing/shop";

describe("a unique violation", () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 1);
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  it("is recognized only by the full name of its index, from Prisma and from pg", async () => {
    const { id: accountId } = await createAccount(db, {
      email: "shop@example.com",
      name: "one_user_per_name",
      home: HOME,
    });
    const user = {
      accountId,
      email: "one_user_per_id@example.com",
      passwordHash: "x",
      role: "owner",
    } as const;
    await db.models.user.create({ data: user });
    const byModel = await db.models.user.create({ data: user }).catch((error: unknown) => error);
    const bySql = await execute(db)`
      INSERT INTO users (account_id, email, password_hash, role)
      VALUES (${accountId}::uuid, ${user.email}, 'x', 'owner')`.catch((error: unknown) => error);
    const byPg = await runStatements(
      database.url,
      `INSERT INTO users (account_id, email, password_hash, role) VALUES ('${accountId}', '${user.email}', 'x', 'owner')`,
    ).catch((error: unknown) => error);
    for (const error of [byModel, bySql, byPg]) {
      expect(isUniqueViolation(error, "one_user_per_email")).toBe(true);
      // The values of the row and a part of the name are in the failure's text as well.
      for (const other of ["one_user_per_id", "one_user_per", "users_pkey"]) {
        expect(isUniqueViolation(error, other)).toBe(false);
      }
    }
    expect(isUniqueViolation(new Error("one_user_per_email"), "one_user_per_email")).toBe(false);
  });
});

describe("a database failure", () => {
  const socket = (code: string) => Object.assign(new Error(`connect ${code}`), { code, syscall: "connect" });
  const postgres = (code: string) =>
    Object.assign(new Error("Key (email)=(anna@example.com)"), { code, severity: "ERROR" });

  it.each(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT", "EHOSTUNREACH"])(
    "is unavailability without an SQLSTATE for the connection error %s",
    (code) => {
      expect([isUnavailable(socket(code)), sqlState(socket(code))]).toEqual([true, undefined]);
    },
  );

  it.each([
    ["57P01", true],
    ["40P01", true],
    ["55P03", true],
    ["53300", true],
    ["23505", false],
    ["22021", false],
    ["P0001", false],
  ])("is classified by its PostgreSQL state: %s", (code, expected) => {
    expect([isUnavailable(postgres(code)), sqlState(postgres(code))]).toEqual([expected, code]);
  });

  it("is described without PostgreSQL's message, which can quote a row", () => {
    expect(JSON.stringify(describeFailure(postgres("P0001")))).not.toContain("anna@example.com");
    expect(describeFailure(new Error("ours"))).toMatchObject({ message: "ours" });
  });
});
