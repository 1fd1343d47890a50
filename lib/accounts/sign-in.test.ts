import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limitPerEmail, limitPerNetwork } from "@/lib/accounts/attempt-limit";
import { checkSession } from "@/lib/accounts/check-session";
import { consumeAttempt } from "@/lib/accounts/consume-attempt";
import { createAccount } from "@/lib/accounts/create-account";
import { createUser } from "@/lib/accounts/create-user";
import { signDeviceCookie, verifyDeviceCookie } from "@/lib/accounts/device-cookie";
import { endSessions } from "@/lib/accounts/end-sessions";
import { setPassword } from "@/lib/accounts/reset-password";
import { signIn } from "@/lib/accounts/sign-in";
import { updateAccount } from "@/lib/accounts/update-account";
import { type Database, openDatabase } from "@/lib/db/client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { readSession } from "@/testing/session";
import { FixedClock, HOME } from "@/testing/shop";

const PASSWORD = "correct horse battery";
const MINUTE_MS = 60_000;
const SECRET = "a secret of thirty-two characters";

describe("sign-in", () => {
  let database: TestDatabase;
  let db: Database;
  let clock: FixedClock;
  let people = 0;
  let networks = 0;
  let here: string;

  const elsewhere = () => {
    networks += 1;
    return `2001:db8:0:${networks.toString(16)}::/64`;
  };

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 8);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });
  beforeEach(() => {
    clock = new FixedClock("2026-11-21T12:00:00.000Z");
    here = elsewhere();
  });

  const newOperator = async () => {
    people += 1;
    const email = `person-${people}@example.com`;
    const { id } = await createUser(db, { accountId: null, email, password: PASSWORD, roles: ["owner"] });
    return { id, email };
  };
  const answer = (email: string, password: string, network = here, cookie?: string) =>
    signIn(
      { db, clock },
      { email, password, network, findDevice: (user) => verifyDeviceCookie(SECRET, user, cookie) },
    );
  const attempt = async (email: string, password = PASSWORD) => (await answer(email, password)).entrant;
  const readDevice = async (id: string) =>
    signDeviceCookie(SECRET, await db.models.user.findUniqueOrThrow({ where: { id } }));

  it("accepts the correct password with the email in any case and spacing", async () => {
    const { id, email } = await newOperator();
    const session = await readSession({ db, clock }, await attempt(`  ${email.toUpperCase()} `));
    expect(await checkSession(db, session)).toEqual({
      userId: id,
      email,
      name: null,
      roles: ["owner"],
      accountId: null,
    });
  });

  it("returns null for a wrong password, an unknown email and an overlong password", async () => {
    const { email } = await newOperator();
    expect(await attempt(email, "wrong")).toBeNull();
    expect(await attempt("unknown@example.com")).toBeNull();
    expect(await attempt("no\u0000body@example.com")).toBeNull();
    expect(await attempt(email, "x".repeat(10_000))).toBeNull();
    expect(await checkSession(db, null)).toBeNull();
  });

  it("checks at most twenty guesses an hour per email, from any number of networks", async () => {
    const email = "guessed-from-everywhere@example.com";
    const checked: number[] = [];
    const guess = async (minute: number) => {
      const bounds = [limitPerNetwork("password", email, elsewhere()), limitPerEmail("password", email)];
      if ((await consumeAttempt({ db, clock }, bounds)).isAllowed) checked.push(minute);
    };
    for (let more = 0; more < 14; more += 1) await guess(0);
    for (let minute = 0; minute < 90; minute += 1) {
      await guess(minute);
      clock.advance(MINUTE_MS);
    }
    for (let from = 0; from <= 30; from += 1) {
      expect(checked.filter((minute) => minute >= from && minute < from + 60).length).toBeLessThanOrEqual(20);
    }
    expect(checked.filter((minute) => minute === 0)).toHaveLength(12);
    expect(checked.length).toBeGreaterThanOrEqual(20);
  });

  it("does not let one network lock out a user who signs in from another", async () => {
    const { email } = await newOperator();
    const bounds = [limitPerNetwork("password", email, here), limitPerEmail("password", email)];
    let checked = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      const tries = minute === 0 ? 6 : 1;
      for (let guess = 0; guess < tries; guess += 1) {
        if ((await consumeAttempt({ db, clock }, bounds)).isAllowed) checked += 1;
      }
      if (minute % 10 === 0) {
        const { entrant } = await answer(email, PASSWORD, "203.0.113.1");
        expect([minute, entrant === null]).toEqual([minute, false]);
      }
      clock.advance(MINUTE_MS);
    }
    expect(checked).toBeLessThanOrEqual(14);
    expect((await answer(email, PASSWORD)).isChecked).toBe(false);
  });

  it("always accepts the correct password from a known device, despite attempts from others", async () => {
    const { id, email } = await newOperator();
    const cookie = await readDevice(id);
    for (let guess = 0; guess < 14; guess += 1) await answer(email, "wrong", elsewhere());
    for (let guess = 0; guess < 8; guess += 1) await answer(email, "wrong", here);
    expect((await answer(email, PASSWORD)).isChecked).toBe(false);
    expect((await answer(email, PASSWORD, here, cookie)).entrant).toMatchObject({ userId: id });
  });

  it("limits the attempts of each known device separately", async () => {
    const { id, email } = await newOperator();
    const [lost, mine] = [await readDevice(id), await readDevice(id)];
    let checked = 0;
    for (let guess = 0; guess < 12; guess += 1) {
      if ((await answer(email, "wrong", elsewhere(), lost)).isChecked) checked += 1;
    }
    expect(checked).toBe(10);
    expect((await answer(email, PASSWORD, elsewhere(), lost)).isChecked).toBe(false);
    expect((await answer(email, PASSWORD, elsewhere(), mine)).entrant).not.toBeNull();
  });

  it("recognizes a device only for its own user and until a password change", async () => {
    const [anna, boris] = [await newOperator(), await newOperator()];
    const [cookie, old] = [await readDevice(boris.id), await readDevice(anna.id)];
    await setPassword(db, anna.email, "another one entirely");
    for (let guess = 0; guess < 5; guess += 1) await answer(anna.email, "wrong");
    for (const one of [cookie, old]) {
      expect((await answer(anna.email, "another one entirely", here, one)).isChecked).toBe(false);
    }
  });

  it("returns the same waiting time for a known and an unknown email", async () => {
    const { email } = await newOperator();
    const waits = async (address: string, network: string) => {
      const output: unknown[] = [];
      for (let guess = 0; guess < 7; guess += 1) output.push(await answer(address, "wrong", network));
      return output;
    };
    const known = await waits(email, "198.51.100.1");
    expect(known).toEqual([
      ...Array.from({ length: 4 }, () => ({ entrant: null, isChecked: true, waitMs: 0 })),
      { entrant: null, isChecked: true, waitMs: 30_000 },
      { entrant: null, isChecked: false, waitMs: 30_000 },
      { entrant: null, isChecked: false, waitMs: 30_000 },
    ]);
    expect(await waits("unknown-user@example.com", "198.51.100.2")).toEqual(known);
    clock.advance(30_000);
    expect(await answer(email, "wrong", "198.51.100.1")).toMatchObject({ isChecked: true, waitMs: 60_000 });
    clock.advance(60_000);
    expect((await answer(email, PASSWORD, "198.51.100.1")).entrant).not.toBeNull();
    expect(await answer(email, "wrong", "198.51.100.1")).toMatchObject({ isChecked: true, waitMs: 0 });
  });

  it("delays a network that guesses for many users, but not one from which many users sign in", async () => {
    const { email } = await newOperator();
    const [office, guesser] = [elsewhere(), elsewhere()];
    for (let one = 0; one < 12; one += 1) {
      expect((await answer(email, PASSWORD, office)).entrant).not.toBeNull();
      await answer(`unknown-${one}@example.com`, "wrong", guesser);
    }
    expect(await answer(email, PASSWORD, guesser)).toEqual({
      entrant: null,
      isChecked: false,
      waitMs: 6_000,
    });
  });

  it("counts concurrent guesses", async () => {
    const { email } = await newOperator();
    const office = elsewhere();
    const all = await Promise.all(Array.from({ length: 12 }, () => answer(email, "wrong", office)));
    expect(all.filter(({ isChecked }) => isChecked)).toHaveLength(5);
    expect((await answer(email, PASSWORD, office)).isChecked).toBe(false);
  });

  it("forgets failed attempts after a day without any", async () => {
    const { email } = await newOperator();
    for (let guess = 0; guess < 9; guess += 1) await attempt(email, "wrong");
    expect(await attempt(email)).toBeNull();
    clock.advance(25 * 60 * MINUTE_MS);
    expect(await attempt(email, "wrong")).toBeNull();
    expect(await attempt(email)).not.toBeNull();
  });

  it("creates a session that ends with the user, their account, their password or a sign-out", async () => {
    const account = await createAccount(db, { email: "shop@example.com", name: "Shop", home: HOME });
    const email = "owner@example.com";
    const user = await createUser(db, { accountId: account.id, email, password: PASSWORD, roles: ["owner"] });
    const session = await readSession({ db, clock }, await attempt(email));
    expect(await checkSession(db, session)).toMatchObject({ roles: ["owner"], accountId: account.id });

    await updateAccount(db, account.id, { disabledAt: new Date() });
    expect(await checkSession(db, session)).toBeNull();
    expect(await attempt(email)).toBeNull();
    await updateAccount(db, account.id, { disabledAt: null });
    expect(await checkSession(db, session)).not.toBeNull();

    await db.models.user.update({ where: { id: user.id }, data: { disabledAt: new Date() } });
    expect(await checkSession(db, session)).toBeNull();
    expect(await attempt(email)).toBeNull();
    await db.models.user.update({ where: { id: user.id }, data: { disabledAt: null } });

    await endSessions(db, user.id);
    expect(await checkSession(db, session)).toBeNull();
    const again = await readSession({ db, clock }, await attempt(email));
    await setPassword(db, email, "another one entirely");
    expect(await checkSession(db, again)).toBeNull();
    expect(await attempt(email)).toBeNull();
    expect(await attempt(email, "another one entirely")).not.toBeNull();
  });
});
