import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPasskey } from "@/lib/accounts/add-passkey";
import { checkSession, type SessionUser } from "@/lib/accounts/check-session";
import { createUser } from "@/lib/accounts/create-user";
import { disableUser } from "@/lib/accounts/disable-user";
import { listPasskeys } from "@/lib/accounts/list-passkeys";
import { CHALLENGE_MS, openChallenge, passkeySite, sealChallenge } from "@/lib/accounts/passkey";
import { removePasskey } from "@/lib/accounts/remove-passkey";
import { signInByPasskey } from "@/lib/accounts/sign-in-by-passkey";
import { startPasskey, startPasskeySignIn } from "@/lib/accounts/start-passkey";
import { type Database, openDatabase } from "@/lib/db/client";
import { Authenticator } from "@/testing/authenticator";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { readSession } from "@/testing/session";
import { FixedClock } from "@/testing/shop";

const PASSWORD = "correct horse battery";
const SITE = { rpId: "dropline.example", origin: "https://dropline.example" };
const SECRET = "a secret of thirty-two characters";

describe("a passkey", () => {
  let database: TestDatabase;
  let db: Database;
  let clock: FixedClock;
  let people = 0;
  let networks = 0;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 4);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });
  beforeEach(() => {
    clock = new FixedClock("2026-11-21T12:00:00.000Z");
  });

  const newPerson = async (): Promise<SessionUser> => {
    people += 1;
    const email = `person-${people}@example.com`;
    const user = await createUser(db, { accountId: null, email, password: PASSWORD, roles: ["owner"] });
    const who = await checkSession(
      db,
      await readSession({ db, clock }, { userId: user.id, passwordHash: user.passwordHash }),
    );
    if (who === null) throw new Error("checkSession returned no user for a new session");
    return who;
  };
  const begin = (who: SessionUser) => startPasskey({ db, clock }, who, { site: SITE, password: PASSWORD });
  const add = async (who: SessionUser, device: Authenticator, name = "Laptop") => {
    const { challenge } = await begin(who);
    const response = device.register({ challenge, ...SITE });
    await addPasskey({ db, clock }, who, { site: SITE, challenge, response, name });
  };
  const challengeNow = async () => (await startPasskeySignIn(SITE)).challenge;
  const tryWith = (challenge: string | null, answer: unknown, network?: string) => {
    networks += 1;
    const from = network ?? `198.51.100.${networks}`;
    return signInByPasskey({ db, clock }, { site: SITE, challenge, answer, network: from });
  };
  const withPasskey = async () => {
    const [who, device] = [await newPerson(), new Authenticator()];
    await add(who, device);
    return { who, device };
  };

  it("signs in its user without an email", async () => {
    const { who, device } = await withPasskey();
    const challenge = await challengeNow();
    const { entrant } = await tryWith(challenge, device.answer({ challenge, ...SITE }, who.userId));
    expect(await checkSession(db, await readSession({ db, clock }, entrant))).toMatchObject({
      userId: who.userId,
    });
    expect(await listPasskeys(db, who.userId)).toMatchObject([
      { name: "Laptop", createdAt: clock.now(), lastUsedAt: clock.now() },
    ]);
  });

  it("is added only with the password, and its sign-in request does not reveal who exists", async () => {
    const who = await newPerson();
    await expect(startPasskey({ db, clock }, who, { site: SITE, password: "wrong" })).rejects.toThrow(
      "PASSWORD_WRONG",
    );
    const device = new Authenticator();
    await add(who, device);
    const again = await begin(who);
    expect(again).toMatchObject({
      rp: { id: SITE.rpId },
      user: { name: who.email },
      excludeCredentials: [{ id: device.id.toString("base64url") }],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    expect((await startPasskeySignIn(SITE)).allowCredentials).toBeUndefined();
  });

  it("can use each challenge only once, whether or not it was accepted", async () => {
    const { who, device } = await withPasskey();
    const challenge = await challengeNow();
    const answer = device.answer({ challenge, ...SITE }, who.userId);
    expect((await tryWith(challenge, answer)).entrant).not.toBeNull();
    expect((await tryWith(challenge, answer)).entrant).toBeNull();
    expect((await tryWith(challenge, device.answer({ challenge, ...SITE }, who.userId))).entrant).toBeNull();

    const adding = (await begin(who)).challenge;
    const response = new Authenticator().register({ challenge: adding, ...SITE });
    const input = { site: SITE, challenge: adding, response, name: "Phone" };
    await addPasskey({ db, clock }, who, input);
    await removePasskey(db, who.userId, String((await listPasskeys(db, who.userId))[1]?.id));
    await expect(addPasskey({ db, clock }, who, input)).rejects.toThrow("PASSKEY_REFUSED");
  });

  it.each([
    ["to another challenge", { challenge: "b3RoZXI" }],
    ["on another site's page", { origin: "https://dropline.example.evil.example" }],
    ["on the site without TLS", { origin: "http://dropline.example" }],
    ["for another site", { rpId: "evil.example" }],
  ])("is rejected when it responds %s, both when added and when used", async (_, lie) => {
    const { who, device } = await withPasskey();
    const challenge = await challengeNow();
    const answer = device.answer({ challenge, ...SITE, ...lie }, who.userId);
    expect(await tryWith(challenge, answer)).toEqual({ entrant: null, isChecked: true, waitMs: 0 });
    const adding = (await begin(who)).challenge;
    const response = new Authenticator().register({ challenge: adding, ...SITE, ...lie });
    await expect(
      addPasskey({ db, clock }, who, { site: SITE, challenge: adding, response, name: "Phone" }),
    ).rejects.toThrow("PASSKEY_REFUSED");
    expect(await listPasskeys(db, who.userId)).toHaveLength(1);
  });

  it("is rejected when it is another user's, unknown or without a challenge", async () => {
    const { who, device } = await withPasskey();
    const { who: other, device: foreign } = await withPasskey();
    const refused = { entrant: null, isChecked: true, waitMs: 0 };
    const one = await challengeNow();
    // Another's device, which claims to be this person's.
    expect(await tryWith(one, foreign.answer({ challenge: one, ...SITE }, who.userId))).toEqual(refused);
    const two = await challengeNow();
    const stolen = {
      ...foreign.answer({ challenge: two, ...SITE }, who.userId),
      id: device.id.toString("base64url"),
    };
    expect(await tryWith(two, { ...stolen, rawId: stolen.id })).toEqual(refused);
    const three = await challengeNow();
    const unknown = new Authenticator().answer({ challenge: three, ...SITE }, other.userId);
    expect(await tryWith(three, unknown)).toEqual(refused);
    expect(await tryWith(null, device.answer({ challenge: "", ...SITE }, who.userId))).toEqual(refused);
    for (const nonsense of [null, "", {}, { id: "a b" }, { id: "a", response: {} }]) {
      expect(await tryWith(await challengeNow(), nonsense)).toEqual(refused);
    }
    const four = (await begin(who)).challenge;
    const response = foreign.register({ challenge: four, ...SITE });
    await expect(
      addPasskey({ db, clock }, who, { site: SITE, challenge: four, response, name: "Not mine" }),
    ).rejects.toThrow("PASSKEY_REFUSED");
  });

  it("is rejected when its counter decreases", async () => {
    const { who, device } = await withPasskey();
    const answer = async () => {
      const challenge = await challengeNow();
      return (await tryWith(challenge, device.answer({ challenge, ...SITE }, who.userId))).entrant;
    };
    device.counter = 10;
    expect(await answer()).not.toBeNull();
    device.counter = 5;
    expect(await answer()).toBeNull();
    device.counter = 20;
    expect(await answer()).not.toBeNull();
  });

  it("stops working when its own user deletes it or is disabled", async () => {
    const [{ who, device }, { who: other }] = [await withPasskey(), await withPasskey()];
    const enters = async () => {
      const challenge = await challengeNow();
      return (await tryWith(challenge, device.answer({ challenge, ...SITE }, who.userId))).entrant !== null;
    };
    const [passkey] = await listPasskeys(db, who.userId);
    await expect(removePasskey(db, other.userId, String(passkey?.id))).rejects.toThrow("PASSKEY_NOT_FOUND");
    await disableUser({ db, clock }, who.email, true);
    expect(await enters()).toBe(false);
    await disableUser({ db, clock }, who.email, false);
    expect(await enters()).toBe(true);
    await removePasskey(db, who.userId, String(passkey?.id));
    expect(await enters()).toBe(false);
  });

  it("has the same attempt limit per network as passwords", async () => {
    const { who, device } = await withPasskey();
    const network = "203.0.113.77";
    for (let round = 0; round < 10; round += 1) {
      const challenge = await challengeNow();
      const unknown = new Authenticator().answer({ challenge, ...SITE }, who.userId);
      expect(await tryWith(challenge, unknown, network)).toMatchObject({ isChecked: true });
    }
    const challenge = await challengeNow();
    const answer = device.answer({ challenge, ...SITE }, who.userId);
    expect(await tryWith(challenge, answer, network)).toMatchObject({ entrant: null, isChecked: false });
    clock.advance(60_000);
    expect((await tryWith(challenge, answer, network)).entrant).not.toBeNull();
  });

  it("cannot be added when the user already has twenty", async () => {
    const who = await newPerson();
    for (let made = 0; made < 20; made += 1) await add(who, new Authenticator());
    await expect(begin(who)).rejects.toThrow("TOO_MANY_PASSKEYS");
  });

  it.each([
    ["https://dropline.example", SITE],
    ["https://dropline.example:8443/", { rpId: "dropline.example", origin: "https://dropline.example:8443" }],
    ["http://localhost:3000", { rpId: "localhost", origin: "http://localhost:3000" }],
    ["http://dropline.example", null],
    ["https://192.0.2.7", null],
    ["http://127.0.0.1:3000", null],
  ])("is bound, for the public URL %s, to the site %j", (publicUrl, site) => {
    expect(passkeySite(publicUrl)).toEqual(site);
  });

  it("has a challenge cookie that is valid unmodified, for one purpose and for ten minutes", () => {
    const now = new Date("2026-11-21T12:00:00.000Z");
    const sealed = sealChallenge(SECRET, { purpose: "sign-in", challenge: "abc", now });
    const at = (ms: number) => new Date(now.getTime() + ms);
    const open = (cookie: string | undefined, purpose: "sign-in" | "add" = "sign-in", when = now) =>
      openChallenge(SECRET, { purpose, sealed: cookie, now: when });
    expect(open(sealed)).toBe("abc");
    expect(open(sealed, "sign-in", at(CHALLENGE_MS - 1))).toBe("abc");
    expect(open(sealed, "sign-in", at(CHALLENGE_MS))).toBeNull();
    expect(open(sealed, "add")).toBeNull();
    expect(open(sealed.replace("abc", "abd"))).toBeNull();
    expect(open(sealed.replace(/\.\d+\./, ".9999999999999."))).toBeNull();
    expect(
      openChallenge("another secret of the same length", { purpose: "sign-in", sealed, now }),
    ).toBeNull();
    for (const none of [undefined, "", ".", "abc..", "a.b.c"]) expect(open(none)).toBeNull();
  });
});
