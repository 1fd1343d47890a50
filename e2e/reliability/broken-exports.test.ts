import { afterAll, beforeAll, expect, it } from "vitest";
import { makeMember } from "@/testing/account-fixture";
import { execute } from "@/testing/cluster";
import { insertEndedOrders } from "@/testing/ended-orders";
import { AUTH } from "@/testing/sign-in";
import { startTestServer, type TestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";

/** More than are read at once, so that the first of them have been sent when the last fails. */
const ORDERS = 1_500;

let stage: TestServer;
beforeAll(async () => {
  stage = await startTestServer({ pages: true, env: { ...AUTH, LOG_LEVEL: "error" } });
});
afterAll(() => stage?.close());

it("an export that fails in the middle is logged with its request, and the transfer breaks off", async () => {
  const { accountId } = stage.shop;
  const { cookie } = await makeMember(stage.db, accountId, "owner");
  const courierId = await stage.couriers.makeCourier();
  const time = { from: "2026-11-01T00:00Z", until: "2026-11-20T00:00Z" };
  const oldest = `(SELECT id FROM orders WHERE account_id = '${accountId}' ORDER BY created_at LIMIT 1)`;
  await execute(
    stage.databaseUrl,
    insertEndedOrders(accountId, courierId, { count: ORDERS, ...time }),
    // As rows that were copied around the triggers may have it.
    `UPDATE order_stops SET metadata = 'null' WHERE account_id = '${accountId}'`,
  );
  const download = (requestId: string) =>
    fetch(`${stage.server.baseUrl}/dashboard/orders/export?status=all&from=2026-10-01`, {
      headers: { Cookie: cookie, "X-Request-Id": requestId },
    });
  const whole = await download("export-whole");
  expect((await whole.text()).trimEnd().split("\r\n")).toHaveLength(ORDERS + 1);

  await execute(stage.databaseUrl, `DELETE FROM order_stops WHERE order_id = ${oldest}`);
  const broken = await download("export-broken");
  expect(broken.status).toBe(200);
  expect(broken.headers.get("x-request-id")).toBe("export-broken");
  const decoder = new TextDecoder();
  let received = "";
  const read = async () => {
    for await (const chunk of broken.body ?? []) received += decoder.decode(chunk, { stream: true });
  };
  await expect(read()).rejects.toThrow();
  expect(received.split("\r\n").length).toBeGreaterThan(1);
  await pollUntil(() => stage.server.output().includes('"request_id":"export-broken"'));
  expect(stage.server.output()).toContain("export failed");
  expect(stage.server.output()).not.toContain("export-whole");
});
