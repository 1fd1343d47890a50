import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createEndpoint } from "@/lib/webhooks/create-endpoint";
import { listAttempts } from "@/lib/webhooks/list-deliveries";
import { openLocalApi } from "@/testing/local-api";
import { testWebhooks } from "@/testing/webhook-side";

it("a list shows the latest 20 attempts of each delivery, newest first", async () => {
  const local = await openLocalApi();
  const { db, clock } = local;
  const { shop } = await local.newShop();
  const { endpoint } = await createEndpoint(testWebhooks(db, clock), shop.scope, {
    url: "http://127.0.0.1/hook",
    description: "",
    headers: [],
    eventTypes: ["order.created"],
    createdById: null,
  });
  const at = clock.now();
  const common = { endpointId: endpoint.id, accountId: shop.accountId, eventType: "order.created" };
  const add = (attempts: number) =>
    db.models.webhookDelivery.create({
      data: { ...common, eventId: randomUUID(), isTest: true, runAt: at, createdAt: at, attempts },
    });
  const [tried, waiting] = [await add(25), await add(0)];
  // The last one was recorded after the delivery was read.
  const numbers = Array.from({ length: 26 }, (_, index) => index + 1);
  await db.models.webhookAttempt.createMany({
    data: numbers.map((number) => {
      const result = { status: 200 + number, durationMs: 5, signature: "" };
      return { deliveryId: tried.id, endpointId: endpoint.id, number, attemptedAt: at, ...result };
    }),
  });
  const found = await listAttempts(db, [tried.id, waiting.id]);
  expect(found.get(tried.id)?.map(({ status }) => status)).toEqual(
    Array.from({ length: 20 }, (_, index) => 225 - index),
  );
  expect(found.get(waiting.id)).toEqual([]);
  await local.close();
});
