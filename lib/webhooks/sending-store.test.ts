import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendTestEvent } from "@/lib/webhooks/send-test-event";
import { claimDeliveries, deferDelivery } from "@/lib/webhooks/sending-store";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

const HOUR_MS = 60 * 60_000;
const ROOM = {
  busy: new Map(),
  slots: 10,
  suspectSlots: 10,
  perEndpoint: 10,
  perSuspect: 10,
  leaseMs: HOUR_MS,
};

describe("a delivery that a process has claimed", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  beforeEach(async () => {
    await local.db.models.webhookDelivery.deleteMany();
    const { shop } = await local.newShop();
    const context = testWebhooks(local.db, local.clock);
    const { endpoint } = await addEndpoint(context, shop.scope, "http://127.0.0.1:8080/");
    await sendTestEvent(context, shop.scope, { endpointId: endpoint.id, type: "webhook.test" });
  });

  const claim = async () => {
    const [delivery, ...others] = await claimDeliveries(local.db, ROOM);
    expect(others).toEqual([]);
    return delivery;
  };
  const endLease = () => local.db.models.webhookDelivery.updateMany({ data: { leasedUntil: new Date(0) } });
  const read = () => local.db.models.webhookDelivery.findFirstOrThrow();

  it("cannot be claimed again while its lease lasts, but can be afterwards", async () => {
    const first = await claim();
    expect(first).toBeDefined();
    expect(await claim()).toBeUndefined();
    await endLease();
    expect(await claim()).toMatchObject({ id: first?.id, claim: Number(first?.claim) + 1 });
    expect(await claim()).toBeUndefined();
  });

  it("can be deferred only by the process that holds its current claim", async () => {
    const lost = await claim();
    await endLease();
    const held = await claim();
    if (lost === undefined || held === undefined) throw new Error("The delivery was not claimed");
    const before = await read();
    await deferDelivery(local.db, lost, HOUR_MS);
    expect(await read()).toEqual(before);
    await deferDelivery(local.db, held, HOUR_MS);
    const after = await read();
    expect(after.leasedUntil).toBeNull();
    expect(after.runAt.getTime()).toBeGreaterThan(before.runAt.getTime());
    expect(await claim()).toBeUndefined();
  });
});
