import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { setShift } from "@/lib/couriers/set-shift";
import { type RunningServer, startServer } from "@/testing/server";
import { startTestServer, type TestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";

const COURIERS = 20;
const PLACE = { latitude: 59.93, longitude: 30.33 };

describe("a process that dies between the receipt of positions and their commit", () => {
  let stage: TestServer;
  let other: RunningServer;

  beforeAll(async () => {
    stage = await startTestServer({ env: { LOG_LEVEL: "error" } });
    other = await startServer({ databaseUrl: stage.databaseUrl, env: { LOG_LEVEL: "error" } });
  });

  afterAll(async () => {
    await other?.kill("SIGTERM");
    await stage?.close();
  });

  it("acknowledges none of them, and another process stores them when they are resent (GPS-5)", async () => {
    const { db, couriers, server, databaseUrl } = stage;
    const tokens: string[] = [];
    for (let index = 0; index < COURIERS; index += 1) {
      const courierId = await couriers.makeCourier();
      tokens.push((await issueCourierLink(db, courierId, server.baseUrl)).deviceToken);
      await setShift(couriers.context, courierId, true);
    }
    const timestamp = Date.now();
    const send = async (to: RunningServer, token: string) => {
      const query = `id=${token}&lat=${PLACE.latitude}&lon=${PLACE.longitude}&timestamp=${timestamp}`;
      const answer = await fetch(`${to.baseUrl}/gps?${query}`, { method: "POST" }).catch(() => null);
      return answer?.status ?? null;
    };

    const blocker = new Client({ connectionString: databaseUrl });
    await blocker.connect();
    await blocker.query("BEGIN");
    await blocker.query("LOCK TABLE courier_positions IN SHARE MODE");
    const sent = tokens.map((token) => send(server, token));
    const waiting = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await pollUntil(async () => {
      // Within a transaction PostgreSQL caches its first activity snapshot.
      await blocker.query("SELECT pg_stat_clear_snapshot()");
      return (await blocker.query(`SELECT 1 ${waiting}`)).rows.length > 0;
    });
    await server.kill("SIGKILL");
    // The statement must not outlive the process, so that only a premature response could have been a 200.
    await blocker.query(`SELECT pg_terminate_backend(pid) ${waiting}`);
    await blocker.query("ROLLBACK");
    await blocker.end();

    expect(new Set(await Promise.all(sent))).toEqual(new Set([null]));
    expect(await db.models.courierPosition.count()).toBe(0);
    expect(new Set(await Promise.all(tokens.map((token) => send(other, token))))).toEqual(new Set([200]));
    expect(await db.models.courierPosition.count({ where: PLACE })).toBe(COURIERS);
  });
});
