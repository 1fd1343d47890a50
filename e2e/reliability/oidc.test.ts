import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Member, makeMember } from "@/testing/account-fixture";
import { toText } from "@/testing/html-text";
import { type OidcProvider, openOidcProvider } from "@/testing/oidc-provider";
import { AUTH } from "@/testing/sign-in";
import { startTestServer, type TestServer } from "@/testing/stage";

/** The browser cookies that sign-in needs. */
class Jar {
  readonly #cookies = new Map<string, string>();

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(address, {
      ...init,
      headers: { ...init.headers, Cookie: [...this.#cookies].map((pair) => pair.join("=")).join("; ") },
      redirect: "manual",
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }

  get hasSession(): boolean {
    return (this.#cookies.get("dropline-session") ?? "") !== "";
  }
}

describe("signing in by OpenID", () => {
  let provider: OidcProvider;
  let stage: TestServer;
  let member: Member;

  beforeAll(async () => {
    provider = await openOidcProvider();
    stage = await startTestServer({ pages: true, env: { ...AUTH, ...provider.env } });
  });

  afterAll(async () => {
    await stage?.close();
    await provider?.close();
  });

  beforeEach(async () => {
    member = await makeMember(stage.db, stage.shop.accountId, "staff");
    provider.person = { email: member.email, email_verified: true };
    provider.isNonceWrong = false;
  });

  /** Goes to the provider. @returns where it sends the browser back to */
  async function visitProvider(jar: Jar): Promise<string> {
    const { baseUrl } = stage.server;
    const token = await jar.fetch(`${baseUrl}/api/auth/csrf`);
    const { csrfToken } = (await token.json()) as { csrfToken: string };
    const answer = await jar.fetch(`${baseUrl}/api/auth/signin/oidc`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken, callbackUrl: "/sign-in?next=/dashboard/team", json: "true" }),
    });
    let { url } = (await answer.json()) as { url: string };
    const atProvider = new Jar();
    while (url.startsWith(provider.issuer)) {
      const { status, headers } = await atProvider.fetch(url);
      expect(status).toBe(303);
      url = new URL(String(headers.get("Location")), url).href;
    }
    return url.replace(/^http:\/\/localhost:/, "http://127.0.0.1:");
  }

  async function comeBack(jar: Jar, address: string) {
    const answer = await jar.fetch(address);
    const { pathname, search } = new URL(String(answer.headers.get("Location")));
    return { to: pathname + search, isSignedIn: jar.hasSession };
  }

  const REFUSED = { to: "/sign-in?refused", isSignedIn: false };

  it("signs in an existing user by their verified address and redirects", async () => {
    const jar = new Jar();
    provider.person = { email: member.email.toUpperCase(), email_verified: true };
    const back = await visitProvider(jar);
    expect(provider.asked?.get("code_challenge_method")).toBe("S256");
    expect([provider.asked?.has("state"), provider.asked?.has("nonce")]).toEqual([true, true]);
    expect(await comeBack(jar, back)).toEqual({ to: "/sign-in?next=/dashboard/team", isSignedIn: true });
    const page = await jar.fetch(`${stage.server.baseUrl}/dashboard/settings`);
    expect([page.status, (await page.text()).includes(member.email)]).toEqual([200, true]);
  });

  it.each([
    ["an address that the provider has not verified", () => ({ email_verified: false })],
    ["an address without a verified claim", () => ({ email_verified: undefined })],
    ["an address whose verified claim is a string", () => ({ email_verified: "true" })],
    ["an address without a user", () => ({ email: "unknown@example.com" })],
    ["no address at all", () => ({ email: undefined as unknown as string })],
  ])("rejects %s, and creates no user", async (_, change) => {
    const people = await stage.db.models.user.count();
    provider.person = { ...provider.person, ...change() };
    const jar = new Jar();
    expect(await comeBack(jar, await visitProvider(jar))).toEqual(REFUSED);
    expect(await stage.db.models.user.count()).toBe(people);
    const page = await jar.fetch(`${stage.server.baseUrl}${REFUSED.to}`, {
      headers: { "Accept-Language": "en" },
    });
    const output = toText(await page.text());
    expect(output).toContain("Your Shop ID sign-in doesn’t match anyone here.");
    expect(output).toContain("Sign in with Shop ID");
  });

  it("rejects another subject with the address of a user who has signed in before", async () => {
    const jar = new Jar();
    expect((await comeBack(jar, await visitProvider(jar))).isSignedIn).toBe(true);
    provider.person = { ...provider.person, sub: "successor" };
    const other = new Jar();
    expect(await comeBack(other, await visitProvider(other))).toEqual(REFUSED);
  });

  it("rejects a disabled user", async () => {
    await stage.db.models.user.update({ where: { id: member.id }, data: { disabledAt: new Date() } });
    const jar = new Jar();
    expect(await comeBack(jar, await visitProvider(jar))).toEqual(REFUSED);
  });

  it("rejects a callback of another browser, with another state or nonce, or used before", async () => {
    const jar = new Jar();
    const back = await visitProvider(jar);
    expect(await comeBack(new Jar(), back)).toEqual(REFUSED);
    const changed = new URL(back);
    changed.searchParams.set("state", "another");
    expect(await comeBack(jar, changed.href)).toEqual(REFUSED);

    const second = new Jar();
    provider.isNonceWrong = true;
    expect(await comeBack(second, await visitProvider(second))).toEqual(REFUSED);
    provider.isNonceWrong = false;

    const third = new Jar();
    const once = await visitProvider(third);
    expect((await comeBack(third, once)).isSignedIn).toBe(true);
    expect((await comeBack(new Jar(), once)).isSignedIn).toBe(false);
  });

  it("puts no reason for a refusal into the URL", async () => {
    const answer = await fetch(
      `${stage.server.baseUrl}/api/auth/callback/oidc?error=server_error&error_description=secret`,
      { redirect: "manual" },
    );
    expect(new URL(String(answer.headers.get("Location"))).search).toBe("?refused");
  });
});
