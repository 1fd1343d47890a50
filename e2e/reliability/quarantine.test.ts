import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { updateAccount } from "@/lib/accounts/update-account";
import { markRestored } from "@/lib/events/mark-restored";
import { releaseQuarantine } from "@/lib/events/release-quarantine";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { QUARANTINE_KINDS } from "@/lib/jobs/job";

import { makeMember } from "@/testing/account-fixture";
import { isLongRun } from "@/testing/amount";
import { newId, orderBody } from "@/testing/api-client";
import { type MailReceiver, openMailReceiver } from "@/testing/mail-receiver";
import { type Receiver, startReceiver } from "@/testing/receiver";
import { type RunningServer, startServer } from "@/testing/server";
import { AUTH } from "@/testing/sign-in";
import { startTestServer, type TestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

/** Longer than the second in which each runner of a worker looks for work. */
const ROUND_MS = 1_500;

let stage: TestServer;
let shopReceiver: Receiver;
let provider: Receiver;
let mail: MailReceiver;
const workers: RunningServer[] = [];

beforeAll(async () => {
  [shopReceiver, provider, mail] = await Promise.all([startReceiver(), startReceiver(), openMailReceiver()]);
  stage = await startTestServer({ env: AUTH });
});
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await Promise.all([shopReceiver, provider, mail].map((receiver) => receiver?.close()));
  await stage?.close();
});

const startWorker = async () => {
  const env = {
    ...AUTH,
    ROLE: "worker",
    SMTP_URL: mail.url,
    MESSAGES_URL: provider.url,
    MESSAGES_TEMPLATE: '{"to":"{phone}","text":"{text}"}',
    WEBHOOK_ALLOW_HTTP: "1",
    WEBHOOK_ALLOW_PRIVATE: "1",
  };
  workers.push(await startServer({ databaseUrl: stage.databaseUrl, env }));
};

it("a restored database accepts orders, but sends nothing until its release, and then everything once", async () => {
  const { db, api, shop, couriers } = stage;
  const owner = await makeMember(db, shop.accountId, "owner");
  await updateAccount(db, shop.accountId, { messageKinds: ["accepted"], quietFrom: null, quietUntil: null });
  await addEndpoint(testWebhooks(db), shop.scope, shopReceiver.url, ["order.created"]);
  const past = orderBody();
  await api.create(past);
  await markRestored(db, { until: new Date("2026-11-26T21:14:03Z") });
  await Promise.all([startWorker(), startWorker()]);

  const body = orderBody();
  const { pickup } = body;
  const courierId = await couriers.makeFreeCourier(pickup.address);
  expect((await api.create(body)).status).toBe(201);
  const test = await stage.testMode();
  await test.api.create(orderBody());
  const batched = newId();
  const { status } = await api.post("/v1/partner/batches", {
    orders: [{ ...orderBody(), external_order_id: batched }],
  });
  expect(status).toBe(201);

  const key = `proofs/${randomUUID()}.webp`;
  await enqueueJob(db, { kind: "discard_file", key });
  await enqueueJob(db, { kind: "erase_file", key });
  await pollUntil(
    async () => (await db.models.job.count({ where: { kind: "erase_file", finishedAt: null } })) === 0,
  );

  // A password reset arrives; that it is due later gives each runner time to send the rest.
  const resets = async (count: number) => {
    await enqueueJob(db, { kind: "mail_reset", key: owner.id, runAt: new Date(Date.now() + ROUND_MS) });
    await pollUntil(() => mail.received.length >= count);
    await pollUntil(
      async () => (await db.models.job.count({ where: { kind: "mail_reset", finishedAt: null } })) === 0,
    );
  };
  const expectSilence = async (resetCount: number) => {
    expect(shopReceiver.received).toEqual([]);
    expect(provider.received).toEqual([]);
    expect(mail.received).toHaveLength(resetCount);
    expect(await db.models.order.count({ where: { courierId: { not: null } } })).toBe(0);
    expect(await db.models.order.count({ where: { externalOrderId: batched } })).toBe(0);
    const isDone = { finishedAt: { not: null }, kind: { notIn: [...QUARANTINE_KINDS] } };
    expect(await db.models.job.count({ where: isDone })).toBe(0);
  };
  await resets(1);
  await expectSilence(1);
  const resetCount = isLongRun ? 2 : 1;
  if (isLongRun) {
    await workers.shift()?.kill();
    await startWorker();
    await resets(resetCount);
    await expectSilence(resetCount);
  }

  await couriers.place(courierId);
  expect(await releaseQuarantine(db)).toBe(true);
  const hasCourier = { courierId, externalOrderId: { in: [past.external_order_id, body.external_order_id] } };
  await pollUntil(async () => (await db.models.order.count({ where: hasCourier })) === 1);
  await pollUntil(async () => (await db.models.order.count({ where: { externalOrderId: batched } })) === 1);
  await pollUntil(() => shopReceiver.received.length >= 3 && provider.received.length >= 3);
  await pollUntil(() => mail.received.length > resetCount);
  await pollUntil(async () => (await db.models.webhookDelivery.count({ where: { state: "pending" } })) === 0);
  expect(new Set(shopReceiver.received.map(({ id }) => id)).size).toBe(3);
  const keys = provider.received.map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(3);
  expect([shopReceiver.received.length, keys.length, mail.received.length]).toEqual([3, 3, resetCount + 1]);
});
