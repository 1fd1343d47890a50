import { afterAll, beforeAll, describe, expect, it } from "vitest";
import scenarios from "@/lib/reference/scenarios.json";
import { rehearse } from "@/testing/rehearse";
import { type RunningServer, startServer } from "@/testing/server";
import { AUTH } from "@/testing/sign-in";
import { openStage, type Stage } from "@/testing/stage";

describe("the scenarios of the sandbox", () => {
  let stage: Stage;
  let worker: RunningServer;

  beforeAll(async () => {
    const env = { ...AUTH, LOG_LEVEL: "warn", WEBHOOK_ALLOW_HTTP: "1", WEBHOOK_ALLOW_PRIVATE: "1" };
    stage = await openStage({ env });
    worker = await startServer({ databaseUrl: stage.databaseUrl, env: { ...env, ROLE: "worker" } });
  });

  afterAll(async () => {
    await worker?.kill("SIGTERM");
    await stage?.close();
  });

  it("go on a real service as the documents tell: statuses, events, webhooks and stops (SBX-3, SBX-6)", async () => {
    const rehearsed = await rehearse({ db: stage.db, baseUrl: stage.server.baseUrl });
    expect(rehearsed).toEqual(scenarios);
  });
});
