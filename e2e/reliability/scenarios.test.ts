import { afterAll, beforeAll, describe, expect, it } from "vitest";
import scenarios from "@/lib/docs/scenarios.json";
import { SCENARIOS } from "@/lib/sandbox/scenario";
import { makeMember } from "@/testing/account-fixture";
import { readPage } from "@/testing/read-page";
import { runScenarios } from "@/testing/run-scenarios";
import { AUTH } from "@/testing/sign-in";
import { startTestServer, type TestServer } from "@/testing/stage";

describe("the scenarios of the sandbox", () => {
  let stage: TestServer;

  beforeAll(async () => {
    const webhooks = { WEBHOOK_ALLOW_HTTP: "1", WEBHOOK_ALLOW_PRIVATE: "1" };
    const env = { ...AUTH, ...webhooks, ROLE: "all", LOG_LEVEL: "warn" };
    stage = await startTestServer({ pages: true, env });
  });

  afterAll(() => stage?.close());

  it("produce the documented statuses, events, webhooks and stops on a real service (SBX-3, SBX-6)", async () => {
    const recorded = await runScenarios({ db: stage.db, baseUrl: stage.server.baseUrl });
    expect(recorded).toEqual(scenarios);
  });

  it("are listed on a page of the account that has run them, with its endpoint's responses", async () => {
    const runs = await stage.db.models.order.findMany({ include: { scenarioRun: true } });
    expect(runs).toHaveLength(SCENARIOS.length);
    for (const { accountId, orderCode, externalOrderId, scenarioRun } of runs) {
      const { cookie } = await makeMember(stage.db, accountId, "staff");
      const [name = "", value = ""] = cookie.split("=");
      const session = { name, value, domain: "", path: "" };
      const page = await readPage(`${stage.server.baseUrl}/dashboard/sandbox?mode=test`, session);
      expect(page.text).toContain(`1 of ${SCENARIOS.length} scenarios passed`);
      const row = page.items.find(({ text }) => text.startsWith(scenarioRun?.scenario ?? "?"));
      expect(row?.href).toBe(`/dashboard/orders/${orderCode}?mode=test`);
      for (const output of [externalOrderId, "Passed", "order.created 204"])
        expect(row?.text).toContain(output);
    }
  });
});
