import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDatabase, type TestDatabase } from "@/e2e/harness/database";
import { StandingClock } from "@/e2e/harness/world";
import { checkSession } from "@/lib/accounts/check-session";
import { createAccount } from "@/lib/accounts/create-account";
import { createUser } from "@/lib/accounts/create-user";
import { endSessions } from "@/lib/accounts/end-sessions";
import { setPassword } from "@/lib/accounts/set-password";
import { signIn } from "@/lib/accounts/sign-in";
import { updateAccount } from "@/lib/accounts/update-account";
import { type Database, openDatabase } from "@/lib/db/client";

const PASSWORD = "correct horse battery";
const MINUTE_MS = 60_000;

describe("signing in", () => {
  let database: TestDatabase;
  let db: Database;
  let clock: StandingClock;
  let people = 0;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 8);
  });
  afterAll(async () => {
    await db.$disconnect();
    await database.drop();
  });
  beforeEach(() => {
    clock = new StandingClock("2026-11-21T12:00:00.000Z");
  });

  const newOperator = async () => {
    people += 1;
    const email = `person-${people}@example.com`;
    const { id } = await createUser(db, { accountId: null, email, password: PASSWORD, role: "operator" });
    return { id, email };
  };
  const attempt = (email: string, password = PASSWORD) => signIn({ db, clock }, { email, password });

  it("takes the right password, however the address is written", async () => {
    const { id, email } = await newOperator();
    const claims = await attempt(`  ${email.toUpperCase()} `);
    expect(await checkSession(db, claims)).toEqual({ userId: id, email, role: "operator", accountId: null });
  });

  it("answers a wrong password, an unknown address and an endless text with the same null", async () => {
    const { email } = await newOperator();
    expect(await attempt(email, "wrong")).toBeNull();
    expect(await attempt("nobody@example.com")).toBeNull();
    expect(await attempt(email, "x".repeat(10_000))).toBeNull();
    expect(await checkSession(db, null)).toBeNull();
  });

  it("allows at most twenty guesses at an address in the first hour, and then lets its owner in", async () => {
    const { email } = await newOperator();
    const id = createHash("sha256").update(email).digest("hex");
    for (let minute = 0; minute < 60; minute += 1) {
      for (let guess = 0; guess < 4; guess += 1) expect(await attempt(email, "wrong")).toBeNull();
      clock.advance(MINUTE_MS);
    }
    const { tries } = await db.signInAttempt.findUniqueOrThrow({ where: { id } });
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThanOrEqual(20);
    clock.advance(15 * MINUTE_MS);
    expect(await attempt(email)).not.toBeNull();
    expect(await db.signInAttempt.count({ where: { id } })).toBe(0);
  });

  it("counts guesses that come at the same moment", async () => {
    const { email } = await newOperator();
    await Promise.all(Array.from({ length: 12 }, () => attempt(email, "wrong")));
    expect(await attempt(email)).toBeNull();
  });

  it("a day without tries forgets them", async () => {
    const { email } = await newOperator();
    for (let guess = 0; guess < 9; guess += 1) await attempt(email, "wrong");
    expect(await attempt(email)).toBeNull();
    clock.advance(25 * 60 * MINUTE_MS);
    expect(await attempt(email, "wrong")).toBeNull();
    expect(await attempt(email)).not.toBeNull();
  });

  it("a session ends with the person, their account, their password, and when they sign out", async () => {
    const account = await createAccount(db, { email: "shop@example.com", name: "Shop" });
    const email = "owner@example.com";
    const user = await createUser(db, { accountId: account.id, email, password: PASSWORD, role: "owner" });
    const claims = await attempt(email);
    expect(await checkSession(db, claims)).toMatchObject({ role: "owner", accountId: account.id });

    await updateAccount(db, account.id, { disabledAt: new Date() });
    expect(await checkSession(db, claims)).toBeNull();
    expect(await attempt(email)).toBeNull();
    await updateAccount(db, account.id, { disabledAt: null });
    expect(await checkSession(db, claims)).not.toBeNull();

    await db.user.update({ where: { id: user.id }, data: { disabledAt: new Date() } });
    expect(await checkSession(db, claims)).toBeNull();
    expect(await attempt(email)).toBeNull();
    await db.user.update({ where: { id: user.id }, data: { disabledAt: null } });

    await endSessions(db, user.id);
    expect(await checkSession(db, claims)).toBeNull();
    const again = await attempt(email);
    await setPassword(db, email, "another one entirely");
    expect(await checkSession(db, again)).toBeNull();
    expect(await attempt(email)).toBeNull();
    expect(await attempt(email, "another one entirely")).not.toBeNull();
  });
});
