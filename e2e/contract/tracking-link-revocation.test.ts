import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { execute } from "@/lib/db/sql";
import { issueTrackingLink, revokeTrackingLinks } from "@/lib/orders/issue-tracking-links";
import { openStageWithPages } from "@/testing/adapters";
import { orderBodyWith } from "@/testing/api-client";
import { countLockWaits } from "@/testing/count-lock-waits";
import type { TestContext } from "@/testing/stage";

describe("revoking the tracking links of an order", () => {
  let stage: TestContext;

  beforeAll(async () => {
    stage = await openStageWithPages();
  });

  afterAll(() => stage?.close());

  /** Repeats a request that has waited too long because a busy machine was loading the first page. */
  const readStatus = async (url: string): Promise<number> => {
    const { status } = await fetch(stage.server.baseUrl + new URL(url).pathname);
    return status === 408 ? readStatus(url) : status;
  };

  async function orderWithLinks() {
    const body = orderBodyWith(3);
    const { data } = await stage.api.create(body);
    const id = body.external_order_id;
    return {
      id,
      path: `/v1/partner/orders/${id}`,
      links: [data.tracking_url, ...(data.tracking_urls ?? [])],
    };
  }

  const revoke = (id: string) => revokeTrackingLinks(stage.couriers.context, stage.shop.scope, id);

  /** Locks the order's row until every started call waits for it, in this order. */
  async function queue(id: string, ...waiting: (() => Promise<unknown>)[]) {
    const started: Promise<unknown>[] = [];
    await stage.db.transaction(async (tx) => {
      await execute(tx)`SELECT id FROM orders WHERE external_order_id = ${id} FOR UPDATE`;
      for (const start of waiting) {
        started.push(start());
        await expect.poll(() => countLockWaits(stage.db), { interval: 5 }).toBe(started.length);
      }
    });
    await Promise.all(started);
  }

  it("turns every page into a 404 at once, and reads return null until new links are issued (TRK-2)", async () => {
    const { id, path, links } = await orderWithLinks();
    expect(await Promise.all(links.map((link) => readStatus(link ?? "")))).toEqual([200, 200, 200, 200]);
    const revoked = await revoke(id);
    expect([revoked.trackingToken, revoked.dropoffTokens]).toEqual([null, [null, null, null]]);
    expect(await Promise.all(links.map((link) => readStatus(link ?? "")))).toEqual([404, 404, 404, 404]);
    expect((await stage.api.get(path)).data).toMatchObject({ tracking_url: null, tracking_urls: null });
    const { data } = await stage.api.post(`${path}/tracking_link`);
    const fresh = [data.tracking_url, ...(data.tracking_urls ?? [])];
    expect(fresh).toHaveLength(4);
    expect(fresh.filter((link) => links.includes(link))).toEqual([]);
    expect(await Promise.all(fresh.map((link) => readStatus(link ?? "")))).toEqual([200, 200, 200, 200]);
    expect(await Promise.all(links.map((link) => readStatus(link ?? "")))).toEqual([404, 404, 404, 404]);
  });

  it("ends the streams of the order's readers", async () => {
    const { id, links } = await orderWithLinks();
    const stream = await fetch(`${stage.server.baseUrl}${new URL(links[1] ?? "").pathname}/events`);
    expect(stream.status).toBe(200);
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let received = "";
    await expect
      .poll(async () => {
        received += (await reader?.read())?.value;
        return received;
      })
      .toContain("event: state");
    await revoke(id);
    // Ends only when the service closes the stream.
    while ((await reader?.read())?.done === false);
  });

  it("is idempotent and never emits an event", async () => {
    const { id } = await orderWithLinks();
    await revoke(id);
    await revoke(id);
    const order = await stage.db.models.order.findFirstOrThrow({
      where: { externalOrderId: id },
      include: { events: true },
    });
    expect([order.trackingToken, order.eventSequence, order.events.map(({ type }) => type)]).toEqual([
      null,
      1,
      ["order.created"],
    ]);
  });

  it("returns the same error for another account's order as for a missing one", async () => {
    const { id, links } = await orderWithLinks();
    const other = await stage.newShop();
    for (const externalOrderId of [id, "missing"]) {
      const refused = revokeTrackingLinks(stage.couriers.context, other.shop.scope, externalOrderId);
      await expect(refused).rejects.toMatchObject({ code: "ORDER_NOT_FOUND" });
    }
    const twin = await stage.testMode();
    await expect(revokeTrackingLinks(stage.couriers.context, twin.shop.scope, id)).rejects.toMatchObject({
      code: "ORDER_NOT_FOUND",
    });
    expect(await readStatus(links[0] ?? "")).toBe(200);
  });

  it("also ends links that are issued concurrently", async () => {
    const { id, path, links } = await orderWithLinks();
    await queue(
      id,
      () => revoke(id),
      () => issueTrackingLink(stage.couriers.context, stage.shop.scope, id),
    );
    expect(await Promise.all(links.map((link) => readStatus(link ?? "")))).toEqual([404, 404, 404, 404]);
    const { data } = await stage.api.get(path);
    expect([data.tracking_url, ...(data.tracking_urls ?? [])].filter((link) => links.includes(link))).toEqual(
      [],
    );
    expect(data.tracking_urls).toHaveLength(3);
  });

  it("ends links that were issued just before", async () => {
    const { id, path } = await orderWithLinks();
    await revoke(id);
    await queue(
      id,
      () => issueTrackingLink(stage.couriers.context, stage.shop.scope, id),
      () => revoke(id),
    );
    expect((await stage.api.get(path)).data).toMatchObject({ tracking_url: null, tracking_urls: null });
  });
});
