import { describe, expect, it } from "vitest";
import { changePassword } from "@/lib/accounts/change-password";
import { changePerson } from "@/lib/accounts/change-person";
import { checkSession } from "@/lib/accounts/check-session";
import { createUser } from "@/lib/accounts/create-user";
import { disableUser } from "@/lib/accounts/disable-user";
import { endSessions } from "@/lib/accounts/end-sessions";
import { findPerson } from "@/lib/accounts/list-people";
import { listSessions } from "@/lib/accounts/list-sessions";
import { SESSION_IDLE_TIMEOUT_MS } from "@/lib/accounts/session";
import { startSession } from "@/lib/accounts/start-session";
import { touchSession } from "@/lib/accounts/touch-session";
import type { Database } from "@/lib/db/client";
import { newEmail, withAccountSide } from "@/testing/account-side";
import { ENTRY, readSession } from "@/testing/session";
import type { FixedClock } from "@/testing/shop";
import { PASSWORD } from "@/testing/sign-in";

const MINUTE_MS = 60_000;
const HOME = { network: "192.0.2.1", agent: "Firefox" };
const AWAY = { network: "198.51.100.9", agent: "Safari" };

describe("a user's sessions", () => {
  let db: Database;
  let clock: FixedClock;
  withAccountSide((side) => {
    ({ db, clock } = side);
  });

  const newEntrant = async () => {
    const email = newEmail();
    const user = await createUser(db, { accountId: null, email, password: PASSWORD, roles: ["owner"] });
    return { userId: user.id, passwordHash: user.passwordHash, email };
  };
  const isLive = async (session: { id: string }) => (await checkSession(db, session)) !== null;

  it("are listed with their network and browser, latest first, while they are active", async () => {
    const who = await newEntrant();
    const first = await startSession({ db, clock }, who, { ...ENTRY, ...HOME });
    clock.advance(MINUTE_MS);
    const second = await startSession({ db, clock }, who, { ...ENTRY, ...AWAY, wayIn: "passkey" });
    expect(await listSessions({ db, clock }, who.userId)).toMatchObject([
      { id: second?.id, ...AWAY, wayIn: "passkey", usedAt: clock.now() },
      { id: first?.id, ...HOME, wayIn: "password" },
    ]);
    clock.advance(SESSION_IDLE_TIMEOUT_MS - MINUTE_MS);
    expect((await listSessions({ db, clock }, who.userId)).map(({ id }) => id)).toEqual([second?.id]);
    expect(await listSessions({ db, clock }, (await newEntrant()).userId)).toEqual([]);
  });

  it("update their network at most every five minutes and never after they have ended", async () => {
    const who = await newEntrant();
    const session = await readSession({ db, clock }, who);
    const network = async () => (await listSessions({ db, clock }, who.userId))[0]?.network;
    clock.advance(5 * MINUTE_MS - 1);
    expect(await touchSession({ db, clock }, session, AWAY)).toBeNull();
    expect(await network()).toBe(ENTRY.network);
    clock.advance(1);
    const stored = await touchSession({ db, clock }, session, { ...AWAY, agent: "long ".repeat(100) });
    expect(stored).toEqual({ ...session, usedAt: clock.now() });
    expect(await network()).toBe(AWAY.network);
    await endSessions(db, who.userId);
    clock.advance(5 * MINUTE_MS);
    expect(await touchSession({ db, clock }, session, AWAY)).toBeNull();
    expect(await isLive(session)).toBe(false);
  });

  it("can be ended singly, all but one or all, without ending other users' sessions", async () => {
    const [who, other] = [await newEntrant(), await newEntrant()];
    const begin = () => readSession({ db, clock }, who);
    const [one, two, three] = [await begin(), await begin(), await begin()];
    const foreign = await readSession({ db, clock }, other);
    const live = () => Promise.all([one, two, three, foreign].map(isLive));
    await endSessions(db, who.userId, { only: foreign.id });
    expect(await live()).toEqual([true, true, true, true]);
    await endSessions(db, who.userId, { only: one.id });
    expect(await live()).toEqual([false, true, true, true]);
    await endSessions(db, who.userId, { except: three.id });
    expect(await live()).toEqual([false, false, true, true]);
    await endSessions(db, who.userId);
    expect(await live()).toEqual([false, false, false, true]);
  });

  it("do not start for a user who was disabled or whose password changed after authentication", async () => {
    const [who, gone] = [await newEntrant(), await newEntrant()];
    const me = await checkSession(db, await readSession({ db, clock }, who));
    if (me === null) throw new Error("checkSession returned no user for a new session");
    const next = "another one entirely";
    const changed = await changePassword({ db, clock }, me, { present: PASSWORD, next });
    expect(await startSession({ db, clock }, who, ENTRY)).toBeNull();
    expect(await startSession({ db, clock }, changed, ENTRY)).not.toBeNull();
    await disableUser({ db, clock }, gone.email, true);
    expect(await startSession({ db, clock }, gone, ENTRY)).toBeNull();
  });

  it("do not survive a concurrent password change", async () => {
    const who = await newEntrant();
    const me = await checkSession(db, await readSession({ db, clock }, who));
    if (me === null) throw new Error("checkSession returned no user for a new session");
    const begun = Array.from({ length: 20 }, () => startSession({ db, clock }, who, ENTRY));
    const next = "another one entirely";
    const changing = changePassword({ db, clock }, me, { present: PASSWORD, next });
    const more = Array.from({ length: 20 }, () => startSession({ db, clock }, who, ENTRY));
    await changing;
    for (const session of await Promise.all([...begun, ...more])) {
      if (session !== null) expect(await isLive(session)).toBe(false);
    }
  });

  it("set the email language at first sign-in, until the user chooses another", async () => {
    const who = await newEntrant();
    const locale = async () => (await findPerson(db, who.userId))?.locale;
    expect(await locale()).toBeNull();
    await startSession({ db, clock }, who, { ...ENTRY, locale: "en" });
    await startSession({ db, clock }, who, { ...ENTRY, locale: "ru" });
    expect(await locale()).toBe("en");
    await changePerson(db, who.userId, { locale: "ru", name: "Анна" });
    expect(await findPerson(db, who.userId)).toMatchObject({ locale: "ru", name: "Анна" });
  });
});
