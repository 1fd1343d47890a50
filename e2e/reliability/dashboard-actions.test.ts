import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACTIONS, ROUTES } from "@/e2e/reliability/action-table";
import { type AccountFixture, type Member, makeAccountFixture, makeMember } from "@/testing/account-fixture";
import {
  type ActionAnswer,
  builtActions,
  builtPages,
  builtRoutes,
  callAction,
  type ServerAction,
} from "@/testing/actions";
import { isLongRun } from "@/testing/amount";
import { type FakeGeocoder, startFakeGeocoder } from "@/testing/fake-geocoder";
import { cameraPhoto } from "@/testing/photos";
import { AUTH } from "@/testing/sign-in";
import { takeSnapshot } from "@/testing/snapshot";
import { startTestServer, type TestServer } from "@/testing/stage";

const ELSEWHERE = "https://evil.example";
const built = builtActions();
const ofDashboard = built.filter(({ file }) => file.startsWith("app/dashboard/"));

const getKey = ({ file, name }: { file: string; name: string }): string => `${file} ${name}`;

describe("the dashboard's actions", () => {
  let stage: TestServer;
  let geocoder: FakeGeocoder;
  let victim: AccountFixture;
  let operator: Member;
  /** The account of the next action of the table, if the former one has left one for it. */
  let household: AccountFixture | undefined;

  beforeAll(async () => {
    geocoder = await startFakeGeocoder();
    stage = await startTestServer({
      pages: true,
      env: { ...AUTH, GEOCODER_URL: geocoder.url, WEBHOOK_ALLOW_PRIVATE: "1" },
    });
    victim = await makeAccountFixture(stage.db, stage.couriers);
    operator = await makeMember(stage.db, null, "owner");
  });

  afterAll(async () => {
    await stage?.close();
    await geocoder?.close();
  });

  /** The state after a refused attempt, until something else is written. */
  let latestSnapshot: Awaited<ReturnType<typeof takeSnapshot>> | undefined;

  const newHousehold = () => {
    latestSnapshot = undefined;
    return makeAccountFixture(stage.db, stage.couriers);
  };

  const call = (action: ServerAction, options: Parameters<typeof callAction>[2]): Promise<ActionAnswer> =>
    callAction(stage.server.baseUrl, action, options);

  /** Runs the attempt, and returns the audit records that it left: action, actor, refusal. */
  async function findAudit(attempt: () => Promise<unknown>) {
    const newest = await stage.db.models.auditRecord.findFirst({ orderBy: { id: "desc" } });
    await attempt();
    const records = await stage.db.models.auditRecord.findMany({ where: { id: { gt: newest?.id ?? 0n } } });
    return records.map(({ action, actorId, refusal }) => [action, actorId, refusal]);
  }

  /** A toggle is refused as such, and done as one of its directions. */
  const getRefused = (audit: string) => audit.replace(/^(user|webhook)\.disable$/, "$1.switch");

  /** Runs the attempt, and checks that no row of any table has changed. */
  async function changingNothing<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
    const before = latestSnapshot ?? (await takeSnapshot(stage.db));
    latestSnapshot = undefined;
    const answer = await attempt();
    const after = await takeSnapshot(stage.db);
    expect(after).toEqual(before);
    latestSnapshot = after;
    return answer;
  }

  /** The page does not contain the sentences. */
  const refusedBy = (refusal = "") => {
    return { isDone: false, refusal, texts: { [refusal]: expect.stringMatching(/ /) } };
  };

  it("are exactly the ones in the test table", () => {
    expect(ACTIONS.map(getKey).sort()).toEqual(ofDashboard.map(getKey).sort());
  });

  describe.each(ACTIONS)("$name of $file", (row) => {
    const action = built.find((one) => getKey(one) === getKey(row));
    if (action === undefined) return;
    let own: AccountFixture;

    // One household for all tests: refused callers change nothing, and allowed ones come last.
    beforeAll(async () => {
      household ??= await newHousehold();
      own = household;
    });

    afterAll(() => {
      if (row.isDestructive) household = undefined;
    });

    const send = (about: AccountFixture, cookie: string | undefined, origin?: string) =>
      call(action, {
        form: row.form(about, stage.server.baseUrl),
        ...(row.page === undefined ? {} : { page: row.page(about) }),
        cookie: [cookie ?? "", row.cookies?.(about) ?? ""].filter((one) => one !== "").join("; "),
        ...(origin === undefined ? {} : { origin }),
      });

    it("redirects a caller without a session to sign in", async () => {
      const answer = await changingNothing(() => send(own, undefined));
      expect(answer.redirect).toMatch(/^\/sign-in\?next=/);
    });

    it("returns 404 to an operator, and leaves one record of it", async () => {
      const audit = await findAudit(async () => {
        const answer = await changingNothing(() => send(own, operator.cookie));
        expect([answer.status, answer.value]).toEqual([404, null]);
      });
      const expected = row.audit === undefined ? [] : [[getRefused(row.audit), operator.id, "ACCESS_DENIED"]];
      expect(audit).toEqual(expected);
    });

    // Next.js refuses it before it looks at the action.
    it.runIf(isLongRun || ACTIONS.indexOf(row) % 8 === 0)(
      "returns 403 to a form of another site",
      async () => {
        const answer = await changingNothing(() => send(own, own.owner.cookie, ELSEWHERE));
        expect([answer.status, answer.value]).toEqual([403, null]);
      },
    );

    if (row.role === "owner") {
      it("is forbidden to a dispatcher who is also a viewer, as the staff of earlier releases", async () => {
        const audit = await findAudit(async () => {
          const answer = await changingNothing(() => send(own, own.staff.cookie));
          expect(answer.value).toMatchObject(refusedBy("PERMISSION_DENIED"));
        });
        const expected =
          row.audit === undefined ? [] : [[getRefused(row.audit), own.staff.id, "PERMISSION_DENIED"]];
        expect(audit).toEqual(expected);
      });
    }

    if (row.foreign !== undefined) {
      it("does not find another account's rows", async () => {
        const audit = await findAudit(async () => {
          const answer = await changingNothing(() => send(victim, own.owner.cookie));
          expect(answer.value).toMatchObject(refusedBy(row.foreign));
        });
        const expected = row.audit === undefined ? [] : [[getRefused(row.audit), own.owner.id, row.foreign]];
        expect(audit).toEqual(expected);
      });
    }

    // Without this, the refusals above would prove nothing.
    it("succeeds for an allowed role, and leaves one record", async () => {
      const who = row.role === "owner" ? own.owner : own.staff;
      const audit = await findAudit(async () => {
        latestSnapshot = undefined;
        const answer = await send(own, who.cookie);
        const isLedOn = answer.redirect !== null && !answer.redirect.startsWith("/sign-in");
        expect({ ...answer, isThrough: answer.value?.isDone === true || isLedOn }).toMatchObject({
          isThrough: true,
        });
      });
      expect(audit).toEqual(row.audit === undefined ? [] : [[row.audit, who.id, null]]);
    });
  });

  it("apply the chosen sandbox scenario to a test order and not to a live one", async () => {
    const create = built.find(({ name }) => name === "createOrder");
    if (create === undefined) throw new Error("The build does not contain the action");
    const { staff, accountId, order } = await newHousehold();
    for (const mode of ["test", "live"] as const) {
      const draft = JSON.stringify({ ...order.draft, external_order_id: `scenario-${accountId}` });
      const form = { mode, draft, sandbox_scenario: "wrong_code" };
      expect((await call(create, { form, cookie: staff.cookie })).value).toMatchObject({ isDone: true });
    }
    const made = await stage.db.models.order.findMany({
      where: { accountId, externalOrderId: `scenario-${accountId}` },
      include: { scenarioRun: true, stops: { where: { position: 1 } } },
    });
    expect(
      made.map(({ mode, scenarioRun, stops }) => [mode, scenarioRun?.scenario, stops[0]?.proofCode]),
    ).toEqual(
      expect.arrayContaining([
        ["test", "wrong_code", true],
        ["live", undefined, null],
      ]),
    );
    expect(made).toHaveLength(2);
  });

  it("publish a logo as an immutable file under its hash, and every other URL there returns 404", async () => {
    const saveIdentity = built.find(({ name }) => name === "saveIdentity");
    if (saveIdentity === undefined) throw new Error("The build does not contain the action");
    const { owner, accountId } = await newHousehold();
    const picture = await cameraPhoto({ width: 300, height: 300 });
    const logo = new File([new Uint8Array(picture)], "../logo.svg", { type: "image/svg+xml" });
    const form = { brand_name: "", accent: "", contact_phone: "", contact_url: "", logo };
    expect((await call(saveIdentity, { form, cookie: owner.cookie })).value).toMatchObject({ isDone: true });
    const { logo: sha256 } = await stage.db.models.account.findUniqueOrThrow({ where: { id: accountId } });
    const get = (path: string, method = "GET") => fetch(stage.server.baseUrl + path, { method });
    const answer = await get(`/logos/${sha256}.webp`);
    expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
      200,
      {
        "content-type": "image/webp",
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringMatching(/^default-src 'none'; sandbox/),
      },
    ]);
    expect(answer.headers.get("set-cookie")).toBeNull();
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
    expect((await get(`/logos/${sha256}.webp`, "POST")).status).toBe(405);
    const others = [sha256, `${sha256}.png`, `${"0".repeat(64)}.webp`, `..%2flogos%2f${sha256}.webp`, "%00"];
    for (const name of others) {
      const missing = await get(`/logos/${name}`);
      const isKept = /immutable/.test(missing.headers.get("cache-control") ?? "");
      expect([name, missing.status, isKept]).toEqual([name, 404, false]);
    }
  });

  it("all actions outside the dashboard return 403 to a form of another site", async () => {
    const own = await newHousehold();
    for (const action of built.filter(({ file }) => !file.startsWith("app/dashboard/"))) {
      const form = { id: own.accountId, email: own.owner.email, disable: "true", base_price: "1" };
      await changingNothing(async () => {
        for (const { cookie } of [operator, own.owner]) {
          const fields = action.name === "signOut" ? {} : { form };
          const answer = await call(action, { cookie, origin: ELSEWHERE, ...fields });
          expect([getKey(action), answer.status, answer.value]).toEqual([getKey(action), 403, null]);
          expect(answer.headers.getSetCookie()).toEqual([]);
        }
      });
    }
  });

  it.each(["callback/oidc", "signin/oidc", "signout", "session", "_log"])(
    "POST /api/auth/%s returns 403 to another site and changes nothing, even with a valid token",
    async (path) => {
      const { baseUrl } = stage.server;
      const own = await newHousehold();
      const token = await fetch(`${baseUrl}/api/auth/csrf`);
      const { csrfToken } = (await token.json()) as { csrfToken: string };
      const cookies = token.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
      const post = (origin: string) =>
        fetch(`${baseUrl}/api/auth/${path}`, {
          method: "POST",
          headers: { Origin: origin, Cookie: [...cookies, own.owner.cookie].join("; ") },
          body: new URLSearchParams({ csrfToken, json: "true" }),
          redirect: "manual",
        });
      for (const origin of [ELSEWHERE, "null", `${baseUrl}.evil.example`]) {
        const answer = await changingNothing(() => post(origin));
        expect([origin, answer.status, answer.headers.getSetCookie()]).toEqual([origin, 403, []]);
      }
      latestSnapshot = undefined;
      expect((await post(baseUrl)).status).not.toBe(403);
    },
  );

  it("dashboard pages redirect callers without a session to sign in, and return 404 to operators", async () => {
    const pages = builtPages().filter((page) => /^\/dashboard(\/|$)/.test(page));
    expect(pages).toContain("/dashboard/settings/people");
    const own = await newHousehold();
    for (const page of pages) {
      const address = stage.server.baseUrl + page.replace(/\[+[^\]]+\]+/g, own.order.code);
      const stranger = await fetch(address, { redirect: "manual" });
      expect([page, stranger.status, stranger.headers.get("Location")]).toEqual([
        page,
        307,
        expect.stringMatching(/\/sign-in\?next=/),
      ]);
      const answer = await fetch(address, { headers: { Cookie: operator.cookie }, redirect: "manual" });
      expect([page, answer.status]).toEqual([page, 404]);
    }
  });

  describe("route handlers", () => {
    let own: AccountFixture;

    beforeAll(async () => {
      own = await newHousehold();
    });

    const ask = async (path: string, body: object | undefined, cookie?: string, origin?: string) => {
      const abort = new AbortController();
      const answer = await fetch(stage.server.baseUrl + path, {
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
        headers: {
          ...(body === undefined
            ? {}
            : { "Content-Type": "application/json", Origin: origin ?? stage.server.baseUrl }),
          ...(cookie === undefined ? {} : { Cookie: cookie }),
        },
        redirect: "manual",
        signal: abort.signal,
      });
      // A stream would go on for ever.
      abort.abort();
      return { status: answer.status, location: answer.headers.get("Location") };
    };

    it("are exactly the ones in the test table", () => {
      const routes = builtRoutes().filter((route) => route.startsWith("/dashboard/"));
      expect(ROUTES.map(({ route }) => route).sort()).toEqual(routes.sort());
    });

    it.each(ROUTES)(
      "$route responds only to the account's users",
      async ({ path, isNaming, body, role, status = 200 }) => {
        const refused = async (whose: AccountFixture, cookie?: string) => {
          const { status: refusal, location } = await changingNothing(() => ask(path(whose), body, cookie));
          const isSentAway = refusal === 307 && (location ?? "").includes("/sign-in");
          expect([path(whose), refusal === 404 || isSentAway, refusal]).toEqual([path(whose), true, refusal]);
        };
        await refused(own);
        // A page that is opened with a cookie of five minutes ago writes that the session is used.
        latestSnapshot = undefined;
        await refused(own, (await makeMember(stage.db, null, "owner")).cookie);
        if (isNaming) await refused(victim, own.owner.cookie);
        if (body !== undefined) {
          const answer = await changingNothing(() => ask(path(own), body, own.staff.cookie, ELSEWHERE));
          expect(answer.status).toBe(403);
        }
        if (role === "owner") await refused(own, own.staff.cookie);
        const reader = role === "owner" ? own.owner : own.staff;
        latestSnapshot = undefined;
        expect((await ask(path(own), body, reader.cookie)).status).toBe(status);
      },
    );
  });
});
