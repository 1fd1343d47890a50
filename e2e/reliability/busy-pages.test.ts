import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeMember } from "@/testing/account-fixture";
import { amount } from "@/testing/amount";
import { orderBody } from "@/testing/api-client";
import { runText } from "@/testing/run-text";
import { AUTH } from "@/testing/sign-in";
import { startTestServer, type TestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";

const CONNECTIONS = 2;
/** On a busy machine, a page may ask for its connection only after the calls before it have given up. */
const MAX_TRIES = 5;

let stage: TestServer;
let cookie: string;

beforeAll(async () => {
  stage = await startTestServer({
    pages: true,
    env: { ...AUTH, DATABASE_POOL_SIZE: String(CONNECTIONS), LOG_LEVEL: "silent" },
  });
  ({ cookie } = await makeMember(stage.db, stage.shop.accountId, "owner"));
});
afterAll(() => stage?.close());

const open = (language: string) =>
  fetch(`${stage.server.baseUrl}/dashboard/keys`, {
    headers: { Cookie: cookie, "Accept-Language": language },
  });

/**
 * Opens the page of keys behind the given calls, each of which holds a connection for the two seconds of a lock: the first
 * ones have held all of them for half a second when the others begin to wait.
 */
async function openBehind(calls: number, language: string): Promise<Response> {
  const blocker = new Client({ connectionString: stage.databaseUrl });
  await blocker.connect();
  const body = orderBody();
  await stage.api.create(body);
  try {
    await blocker.query("BEGIN");
    await blocker.query("LOCK TABLE order_status_changes");
    const call = () => stage.api.get(`/v1/partner/orders/${body.external_order_id}`);
    const first = Array.from({ length: CONNECTIONS }, call);
    await pollUntil(async () => {
      const [row] = await runText(
        stage.db,
        `SELECT count(*)::int AS held FROM pg_stat_activity WHERE datname = current_database()
           AND wait_event_type = 'Lock' AND query_start < clock_timestamp() - interval '500 ms'`,
      );
      return Number(row?.held) === CONNECTIONS;
    });
    const others = Array.from({ length: calls - CONNECTIONS }, call);
    // Sent at the same moment, the page might come to wait before them. Much later, they would have given up before it.
    await sleep(400);
    const page = await open(language);
    await Promise.all([...first, ...others]);
    return page;
  } finally {
    await blocker.end();
  }
}

it("a page that waits for a connection behind two rounds of API calls returns 200", async () => {
  const page = await openBehind(2 * CONNECTIONS, "en");
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("API keys")]);
});

it.each(
  [
    ["ru", "Скоро вернёмся"],
    ["en", "Back in a moment"],
  ].slice(0, amount(1, 2)),
)(
  "a page that gets no connection for five seconds returns a 503 in the reader's language (%s) with Retry-After",
  async (language = "", words = "") => {
    let page = await openBehind(10 * CONNECTIONS, language);
    for (let tries = 1; page.status === 200 && tries < MAX_TRIES; tries += 1) {
      page = await openBehind(10 * CONNECTIONS, language);
    }
    expect(page.status).toBe(503);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await page.text()).toContain(words);
    expect((await open(language)).status).toBe(200);
  },
);
