import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeMember } from "@/testing/account-fixture";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { type RunningServer, startServer } from "@/testing/server";
import { AUTH } from "@/testing/sign-in";
import { startTestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";

const FORWARDED = { "x-forwarded-for": "192.0.2.7" };

describe("a service with a wrong PROXY_HOPS", () => {
  let database: TestDatabase;
  let server: RunningServer | undefined;

  beforeAll(async () => {
    database = await createDatabase();
    return () => database.drop();
  });
  afterEach(() => server?.kill("SIGTERM"));

  const start = async (proxyHops: string) => {
    const env = { PROXY_HOPS: proxyHops, LOG_LEVEL: "warn" };
    server = await startServer({ databaseUrl: database.url, env });
    return server;
  };
  const countWarnings = ({ output }: RunningServer) => output().match(/^.*PROXY_HOPS.*$/gm)?.length ?? 0;

  it.each([
    ["0", FORWARDED, {}],
    ["1", {}, FORWARDED],
  ])("logs one warning with PROXY_HOPS=%s", async (proxyHops, wrong, right) => {
    const running = await start(proxyHops);
    const ping = (headers: Record<string, string>) =>
      fetch(`${running.baseUrl}/v1/partner/ping`, { headers }).then((response) => response.arrayBuffer());
    // Probes come from inside, past any proxy.
    await fetch(`${running.baseUrl}/readyz`);
    await ping(right);
    await ping(wrong);
    await pollUntil(() => countWarnings(running) > 0);
    await ping(wrong);
    await running.kill("SIGTERM");
    expect(countWarnings(running)).toBe(1);
  });

  it("shows operators the required change on every page", async () => {
    const stage = await startTestServer({ pages: true, env: AUTH });
    const { cookie } = await makeMember(stage.db, null, "owner");
    const open = async (path: string) => {
      const headers = { cookie, "accept-language": "en" };
      const html = await (await fetch(stage.server.baseUrl + path, { headers })).text();
      return [...html.matchAll(/role="status"[^>]*>([^<]*)</g)].map(([, text]) => text).join();
    };
    expect(await open("/ops")).not.toContain("PROXY_HOPS");
    await fetch(`${stage.server.baseUrl}/v1/partner/ping`, { headers: FORWARDED });
    for (const path of ["/ops", "/ops/couriers"]) {
      expect(await open(path)).toContain("Requests arrive with X-Forwarded-For, but PROXY_HOPS is 0.");
    }
    await stage.close();
  });
});
