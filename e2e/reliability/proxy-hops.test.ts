import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { type RunningServer, startServer } from "@/testing/server";
import { until } from "@/testing/until";

const FORWARDED = { "x-forwarded-for": "192.0.2.7" };

describe("a service whose PROXY_HOPS does not fit what is in front of it", () => {
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
    await until(() => countWarnings(running) > 0);
    await ping(wrong);
    await running.kill("SIGTERM");
    expect(countWarnings(running)).toBe(1);
  });
});
