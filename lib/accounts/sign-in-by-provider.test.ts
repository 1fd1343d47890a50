import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUser } from "@/lib/accounts/create-user";
import { disableUser } from "@/lib/accounts/disable-user";
import { signInByProvider } from "@/lib/accounts/sign-in-by-provider";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

const ISSUER = "https://id.example";

describe("sign-in by an OpenID provider", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  async function makeUser(role: "viewer" | "support" = "viewer") {
    const accountId = role === "support" ? null : (await local.newShop()).shop.accountId;
    const email = `${randomUUID()}@example.com`;
    return createUser(local.db, { accountId, email, password: "a long enough password", roles: [role] });
  }

  const signIn = async (subject: string, verifiedEmail: string | null, options = {}) => {
    const { issuer, areOperatorsAllowed } = { issuer: ISSUER, areOperatorsAllowed: false, ...options };
    const identity = { issuer, subject, verifiedEmail };
    return (await signInByProvider(local.db, identity, { areOperatorsAllowed }))?.userId ?? null;
  };

  it("binds a user to the first subject with their verified email and rejects any other subject", async () => {
    const [{ id, email }, subject] = [await makeUser(), randomUUID()];
    expect(await signIn(subject, null)).toBeNull();
    expect(await signIn(subject, ` ${email.toUpperCase()}`)).toBe(id);
    expect(await signIn(randomUUID(), email)).toBeNull();
    // The provider may change or withdraw the address of a subject.
    expect(await signIn(subject, "another@example.com")).toBe(id);
    expect(await signIn(subject, null)).toBe(id);
  });

  it("never binds a subject to a second user", async () => {
    const [one, other, subject] = [await makeUser(), await makeUser(), randomUUID()];
    expect(await signIn(subject, one.email)).toBe(one.id);
    expect(await signIn(subject, other.email)).toBe(one.id);
    expect(await signIn(randomUUID(), other.email)).toBe(other.id);
  });

  it("binds only one of two concurrent subjects", async () => {
    const { id, email } = await makeUser();
    const answers = await Promise.all([signIn(randomUUID(), email), signIn(randomUUID(), email)]);
    expect(answers.filter((answer) => answer === id)).toHaveLength(1);
  });

  it("binds again under another issuer and after the user was disabled", async () => {
    const [{ id, email }, subject] = [await makeUser(), randomUUID()];
    expect(await signIn(subject, email)).toBe(id);
    expect(await signIn(randomUUID(), email, { issuer: "https://id.example.org" })).toBe(id);
    expect(await signIn(subject, email)).toBe(id);
    await disableUser(local.runtime, email, true);
    expect(await signIn(subject, email)).toBeNull();
    await disableUser(local.runtime, email, false);
    expect(await signIn(randomUUID(), email)).toBe(id);
    expect(await signIn(subject, email)).toBeNull();
  });

  it("accepts operators only where the configuration allows it", async () => {
    const [{ id, email }, subject] = [await makeUser("support"), randomUUID()];
    expect(await signIn(subject, email)).toBeNull();
    expect(await signIn(subject, email, { areOperatorsAllowed: true })).toBe(id);
    expect(await signIn(subject, email)).toBeNull();
  });
});
