import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/clock";
import { readConfig } from "@/lib/config";
import { checkParts, claimCheck } from "@/lib/health-report/check-parts";
import { createFactsReader } from "@/lib/health-report/read-facts";
import { markRestored } from "@/lib/recovery/mark-restored";
import { releaseQuarantine } from "@/lib/recovery/release-quarantine";
import { makeMember } from "@/testing/account-fixture";
import { builtActions, callAction } from "@/testing/actions";
import { execute, withDatabase } from "@/testing/cluster";
import { toText } from "@/testing/html-text";
import { readPage } from "@/testing/read-page";
import { AUTH } from "@/testing/sign-in";
import { startTestServer, type TestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";

const HOUR_MS = 60 * 60_000;

interface StatusJson {
  readonly status: string;
  readonly checked_at: string | null;
  readonly parts: readonly { readonly id: string; readonly status: string }[];
  readonly incidents: readonly {
    readonly title: string;
    readonly status: string;
    readonly resolved_at: string | null;
    readonly updates: readonly { readonly status: string; readonly text: string }[];
  }[];
}

describe("the service's own health", () => {
  let stage: TestServer;
  let cookie: string;
  beforeAll(async () => {
    stage = await startTestServer({ pages: true, env: AUTH });
    ({ cookie } = await makeMember(stage.db, null, "operator"));
  });
  afterAll(() => stage?.close());

  const session = () => ({ name: "dropline-session", value: cookie.slice(cookie.indexOf("=") + 1) });
  const open = (path: string, locale: "en" | "ru" = "en") =>
    readPage(stage.server.baseUrl + path, { ...session(), domain: "", path: "/" }, locale);
  const readJson = async (): Promise<StatusJson> =>
    (await fetch(`${stage.server.baseUrl}/status.json`)).json() as Promise<StatusJson>;
  const send = async (name: string, form: Record<string, string>) => {
    const action = builtActions().find((one) => one.name === name);
    if (action === undefined) throw new Error(`The build has no action ${name}.`);
    return (await callAction(stage.server.baseUrl, action, { form, cookie })).value;
  };

  it("shows operators what is stuck, since when and what to do, and the process that runs", async () => {
    const { db } = stage;
    const runAt = new Date(Date.now() - HOUR_MS);
    runAt.setSeconds(30);
    await db.models.job.create({ data: { kind: "clean_up", key: "late", runAt } });
    const settings = readConfig({ DATABASE_URL: stage.databaseUrl });
    await claimCheck(db, new Date());
    await checkParts(db, createFactsReader({ db, clock: systemClock, geocoder: null }, settings));

    const page = await open("/ops/health");
    const findRow = (part: string) => page.items.find(({ text }) => text.includes(part))?.text ?? "";
    for (const words of ["Stuck", "The oldest is ", "since", "Restart the process with ROLE=all or worker"])
      expect(findRow("Jobs")).toContain(words);
    expect(page.html).toContain(`dateTime="${runAt.toISOString().slice(0, 17)}`);
    // Nothing runs dispatch in this test.
    expect(findRow("Dispatch")).toContain("No dispatch is running");
    expect(page.items.find(({ text }) => text.includes("Dispatch"))?.href).toBe("/ops/orders");
    expect(findRow("Event log")).toContain("OK");
    expect(findRow("Backups")).toContain("No backups are scheduled");
    expect(page.rows.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^web\d+\.\d+\.\d+.*just now$/),
    ]);
    expect((await open("/ops/health", "ru")).text).toContain("Перезапустите процесс с ROLE=all или worker");
  });

  it("shows on pages that a restored database sends nothing until its release", async () => {
    const { db, shop, server } = stage;
    const owner = await makeMember(db, shop.accountId, "owner");
    const read = async (path: string, member: string) => {
      const response = await fetch(server.baseUrl + path, { headers: { Cookie: `${member}; locale=en` } });
      return toText(await response.text());
    };
    await markRestored(db, { until: new Date("2026-11-26T21:14:03Z") });
    expect(await read("/ops", cookie)).toContain("restore --release");
    expect(await read("/dashboard/orders", owner.cookie)).toMatch(/Everything up to .*14:03.* is there/);
    expect(await releaseQuarantine(db)).toBe(true);
  });

  it("announces an incident, shows its updates in order and both languages, and ends it once", async () => {
    const [id, other] = [randomUUID(), randomUUID()];
    const words = (text: string) => ({ text_en: text, text_ru: `${text} по-русски` });
    const title = { title_en: "Webhooks are late", title_ru: "Вебхуки опаздывают" };
    const first = { id, ...title, "part:webhooks": "on", state: "investigating", ...words("We are looking") };
    expect(await send("announceIncident", { ...first, "part:webhooks": "" })).toMatchObject({
      isDone: false,
      problems: [{ field: "parts", code: "parts" }],
    });
    // A form that is sent twice announces once.
    for (const form of [first, first])
      expect(await send("announceIncident", form)).toMatchObject({ isDone: true });
    await send("announceIncident", { ...first, id: other, ...words("Another one") });
    for (const state of ["identified", "resolved"]) {
      expect(await send("continueIncident", { id, state, ...words(state) })).toMatchObject({ isDone: true });
    }
    expect(await send("continueIncident", { id, state: "monitoring", ...words("Again") })).toMatchObject({
      isDone: false,
      problems: [{ field: "state", code: "resolved" }],
    });
    const { incidents } = await readJson();
    expect(incidents.map(({ status, resolved_at }) => [status, resolved_at === null])).toEqual([
      ["investigating", true],
      ["resolved", false],
    ]);
    expect(incidents[1]?.updates.map(({ status, text }) => [status, text])).toEqual([
      ["resolved", "resolved"],
      ["identified", "identified"],
      ["investigating", "We are looking"],
    ]);
    const page = await open("/status", "ru");
    for (const text of ["Вебхуки опаздывают", "Another one по-русски", "Затронуто: Вебхуки", "Прошлые сбои"])
      expect(page.text).toContain(text);
    expect(page.text).not.toContain("Webhooks are late");
  });

  it("keeps the last known state on the status page while the database is down, for signed-in readers too", async () => {
    const { pathname } = new URL(stage.databaseUrl);
    const name = pathname.slice(1);
    const run = (isAllowed: boolean) =>
      execute(
        withDatabase(stage.databaseUrl, "postgres"),
        `ALTER DATABASE "${name}" ALLOW_CONNECTIONS ${isAllowed}`,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
      );
    const before = await readJson();
    expect(before.parts.map(({ id }) => id)).toEqual(["api", "dashboard", "tracking", "webhooks"]);
    await run(false);
    try {
      // Page and JSON are cached apart.
      await pollUntil(async () => (await open("/status")).heading === "The current state is not known");
      const { status, text } = await open("/status");
      expect([status, text]).toEqual([200, expect.stringContaining("last known state, from")]);
      expect(text).toContain("Webhooks are late");
      await pollUntil(async () => (await readJson()).status === "unknown");
      const { checked_at, parts, incidents } = await readJson();
      expect([parts.length, incidents.length]).toEqual([4, 2]);
      expect(Date.parse(checked_at ?? "")).toBeGreaterThanOrEqual(Date.parse(before.checked_at ?? ""));
    } finally {
      await run(true);
    }
  });
});
