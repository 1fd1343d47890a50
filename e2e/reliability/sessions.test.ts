import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtActions, callAction } from "@/e2e/harness/actions";
import { type Member, makeMember } from "@/e2e/harness/household";
import { type RunningServer, startServer } from "@/e2e/harness/server";
import { AUTH, PASSWORD } from "@/e2e/harness/sign-in";
import { openStage, type Stage } from "@/e2e/harness/stage";
import { updateAccount } from "@/lib/accounts/update-account";

describe("sessions over two processes", () => {
  let stage: Stage;
  let other: RunningServer;

  beforeAll(async () => {
    stage = await openStage({ pages: true, env: AUTH });
    other = await startServer({ databaseUrl: stage.databaseUrl, pages: true, env: AUTH });
  });

  afterAll(async () => {
    await other?.kill();
    await stage?.close();
  });

  const newMember = (role: "owner" | "staff" = "staff") => makeMember(stage.db, stage.shop.accountId, role);

  /** Where a page leads with this session on both processes: itself is null. */
  async function ledTo(cookie: string): Promise<(string | null)[]> {
    const answers = await Promise.all(
      [stage.server, other].map(({ baseUrl }) =>
        fetch(`${baseUrl}/dashboard/settings`, { headers: { Cookie: cookie }, redirect: "manual" }),
      ),
    );
    return answers.map((answer) => answer.headers.get("Location")?.replace(/\?.*/, "") ?? null);
  }

  async function act(name: string, who: Member, form?: Record<string, string>) {
    const action = builtActions().find((one) => one.name === name);
    if (action === undefined) throw new Error(`no action ${name}`);
    return callAction(stage.server.baseUrl, action, {
      cookie: who.cookie,
      ...(form === undefined ? {} : { form }),
    });
  }

  async function expectEnded(who: Member): Promise<void> {
    expect(await ledTo(who.cookie)).toEqual(["/sign-in", "/sign-in"]);
  }

  it("a change of the password ends all but the one that it goes on with", async () => {
    const who = await newMember();
    expect(await ledTo(who.cookie)).toEqual([null, null]);
    const form = { present_password: PASSWORD, new_password: "another one entirely" };
    const { value, headers } = await act("changePassword", who, form);
    expect(value).toMatchObject({ isDone: true, values: {} });
    await expectEnded(who);
    const cookie = headers.getSetCookie().find((line) => line.startsWith("dropline-session="));
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=lax/i);
    expect(await ledTo(String(cookie?.split(";", 1)[0]))).toEqual([null, null]);
  });

  it("a password that was not right is not sent back", async () => {
    const form = { present_password: "my secret guess", new_password: "another one entirely" };
    const { value } = await act("changePassword", await newMember(), form);
    expect(value).toMatchObject({ refusal: "PASSWORD_WRONG" });
    expect(JSON.stringify(value)).not.toMatch(/my secret guess|another one entirely/);
  });

  it("somebody whom an owner shuts out is out", async () => {
    const [owner, who] = [await newMember("owner"), await newMember()];
    await act("switchPerson", owner, { id: who.id, disable: "true" });
    await expectEnded(who);
    await act("switchPerson", owner, { id: who.id, disable: "false" });
    await expectEnded(who);
    expect(await ledTo(owner.cookie)).toEqual([null, null]);
  });

  it("an account that is disabled has nobody left", async () => {
    const who = await newMember("owner");
    await updateAccount(stage.db, stage.shop.accountId, { disabledAt: new Date() });
    await expectEnded(who);
    await updateAccount(stage.db, stage.shop.accountId, { disabledAt: null });
  });

  it("signing out ends them on every device", async () => {
    const who = await newMember();
    const { redirect, headers } = await act("signOut", who);
    expect(redirect).toBe("/sign-in");
    expect(headers.getSetCookie().join()).toMatch(/dropline-session=;/);
    await expectEnded(who);
  });

  it("one that somebody made up, or signed with another secret, is none", async () => {
    const { encode } = await import("next-auth/jwt");
    const who = await newMember("owner");
    const token = { sub: who.id, sessionVersion: 0 };
    const forged = await encode({ token, secret: "another secret of the same length", maxAge: 60 });
    for (const value of [forged, "e30.e30.e30", ""]) {
      expect(await ledTo(`dropline-session=${value}`)).toEqual(["/sign-in", "/sign-in"]);
    }
    const expired = await encode({ token, secret: AUTH.AUTH_SECRET, maxAge: -60 });
    expect(await ledTo(`dropline-session=${expired}`)).toEqual(["/sign-in", "/sign-in"]);
  });
});

describe("guesses at a password", () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage({ pages: true, env: { ...AUTH, PROXY_HOPS: "1" } });
  });

  afterAll(() => stage?.close());

  async function tryFrom(address: string, email: string, password: string): Promise<Response> {
    const { baseUrl } = stage.server;
    const token = await fetch(`${baseUrl}/api/auth/csrf`);
    const { csrfToken } = (await token.json()) as { csrfToken: string };
    const cookies = token.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
    return fetch(`${baseUrl}/api/auth/callback/credentials`, {
      method: "POST",
      headers: { Cookie: cookies.join("; "), "X-Forwarded-For": address, Accept: "application/json" },
      body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
      redirect: "manual",
    });
  }

  const what = async (answer: Response) => ({
    status: answer.status,
    text: await answer.text(),
    location: answer.headers.get("Location"),
    headers: [...answer.headers.keys()].sort(),
  });

  it("from fifty addresses are counted together, and the owner gets in after the lock", async () => {
    const { email } = await makeMember(stage.db, stage.shop.accountId, "owner");
    for (let host = 1; host <= 50; host += 1) {
      expect((await tryFrom(`198.51.100.${host}`, email, "wrong")).status).toBe(401);
    }
    const [attempt] = await stage.db.signInAttempt.findMany();
    expect(attempt?.tries).toBeLessThanOrEqual(20);
    expect((await tryFrom("203.0.113.1", email, PASSWORD)).status).toBe(401);
    await stage.db.signInAttempt.updateMany({ data: { blockedUntil: new Date(0) } });
    expect((await tryFrom("203.0.113.2", email, PASSWORD)).status).toBe(204);
  });

  it("of one address at many people are held up as well", async () => {
    const { email } = await makeMember(stage.db, stage.shop.accountId, "owner");
    for (let guess = 0; guess < 10; guess += 1) {
      await tryFrom("203.0.113.9", `nobody-${guess}@example.com`, "wrong");
    }
    expect((await tryFrom("203.0.113.9", email, PASSWORD)).status).toBe(401);
    expect((await tryFrom("203.0.113.10", email, PASSWORD)).status).toBe(204);
  });

  it("get the same answer for somebody's address, nobody's, and a locked one, and it stands in no address", async () => {
    const { email } = await makeMember(stage.db, stage.shop.accountId, "owner");
    const known = await what(await tryFrom("192.0.2.1", email, "wrong"));
    const unknown = await what(await tryFrom("192.0.2.2", "nobody@example.com", "wrong"));
    for (let host = 3; host < 9; host += 1) await tryFrom(`192.0.2.${host}`, email, "wrong");
    const locked = await what(await tryFrom("192.0.2.9", email, PASSWORD));
    expect(known).toMatchObject({ status: 401, text: "", location: null });
    expect([unknown, locked]).toEqual([known, known]);
  });
});
