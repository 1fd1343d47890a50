import { describe, expect, it } from "vitest";
import { makeMember } from "@/testing/account-fixture";
import type { RunningServer } from "@/testing/server";
import { AUTH } from "@/testing/sign-in";
import { startTestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";

const FORWARDED = { "x-forwarded-for": "192.0.2.7" };

describe("a service with a wrong PROXY_HOPS", () => {
  const ping = ({ baseUrl }: RunningServer, headers: Record<string, string> = {}) =>
    fetch(`${baseUrl}/v1/partner/ping`, { headers }).then((response) => response.arrayBuffer());
  const countWarnings = ({ output }: RunningServer) => output().match(/^.*PROXY_HOPS.*$/gm)?.length ?? 0;

  /** Repeats the requests that the service has warned of, and ends it. */
  const expectOneWarning = async (server: RunningServer, wrong: Record<string, string> = {}) => {
    await pollUntil(() => countWarnings(server) > 0);
    await ping(server, wrong);
    await server.kill("SIGTERM");
    expect(countWarnings(server)).toBe(1);
  };

  it("logs one warning with PROXY_HOPS=0, and shows operators the required change on every page", async () => {
    const env = { ...AUTH, PROXY_HOPS: "0", LOG_LEVEL: "warn" };
    const stage = await startTestServer({ pages: true, env });
    const { server } = stage;
    const { cookie } = await makeMember(stage.db, null, "owner");
    const open = async (path: string) => {
      const headers = { cookie, "accept-language": "en" };
      const html = await (await fetch(server.baseUrl + path, { headers })).text();
      return [...html.matchAll(/role="status"[^>]*>([^<]*)</g)].map(([, text]) => text).join();
    };
    // Probes come from inside, past any proxy.
    await fetch(`${server.baseUrl}/readyz`);
    await ping(server);
    expect(await open("/ops")).not.toContain("PROXY_HOPS");
    await ping(server, FORWARDED);
    for (const path of ["/ops", "/ops/couriers"]) {
      expect(await open(path)).toContain("Requests arrive with X-Forwarded-For, but PROXY_HOPS is 0.");
    }
    await expectOneWarning(server, FORWARDED);
    await stage.close();
  });

  it("logs one warning with PROXY_HOPS=1", async () => {
    const stage = await startTestServer({ env: { PROXY_HOPS: "1", LOG_LEVEL: "warn" } });
    const { server } = stage;
    await fetch(`${server.baseUrl}/readyz`);
    await ping(server, FORWARDED);
    await ping(server);
    await expectOneWarning(server);
    await stage.close();
  });
});
