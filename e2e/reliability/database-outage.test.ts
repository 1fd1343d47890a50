import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiClient, orderBody } from "@/e2e/harness/api-client";
import { clusterFolder } from "@/e2e/harness/cluster";
import { type RunningServer, startServer } from "@/e2e/harness/server";
import { makeClient } from "@/e2e/harness/world";
import { openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { type EmbeddedPostgres, startEmbedded } from "@/scripts/postgres";

describe("kill -9 of the database", () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let server: RunningServer;
  let api: ApiClient;

  beforeAll(async () => {
    folder = clusterFolder();
    postgres = await startEmbedded({ dataDir: folder });
    await migrate(postgres.databaseUrl);
    const db = openDatabase(postgres.databaseUrl, 1);
    const shop = await makeClient(db);
    await db.$disconnect();
    server = await startServer({ databaseUrl: postgres.databaseUrl, env: { LOG_LEVEL: "error" } });
    api = new ApiClient(server.baseUrl, shop.key);
  });

  afterAll(async () => {
    await server?.kill("SIGTERM");
    await postgres?.remove();
  });

  const probe = async (path: string) => (await fetch(server.baseUrl + path)).status;

  it("is a 503 in the envelope while it lasts, loses no acknowledged order, and heals by itself", async () => {
    const bodies = Array.from({ length: 60 }, () => orderBody());
    const acknowledged = new Map<string, string>();
    for (let round = 0; round < 3; round += 1) {
      const batch = bodies.slice(round * 20, round * 20 + 20);
      const sent = batch.map(async (body, index) => {
        const answer = await api.create(body);
        if (index === 10) process.kill(postgres.pid, "SIGKILL");
        if (answer.status === 201) acknowledged.set(body.external_order_id, answer.text);
        else expect([answer.status, answer.error.id]).toEqual([503, "service.unavailable"]);
      });
      await Promise.all(sent);
      const refused = await api.create(orderBody());
      expect([refused.status, refused.error.id]).toEqual([503, "service.unavailable"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      expect([await probe("/healthz"), await probe("/readyz")]).toEqual([200, 503]);

      postgres = await startEmbedded({ dataDir: folder });
      await expect.poll(() => probe("/readyz"), { timeout: 20_000 }).toBe(200);
      for (const [id, text] of acknowledged) {
        const again = await api.create(bodies.find((body) => body.external_order_id === id));
        expect([again.status, again.text]).toEqual([200, text]);
      }
    }
    const final = await Promise.all(bodies.map((body) => api.create(body)));
    expect(final.every(({ status }) => status === 200 || status === 201)).toBe(true);
    expect(server.process.exitCode).toBeNull();
  });
});
