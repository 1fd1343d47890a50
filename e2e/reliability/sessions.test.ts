import { Window } from "happy-dom";
import { decode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { disableUser } from "@/lib/accounts/disable-user";
import { endSessions } from "@/lib/accounts/end-sessions";
import { issueResetLink } from "@/lib/accounts/issue-reset-link";
import { hashPassword } from "@/lib/accounts/password";
import { setPassword } from "@/lib/accounts/reset-password";
import { SESSION_IDLE_TIMEOUT_MS, SESSION_MAX_AGE_MS } from "@/lib/accounts/session";
import { updateAccount } from "@/lib/accounts/update-account";
import { writeInvitation } from "@/lib/accounts/write-invitation";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { setShift } from "@/lib/couriers/set-shift";
import { execute } from "@/lib/db/sql";
import { disableCourier } from "@/lib/dispatch/disable-courier";
import { type Member, makeCookie, makeMember } from "@/testing/account-fixture";
import { type ActionAnswer, builtActions, builtRoutes, callAction, callSignIn } from "@/testing/actions";
import { orderBody } from "@/testing/api-client";
import { type RunningServer, startServer } from "@/testing/server";
import { AUTH, PASSWORD } from "@/testing/sign-in";
import { takeSnapshot } from "@/testing/snapshot";
import { startTestServer, type TestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";

/** The expected headers of a kind of URL, where they differ from those of the public site. */
interface Kind {
  readonly csp?: RegExp;
  readonly referrer?: string;
  readonly geolocation?: string;
  readonly isSignedIn?: boolean;
  readonly isBroken?: boolean;
  readonly framedBy?: string;
}

const NONCE = /^default-src 'none'; script-src 'nonce-[\w+/=]+' 'strict-dynamic'; .*base-uri 'none'/;
/** Pages kept in memory allow their inline scripts by hash. */
const HASHES = /^default-src 'none'; script-src 'self'( 'sha256-[\w+/]{43}=')+; .*base-uri 'none'/;
const NOTHING = /^default-src 'none'; (?!script-src)/;
const SITE = /^base-uri 'none'; object-src 'none'; /;

const PLACE = { latitude: 59.93, longitude: 30.33 };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const NEW_SECRET = "a new secret of the same length!!!";

let stage: TestServer;
/** Another process on the same database, which already signs with a new secret, behind TLS and a proxy. */
let proxied: RunningServer;

beforeAll(async () => {
  stage = await startTestServer({ pages: true, env: { ...AUTH, FORMER_AUTH_SECRET: NEW_SECRET } });
  const env = {
    AUTH_SECRET: NEW_SECRET,
    FORMER_AUTH_SECRET: AUTH.AUTH_SECRET,
    PROXY_HOPS: "1",
    PUBLIC_URL: "https://dropline.example",
  };
  proxied = await startServer({ databaseUrl: stage.databaseUrl, pages: true, env });
});

afterAll(async () => {
  await proxied?.kill();
  await stage?.close();
});

describe("sessions on two processes, one of which already signs with a new secret", () => {
  const newMember = (role: "owner" | "staff" = "staff") => makeMember(stage.db, stage.shop.accountId, role);

  /** Returns where a page leads with this session on both processes; null for the page itself. */
  async function ledTo(cookie: string): Promise<(string | null)[]> {
    const answers = await Promise.all(
      [
        { baseUrl: stage.server.baseUrl, sent: cookie },
        { baseUrl: proxied.baseUrl, sent: `__Host-${cookie}` },
      ].map(({ baseUrl, sent }) =>
        // The smallest page.
        fetch(`${baseUrl}/dashboard/settings/shop/preview`, {
          headers: { Cookie: sent },
          redirect: "manual",
        }),
      ),
    );
    return answers.map((answer) => answer.headers.get("Location")?.replace(/\?.*/, "") ?? null);
  }

  async function act(name: string, who: Member, form?: Record<string, string>, from?: string) {
    const action = builtActions().find((one) => one.name === name);
    if (action === undefined) throw new Error(`no action ${name}`);
    return callAction(stage.server.baseUrl, action, {
      cookie: who.cookie,
      ...(form === undefined ? {} : { form }),
      ...(from === undefined ? {} : { from }),
    });
  }

  async function expectEnded(who: Member): Promise<void> {
    expect(await ledTo(who.cookie)).toEqual(["/sign-in", "/sign-in"]);
  }

  it("end with a password change, except the current one", async () => {
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

  it("a rejected password change never returns the typed passwords to the browser", async () => {
    const form = { present_password: "my secret guess", new_password: "another one entirely" };
    const { value } = await act("changePassword", await newMember(), form);
    expect(value).toMatchObject({ refusal: "PASSWORD_WRONG" });
    expect(JSON.stringify(value)).not.toMatch(/my secret guess|another one entirely/);
  });

  it("end when an owner disables the user", async () => {
    const [owner, who] = [await newMember("owner"), await newMember()];
    await act("switchPerson", owner, { id: who.id, disable: "true" });
    await expectEnded(who);
    await act("switchPerson", owner, { id: who.id, disable: "false" });
    await expectEnded(who);
    expect(await ledTo(owner.cookie)).toEqual([null, null]);
  });

  it("end when their account is disabled", async () => {
    const who = await newMember("owner");
    await updateAccount(stage.db, stage.shop.accountId, { disabledAt: new Date() });
    await expectEnded(who);
    await updateAccount(stage.db, stage.shop.accountId, { disabledAt: null });
  });

  it("end one at a time on sign-out", async () => {
    const who = await newMember();
    const elsewhere = await makeCookie(stage.db, who.id);
    const { redirect, headers } = await act("signOut", who);
    expect(redirect).toBe("/sign-in?left");
    expect(headers.getSetCookie().join()).toMatch(/dropline-session=;/);
    await expectEnded(who);
    expect(await ledTo(elsewhere)).toEqual([null, null]);
  });

  it("can be ended by their own user only, either one or all except the current one", async () => {
    const [who, other] = [await newMember(), await newMember()];
    const [one, two] = [await makeCookie(stage.db, who.id), await makeCookie(stage.db, who.id)];
    const readId = async (cookie: string) =>
      String((await decode({ token: cookie.split("=")[1] ?? "", secret: AUTH.AUTH_SECRET }))?.sessionId);
    await act("endSession", who, { id: await readId(other.cookie) });
    await act("endSession", who, { id: await readId(one) });
    const led = () => Promise.all([one, two, who.cookie, other.cookie].map(ledTo));
    const [gone, here] = [
      ["/sign-in", "/sign-in"],
      [null, null],
    ];
    expect(await led()).toEqual([gone, here, here, here]);
    await act("endOtherSessions", who, {});
    expect(await led()).toEqual([gone, gone, here, here]);
  });

  it("are invalid without a database row, whatever the cookie contains", async () => {
    const who = await newMember();
    const cookie = await makeCookie(stage.db, who.id);
    await execute(stage.db)`DELETE FROM user_sessions WHERE user_id = ${who.id}::uuid`;
    expect(await ledTo(cookie)).toEqual(["/sign-in", "/sign-in"]);
  });

  it("are invalid when made up or signed with another secret", async () => {
    const who = await newMember("owner");
    const forged = await makeCookie(stage.db, who.id, { secret: "another secret of the same length" });
    const expired = await makeCookie(stage.db, who.id, { maxAge: -60 });
    for (const cookie of [forged, expired, "dropline-session=e30.e30.e30", "dropline-session="]) {
      expect(await ledTo(cookie)).toEqual(["/sign-in", "/sign-in"]);
    }
  });

  const get = (path: string, cookie: string, headers: Record<string, string> = {}) =>
    fetch(stage.server.baseUrl + path, { headers: { Cookie: cookie, ...headers }, redirect: "manual" });
  /** Returns the session that an answer renews; undefined when it does not mention one. */
  const renewedBy = async (answer: Response) => {
    await answer.body?.cancel();
    const line = answer.headers.getSetCookie().find((one) => one.startsWith("dropline-session="));
    return line?.split(";", 1)[0];
  };

  it("are renewed when their user opens pages or sends forms, on either process", async () => {
    const { id } = await newMember();
    const cookie = await makeCookie(stage.db, id, {
      signedInAgo: 20 * HOUR_MS,
      usedAgo: SESSION_IDLE_TIMEOUT_MS - MINUTE_MS,
    });
    const byPage = await renewedBy(await get("/dashboard/settings", cookie));
    const byForm = (await act("chooseTheme", { id, email: "", cookie }, { theme: "dark" })).headers;
    for (const value of [byPage, await renewedBy(new Response(null, { headers: byForm }))]) {
      expect(await ledTo(String(value))).toEqual([null, null]);
      const token = await decode({ token: value?.split("=")[1] ?? "", secret: AUTH.AUTH_SECRET });
      expect(Date.now() - Number(token?.usedAt)).toBeLessThan(MINUTE_MS);
      expect(Date.now() - Number(token?.signedInAt)).toBeGreaterThanOrEqual(20 * HOUR_MS);
    }
  });

  it("are not renewed by background requests of a page, nor by a URL of next-auth", async () => {
    const { id } = await newMember();
    const cookie = await makeCookie(stage.db, id, { signedInAgo: HOUR_MS, usedAgo: HOUR_MS });
    const page = `${stage.server.baseUrl}/dashboard?mode=test`;
    expect(await renewedBy(await get("/dashboard?mode=test", cookie, { Referer: page }))).toBeUndefined();
    for (const path of ["/dashboard/map/state", "/dashboard/map/events"]) {
      const answer = await get(path, cookie);
      expect([path, answer.status, await renewedBy(answer)]).toEqual([path, 200, undefined]);
    }
    for (const path of ["session", "signout", "providers", "signin", "error", "_log"]) {
      const answer = await get(`/api/auth/${path}`, cookie);
      expect([path, answer.status, await renewedBy(answer)]).toEqual([path, 404, undefined]);
    }
    expect(await renewedBy(await get("/dashboard", cookie, { Referer: page }))).toBeDefined();
  });

  it.each([
    ["8 hours of inactivity", { signedInAgo: SESSION_IDLE_TIMEOUT_MS, usedAgo: SESSION_IDLE_TIMEOUT_MS }],
    ["30 days since you signed in", { signedInAgo: SESSION_MAX_AGE_MS, usedAgo: 0 }],
  ])("expire for pages, forms and streams, and the sign-in page states the reason (%s)", async (why, ago) => {
    const who = await newMember();
    const cookie = await makeCookie(stage.db, who.id, ago);
    expect(await ledTo(cookie)).toEqual(["/sign-in", "/sign-in"]);
    expect(await renewedBy(await get("/dashboard/settings", cookie))).toBeUndefined();
    const form = { present_password: PASSWORD, new_password: "another one entirely" };
    const from = `${stage.server.baseUrl}/dashboard/settings?mode=test`;
    const { redirect } = await act("changePassword", { ...who, cookie }, form, from);
    expect(redirect).toBe(`/sign-in?next=${encodeURIComponent("/dashboard/settings?mode=test")}`);
    for (const path of ["/dashboard/map/state", "/dashboard/map/events"]) {
      expect([path, (await get(path, cookie)).status]).toEqual([path, 404]);
    }
    const page = await get("/sign-in?lang=en", cookie);
    expect(await page.text()).toContain(why);
    expect(await (await get("/sign-in?lang=en", who.cookie)).headers.get("Location")).toBe("/dashboard");
  });

  it("responses over plain HTTP have no HSTS header", async () => {
    for (const path of ["/", "/sign-in", "/v1/partner/ping", "/healthz"]) {
      const answer = await get(path, "");
      await answer.body?.cancel();
      expect([path, answer.headers.get("strict-transport-security")]).toEqual([path, null]);
    }
  });

  describe("the courier app's routes", () => {
    const PUSH = {
      endpoint: "https://push.example/courier",
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
      locale: "ru",
    };
    /** The body of each, and its status for a courier without an order. */
    const DEEDS: Readonly<Record<string, { body: object; status: number }>> = {
      "/courier/steps": { body: { orderId: "1", step: { type: "accept" } }, status: 409 },
      "/courier/hand-back": { body: { orderId: "1" }, status: 204 },
      "/courier/positions": {
        body: { fixes: [{ ...PLACE, heading: null, accuracyMeters: 5, at: "2026-11-21T12:00:00Z" }] },
        status: 200,
      },
      "/courier/push": { body: PUSH, status: 204 },
      "/courier/messages": { body: { upTo: "1" }, status: 204 },
      "/courier/proofs": { body: {}, status: 400 },
      "/courier/recipient-messages": {
        body: {
          ...{ id: "1", orderId: "1", dropoff: 0, at: "2026-11-21T12:00:00Z" },
          ...{ code: "downstairs", text: "" },
        },
        status: 409,
      },
      "/courier/replies": { body: { text: "Which gate?", at: "2026-11-21T12:00:00Z" }, status: 204 },
      "/courier/shift": { body: { on: true }, status: 204 },
      "/courier/break": { body: { on: true }, status: 204 },
      "/courier/dismissals": { body: { suggestedAt: "2026-11-21T12:00:00Z" }, status: 204 },
    };
    const READ = ["/courier/state", "/courier/events"];
    // A personal link and the app's manifest need no session.
    const OPEN = ["/courier/enter/[secret]", "/courier/manifest.webmanifest"];
    let cookie: string;

    beforeAll(async () => {
      const { link } = await issueCourierLink(
        stage.db,
        await stage.couriers.makeCourier(),
        stage.server.baseUrl,
      );
      cookie = `courier=${link.slice(link.lastIndexOf("/") + 1)}`;
    });

    const OWN = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
    const post = async (path: string, headers: Record<string, string>, body: string) => {
      const answer = await fetch(stage.server.baseUrl + path, { method: "POST", headers, body });
      return answer.status;
    };

    it("are exactly the ones in the test table", () => {
      const routes = builtRoutes().filter((route) => route.startsWith("/courier/"));
      expect([...Object.keys(DEEDS), ...READ, ...OPEN].sort()).toEqual(routes.sort());
    });

    it.each(READ)("%s responds only to the courier, and rejects a POST", async (path) => {
      for (const none of ["", "courier=", `courier=${"a".repeat(43)}`]) {
        expect([none, (await get(path, none)).status]).toEqual([none, 401]);
      }
      expect(await post(path, { ...OWN, Cookie: cookie }, "{}")).toBe(405);
    });

    it.each(Object.keys(DEEDS))("%s accepts requests only from the courier's own page", async (path) => {
      const { body, status } = DEEDS[path] ?? { body: {}, status: 0 };
      const sent = JSON.stringify(body);
      const before = await takeSnapshot(stage.db);
      for (const none of ["", `courier=${"a".repeat(43)}`]) {
        expect(await post(path, { ...OWN, Cookie: none }, sent)).toBe(401);
      }
      const mine = { ...OWN, Cookie: cookie };
      for (const site of ["cross-site", "same-site", "none"]) {
        expect([site, await post(path, { ...mine, "Sec-Fetch-Site": site }, sent)]).toEqual([site, 403]);
      }
      const { "Sec-Fetch-Site": _, ...unknown } = mine;
      expect(await post(path, unknown, sent)).toBe(403);
      expect(await post(path, { ...unknown, Origin: "https://evil.example" }, sent)).toBe(403);
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
        expect([type, await post(path, { ...mine, "Content-Type": type }, sent)]).toEqual([type, 400]);
      }
      for (const wrong of ["", "[]", "{}", "no JSON"]) expect(await post(path, mine, wrong)).toBe(400);
      expect((await get(path, cookie)).status).toBe(405);
      expect(await takeSnapshot(stage.db)).toEqual(before);
      // Without this, the refusals above would prove nothing.
      expect(await post(path, mine, sent)).toBe(status);
    });
  });

  describe("an open stream", () => {
    /** Opens a stream; the returned function waits for its next state, or for its end. */
    async function follow(path: string, cookie: string) {
      const answer = await get(path, cookie);
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      const next = async (): Promise<"state" | "ended"> => {
        text = "";
        while (!text.includes("event: state")) {
          const part = await reader?.read();
          if (part === undefined || part.done) return "ended";
          text += part.value;
        }
        return "state";
      };
      expect(await next()).toBe("state");
      return next;
    }
    const anybody = async () => {
      await stage.api.create(orderBody());
    };

    it.each([
      ["disabled", ({ email }: Member) => disableUser(stage.couriers.context, email, true)],
      ["signed out everywhere", ({ id }: Member) => endSessions(stage.db, id)],
      ["given a new password", ({ email }: Member) => setPassword(stage.db, email, "another one entirely")],
    ])("sends nothing more to an operator who is %s, and ends", async (_, end) => {
      const operator = await makeMember(stage.db, null, "owner");
      const next = await follow("/ops/events", operator.cookie);
      await anybody();
      expect(await next()).toBe("state");
      await end(operator);
      await anybody();
      expect(await next()).toBe("ended");
      expect((await get("/ops/events", operator.cookie)).status).toBe(404);
    });

    it.each([
      ["disabled", (id: string) => disableCourier(stage.couriers.context, id, true)],
      ["given a new link", (id: string) => issueCourierLink(stage.db, id, stage.server.baseUrl)],
    ])("sends nothing more to a courier who is %s, and ends", async (_, end) => {
      const id = await stage.couriers.makeCourier();
      const { link } = await issueCourierLink(stage.db, id, stage.server.baseUrl);
      const cookie = `courier=${link.slice(link.lastIndexOf("/") + 1)}`;
      const next = await follow("/courier/events", cookie);
      await setShift(stage.couriers.context, id, true);
      expect(await next()).toBe("state");
      await end(id);
      expect(await next()).toBe("ended");
      expect((await get("/courier/events", cookie)).status).toBe(401);
    });
  });
});

describe("a service behind TLS and a proxy", () => {
  async function tryFrom(
    address: string,
    email: string,
    password: string,
    devices: readonly string[] = [],
  ): Promise<ActionAnswer & { outcome: string }> {
    const call = { cookie: devices.join("; "), headers: { "X-Forwarded-For": address } };
    const answer = await callSignIn(proxied.baseUrl, { email, password }, call);
    const isIn = answer.headers.getSetCookie().some((line) => line.startsWith("__Host-dropline-session=ey"));
    expect(isIn).toBe(answer.value === null);
    return { ...answer, outcome: answer.value?.why ?? "in" };
  }

  const parseUserAgent = (headers: Headers) =>
    headers.getSetCookie().filter((line) => line.startsWith("__Host-dropline-device-"));
  const newMember = () => makeMember(stage.db, stage.shop.accountId, "owner");
  const lockOut = async (email: string) => {
    for (let host = 1; host <= 13; host += 1) {
      const { outcome } = await tryFrom(`2001:db8:0:${host}::1`, email, "wrong");
      expect(outcome).toBe(host <= 12 ? "wrong" : "too_soon");
    }
  };

  it("does not lock out a known device after guesses from many networks", async () => {
    const { email } = await newMember();
    const first = await tryFrom("203.0.113.1", email, PASSWORD);
    const [device = "", ...others] = parseUserAgent(first.headers);
    expect([first.outcome, others]).toEqual(["in", []]);
    expect(first.redirect).toMatch(/^\/sign-in(;|$)/);
    expect(device).toMatch(/; HttpOnly/i);
    expect(device).toMatch(/; SameSite=lax/i);
    expect(device).toMatch(/; Secure/i);
    const known = [device.split(";", 1)[0] ?? ""];
    await lockOut(email);
    expect((await tryFrom("203.0.113.2", email, PASSWORD)).outcome).toBe("too_soon");
    expect((await tryFrom("203.0.113.2", email, PASSWORD, known)).outcome).toBe("in");
    // Another person's device does not help them.
    const { email: neighbor } = await newMember();
    await lockOut(neighbor);
    expect((await tryFrom("203.0.113.3", neighbor, PASSWORD, known)).outcome).toBe("too_soon");
  });

  it("does not delay a user who has just set a new password through a reset link, even after guesses", async () => {
    const { email, id } = await newMember();
    await lockOut(email);
    const { link } = await issueResetLink(stage.couriers.context, email);
    const reset = builtActions().find(({ name }) => name === "reset");
    if (reset === undefined) throw new Error("The build has no action reset");
    const form = { token: link.slice(link.lastIndexOf("/") + 1), password: "another one entirely" };
    const { headers, redirect } = await callAction(proxied.baseUrl, reset, { form });
    expect(redirect).toBe("/sign-in?changed");
    const known = parseUserAgent(headers).map((line) => line.split(";", 1)[0] ?? "");
    expect((await tryFrom("203.0.113.4", email, "another one entirely", known)).outcome).toBe("in");
    // Changing the password makes every device unknown again.
    await stage.db.models.user.update({
      where: { id },
      data: { passwordHash: await hashPassword(PASSWORD) },
    });
    expect((await tryFrom("203.0.113.4", email, PASSWORD, known)).outcome).toBe("too_soon");
  });

  it("delays guesses at many users from any address of one /64 network", async () => {
    const { email } = await newMember();
    await stage.db.models.signInAttempt.deleteMany();
    for (let guess = 0; guess < 3; guess += 1) {
      await tryFrom(`2001:db8:1:1::${guess}`, `unknown-${guess}@example.com`, "wrong");
    }
    // As if it had been ten: anyone else who tries meanwhile has their own count.
    const { count } = await stage.db.models.signInAttempt.updateMany({
      where: { tries: 3 },
      data: { blockedUntil: new Date(Date.now() + 3_000_000) },
    });
    expect(count).toBe(1);
    const held = await tryFrom("2001:db8:1:1:ffff::1", email, PASSWORD);
    expect(held.value).toEqual({ why: "too_soon", waitSeconds: expect.any(Number), email });
    expect(String(held.value?.waitSeconds)).toMatch(/^\d{4}$/);
    expect((await tryFrom("2001:db8:1:2::1", email, PASSWORD)).outcome).toBe("in");
  });

  it("responds to guesses at known and unknown email addresses equally, including the delays", async () => {
    const { email } = await newMember();
    const answers = async (address: string, network: string) => {
      const all: unknown[] = [];
      for (let guess = 0; guess < 7; guess += 1) {
        const answer = await tryFrom(`${network}::${guess}`, address, guess === 6 ? PASSWORD : "wrong");
        const seconds = answer.value?.waitSeconds ?? 0;
        all.push({
          status: answer.status,
          text: answer.text.replace(/"waitSeconds":\d+/, "").replace(address, ""),
          location: answer.redirect,
          headers: [...answer.headers.keys()].sort(),
          isHalted: seconds > 0 && seconds <= 30,
        });
      }
      return all;
    };
    const known = await answers(email, "2001:db8:2:1");
    const reply = (why: string, isHalted: boolean) => ({
      status: 200,
      text: expect.stringContaining(`"why":"${why}"`),
      location: null,
      isHalted,
    });
    expect(known).toMatchObject([
      ...Array.from({ length: 4 }, () => reply("wrong", false)),
      reply("wrong", true),
      reply("too_soon", true),
      reply("too_soon", true),
    ]);
    expect(await answers("unknown@example.com", "2001:db8:2:2")).toEqual(known);
  });

  /** Posts the form of the page as a browser does, which needs no script. */
  async function postForm(path: string, typed: Record<string, string>, headers: Record<string, string> = {}) {
    const { baseUrl } = proxied;
    const url = `${baseUrl}${path}${path.includes("?") ? "&" : "?"}lang=en`;
    const page = new Window();
    const answer = await fetch(url);
    const { body: shown } = new page.DOMParser().parseFromString(await answer.text(), "text/html");
    const body = new FormData();
    for (const field of shown.querySelectorAll("form input[type=hidden]"))
      body.append(field.getAttribute("name") ?? "", field.getAttribute("value") ?? "");
    await page.happyDOM.close();
    for (const [name, value] of Object.entries(typed)) body.set(name, value);
    // Browsers send no origin from a page without referrers.
    const origin = answer.headers.get("Referrer-Policy") === "no-referrer" ? "null" : baseUrl;
    const sent = { Origin: origin, "X-Forwarded-For": "2001:db8:5:1::1", ...headers };
    return fetch(url, { method: "POST", headers: sent, body, redirect: "manual" });
  }
  const postSignIn = (typed: Record<string, string>, next: string, headers?: Record<string, string>) =>
    postForm(`/sign-in?next=${encodeURIComponent(next)}`, typed, headers);
  const FORMER_RELEASE = { "$ACTION_1:0": `{"id":"60${"0".repeat(40)}","bound":"$@1"}` };

  it("signs in by the page's form without scripts, and redirects only within the site", async () => {
    const { email } = await newMember();
    const outcome = async (...form: Parameters<typeof postSignIn>) => {
      const { status, headers } = await postSignIn(...form);
      return [status, headers.get("Location"), /dropline-session=ey/.test(headers.getSetCookie().join())];
    };
    const typed = { email, password: PASSWORD };
    expect(await outcome(typed, "/ops?mode=test")).toEqual([303, "/ops?mode=test", true]);
    for (const next of ["//example.com", "https://example.com", "/\\example.com"]) {
      expect(await outcome(typed, next)).toEqual([303, "/sign-in", true]);
      expect(await outcome({ ...typed, next }, "/ops")).toEqual([303, "/sign-in", true]);
    }
    expect(await outcome(typed, "/ops", { Origin: "https://example.com" })).toEqual([403, null, false]);
    // The form of another release is loaded again.
    const former = await outcome({ ...typed, ...FORMER_RELEASE }, "/ops");
    expect(former).toEqual([303, "/sign-in?next=%2Fops&lang=en", false]);
  });

  it.each(["invitation", "password_reset"] as const)(
    "the form behind a link (%s) needs no scripts, shows problems at their fields, and sends the link to no page",
    async (kind) => {
      const { email } = await newMember();
      const { context } = stage.couriers;
      const invited = {
        accountId: stage.shop.accountId,
        email: `new.${email}`,
        roles: ["dispatcher"],
        invitedById: null,
        settings: { authSecret: AUTH.AUTH_SECRET, isMailed: false },
      } as const;
      const { link } =
        kind === "invitation"
          ? await context.db.transaction((tx) => writeInvitation(context, tx, invited))
          : await issueResetLink(context, email);
      const { pathname } = new URL(link);
      const shown = await fetch(proxied.baseUrl + pathname);
      expect(shown.headers.get("Referrer-Policy")).toBe("strict-origin");
      await shown.body?.cancel();
      const typed = { password: "another one entirely" };
      const former = await postForm(pathname, { ...typed, ...FORMER_RELEASE });
      expect([former.status, former.headers.get("Location")]).toEqual([303, `${pathname}?lang=en`]);
      expect((await postForm(pathname, typed, { Origin: "https://example.com" })).status).toBe(403);
      const refused = await postForm(pathname, { password: "short" });
      const html = await refused.text();
      expect(html).toMatch(/<input [^>]*aria-invalid="true" aria-describedby="(\S+-hint) (\S+-problem)"/);
      expect(html).toMatch(/<p id="\S+-problem"[^>]*>.*must have at least 10 characters/);
      expect(html).not.toContain('value="short"');
      const done = await postForm(pathname, typed);
      const next = kind === "invitation" ? "/dashboard" : "/sign-in?changed";
      expect([done.status, done.headers.get("Location")]).toEqual([303, next]);
      expect(/dropline-session=ey/.test(done.headers.getSetCookie().join())).toBe(kind === "invitation");
    },
  );

  it("shows the same page for a wrong password and an unknown email, without the password", async () => {
    const { email } = await newMember();
    const answers = [email, "unknown@example.com"].map(async (typed) => {
      const answer = await postSignIn({ email: typed, password: "my secret guess" }, "/ops");
      const [html = ""] = /<main.*<\/main>/s.exec(await answer.text()) ?? [];
      expect(html).toContain("Wrong email or password.");
      expect(html).toContain(`value="${typed}"`);
      expect(html).not.toContain("my secret guess");
      expect(html).toContain('name="next" value="/ops"');
      return [answer.status, html.replaceAll(typed, "email")];
    });
    const [known, unknown] = await Promise.all(answers);
    expect(known).toEqual(unknown);
  });

  it("creates passkey challenges only for its own page, 30 a minute for each network", async () => {
    const ask = (address: string, headers: Record<string, string> = { "Sec-Fetch-Site": "same-origin" }) =>
      fetch(`${proxied.baseUrl}/sign-in/passkey`, {
        method: "POST",
        headers: { "X-Forwarded-For": address, ...headers },
      });
    const first = await ask("2001:db8:6:1::1");
    const [cookie = ""] = first.headers.getSetCookie();
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(cookie).toMatch(/^__Host-dropline-passkey-sign-in=.*; Secure; HttpOnly; SameSite=strict/i);
    const { challenge, allowCredentials } = await first.json();
    expect([cookie.includes(`=${challenge}.`), allowCredentials]).toEqual([true, undefined]);
    for (const site of ["cross-site", "same-site", "none"]) {
      expect((await ask("2001:db8:6:2::1", { "Sec-Fetch-Site": site })).status).toBe(403);
    }
    expect((await ask("2001:db8:6:2::1", {})).status).toBe(403);
    const others = await Promise.all(Array.from({ length: 30 }, (_, host) => ask(`2001:db8:6:1::${host}`)));
    expect(others.filter(({ status }) => status === 200).length).toBe(29);
    expect(others.find(({ status }) => status !== 200)?.headers.getSetCookie()).toEqual([]);
    expect((await ask("2001:db8:6:2::1")).status).toBe(200);
  });

  it("logs only lines of JSON and nothing that was typed in guesses", async () => {
    const canary = "canary-41c7";
    const email = `${canary}\r\n{"level":60}\u001b[31m@example.com`;
    await tryFrom("2001:db8:4:1::1", email, `${canary}\n`, [`dropline-session=${canary}`]);
    await tryFrom("2001:db8:4:1::1", `${canary}\u0000@example.com`, canary);
    const lines = proxied.output().trim().split("\n");
    expect(lines.filter((line) => line.includes(canary))).toEqual([]);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });

  it("delays guesses at a courier's link", async () => {
    const enter = (address: string) =>
      fetch(`${proxied.baseUrl}/courier/enter/${"a".repeat(43)}`, {
        headers: { "X-Forwarded-For": address },
        redirect: "manual",
      });
    expect((await enter("2001:db8:3:1::")).status).toBe(404);
    let host = 1;
    await pollUntil(async () => {
      host += 1;
      const { status, headers } = await enter(`2001:db8:3:1::${host}`);
      return status === 429 && Number(headers.get("Retry-After")) > 0;
    });
    expect(host).toBeGreaterThan(20);
    expect((await enter("2001:db8:3:2::1")).status).toBe(404);
  });

  it.each([
    // A site page, the reference, static files.
    ["/", 200, { csp: HASHES }],
    ["/docs", 200, { csp: HASHES }],
    ["/icon.svg", 200, {}],
    ["/favicon.ico", 200, {}],
    ["/_next/static/none.js", 404, {}],
    ["/robots.txt", 200, {}],
    ["/openapi.json", 200, {}],
    ["/nowhere", 404, {}],
    // Sign-in and personal pages.
    ["/sign-in", 200, { csp: HASHES }],
    ["/forgot", 200, { csp: HASHES }],
    ["/dashboard", 307, { csp: NONCE }],
    ["/ops", 307, { csp: NONCE }],
    ["/dashboard/orders/none", 404, { csp: NONCE, isSignedIn: true }],
    ["/dashboard/settings", 200, { csp: NONCE, isSignedIn: true }],
    ["/dashboard/settings/shop/preview", 307, { csp: NONCE, framedBy: "'self'" }],
    ["/dashboard/settings/shop/preview", 200, { csp: NONCE, framedBy: "'self'", isSignedIn: true }],
    ["/dashboard/settings", 500, { csp: NONCE, isSignedIn: true, isBroken: true }],
    // Pages with a secret URL.
    ["/t/order", 200, { csp: HASHES, referrer: "no-referrer" }],
    [`/t/${"a".repeat(22)}`, 404, { csp: NOTHING, referrer: "no-referrer" }],
    [`/join/${"a".repeat(43)}`, 404, { csp: NOTHING, referrer: "no-referrer" }],
    [`/reset/${"a".repeat(43)}`, 404, { csp: NOTHING, referrer: "no-referrer" }],
    ["/courier", 404, { csp: NONCE, referrer: "no-referrer", geolocation: "self" }],
    ["/courier/state", 401, { csp: NONCE, referrer: "no-referrer", geolocation: "self" }],
    // The API, trackers, probes.
    ["/v1/partner/ping", 401, { csp: NOTHING, referrer: "no-referrer" }],
    ["/v1/nowhere", 404, { csp: NOTHING, referrer: "no-referrer" }],
    ["/gps", 400, { csp: NOTHING }],
    ["/healthz", 200, { csp: NOTHING }],
    ["/readyz", 200, { csp: NOTHING }],
    ["/metrics", 404, { csp: NOTHING }],
    ["/api/auth/csrf", 200, {}],
    ["/api/auth/session", 404, {}],
  ] as [string, number, Kind][])(
    "responds to %s with %i and the expected security headers",
    async (path, status, kind) => {
      const { csp = SITE, referrer = "strict-origin-when-cross-origin", geolocation = "" } = kind;
      const cookie = kind.isSignedIn ? (await newMember()).cookie : "";
      const link =
        path === "/t/order" ? String((await stage.api.create(orderBody())).data.tracking_url) : path;
      if (kind.isBroken) await execute(stage.db)`ALTER TABLE accounts RENAME TO away`;
      const answer = await fetch(proxied.baseUrl + new URL(link, "http://any").pathname, {
        headers: { Cookie: `__Host-${cookie}` },
        redirect: "manual",
      });
      await answer.body?.cancel();
      if (kind.isBroken) await execute(stage.db)`ALTER TABLE away RENAME TO accounts`;
      expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
        status,
        {
          "strict-transport-security": "max-age=63072000; includeSubDomains",
          "x-content-type-options": "nosniff",
          "cross-origin-opener-policy": "same-origin",
          "cross-origin-resource-policy": "same-origin",
          "referrer-policy": referrer,
          "permissions-policy": `geolocation=(${geolocation}), camera=(), microphone=()`,
          "content-security-policy": expect.stringMatching(csp),
        },
      ]);
      expect(answer.headers.get("content-security-policy")).toContain(
        `frame-ancestors ${kind.framedBy ?? "'none'"}`,
      );
      expect(answer.headers.get("x-powered-by")).toBeNull();
    },
  );
});
