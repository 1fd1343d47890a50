import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/clock";
import { readConfig } from "@/lib/config";
import { checkParts, claimCheck } from "@/lib/console/health/check-parts";
import { createFactsReader } from "@/lib/console/health/read-facts";
import { markRestored } from "@/lib/events/mark-restored";
import { releaseQuarantine } from "@/lib/events/release-quarantine";
import { makeMember } from "@/testing/account-fixture";
import { toText } from "@/testing/html-text";
import { readPage } from "@/testing/read-page";
import { AUTH } from "@/testing/sign-in";
import { startTestServer, type TestServer } from "@/testing/stage";

const HOUR_MS = 60 * 60_000;

describe("the service's own health", () => {
  let stage: TestServer;
  let cookie: string;
  beforeAll(async () => {
    stage = await startTestServer({ pages: true, env: AUTH });
    ({ cookie } = await makeMember(stage.db, null, "owner"));
  });
  afterAll(() => stage?.close());

  const session = () => ({ name: "dropline-session", value: cookie.slice(cookie.indexOf("=") + 1) });
  const open = (path: string, locale: "en" | "ru" = "en") =>
    readPage(stage.server.baseUrl + path, { ...session(), domain: "", path: "/" }, locale);

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
});
