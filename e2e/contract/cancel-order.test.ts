import { expect, it } from "vitest";
import { readBody } from "@/lib/events/event-body";
import type { EventResource } from "@/lib/orders/event";
import { describeOnServer } from "@/testing/adapters";
import { getFields, newId, orderBody } from "@/testing/api-client";
import { expectFinalJournal } from "@/testing/final-journal";
import type { TestContext } from "@/testing/stage";

interface EventPage {
  events: EventResource[];
  next_cursor: string;
  has_more: boolean;
}

async function readEvents(stage: TestContext, externalOrderId: string): Promise<EventResource[]> {
  await expectFinalJournal(stage.db);
  const { data } = await stage.api.get<EventPage>("/v1/partner/events?limit=100");
  return data.events.filter((event) => event.external_order_id === externalOrderId);
}

describeOnServer("cancelling and events", (stage) => {
  it("an order can be cancelled at any point before delivery (STA-4, CAN-2)", async () => {
    for (const status of ["new", "assigned", "in_progress"] as const) {
      const body = orderBody();
      await stage().api.create(body);
      if (status !== "new") {
        await stage().couriers.lead(stage().shop.scope, body.external_order_id, status);
      }
      const path = `/v1/partner/orders/${body.external_order_id}/cancel`;
      const answer = await stage().api.post(path, { reason: "r".repeat(255), comment: "c".repeat(2000) });
      expect([answer.status, answer.data.status]).toEqual([200, "cancelled"]);
    }
  });

  it("only the order.cancelled event carries cancellation, with the reason and the comment (EVT-12, EVT-13, CAN-3)", async () => {
    const body = orderBody();
    await stage().api.create(body);
    await stage().couriers.lead(stage().shop.scope, body.external_order_id, "in_progress");
    const path = `/v1/partner/orders/${body.external_order_id}`;
    await stage().api.post(`${path}/cancel`, { reason: "передумал", comment: "бывает" });
    const events = await readEvents(stage(), body.external_order_id);
    expect(events.map(({ event, status, sequence }) => [event, status, sequence])).toEqual([
      ["order.created", "new", 1],
      ["order.assigned", "assigned", 2],
      ["order.in_progress", "in_progress", 3],
      ["order.cancelled", "cancelled", 4],
    ]);
    expect(events.map(({ cancellation }) => cancellation)).toEqual([
      null,
      null,
      null,
      { reason: "передумал", comment: "бывает" },
    ]);
    expect(events[3]?.order).toEqual((await stage().api.get(path)).data && events[3]?.order);
    expect(events[3]?.test).toBe(false);
  });

  it("the body is optional, and its comment may be null (CAN-1, EVT-12)", async () => {
    const body = orderBody();
    await stage().api.create(body);
    const answer = await stage().api.post(`/v1/delivery/orders/${body.external_order_id}/cancel`);
    expect(answer.status).toBe(200);
    const events = await readEvents(stage(), body.external_order_id);
    expect(events[1]?.cancellation).toEqual({ reason: "unspecified", comment: null });
  });

  it("the reason has at most 255 and the comment at most 2000 characters (CAN-1, LIM-6, LIM-7)", async () => {
    const body = orderBody();
    await stage().api.create(body);
    const path = `/v1/partner/orders/${body.external_order_id}/cancel`;
    const answer = await stage().api.post(path, { reason: "r".repeat(256), comment: "c".repeat(2001) });
    expect([answer.status, getFields(answer)]).toEqual([400, ["reason", "comment"]]);
    expect((await stage().api.get(path.replace("/cancel", ""))).data.status).toBe("new");
  });

  it("cancelling again returns the order as it is and emits no second event (STA-7)", async () => {
    const body = orderBody();
    await stage().api.create(body);
    const path = `/v1/partner/orders/${body.external_order_id}/cancel`;
    const first = await stage().api.post(path, { reason: "one" });
    const second = await stage().api.post(path, { reason: "two" });
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect((await readEvents(stage(), body.external_order_id)).length).toBe(2);
  });

  it("cancelling a delivered order returns 409 order.not_cancellable (STA-8, CAN-4)", async () => {
    const body = orderBody();
    await stage().api.create(body);
    await stage().couriers.lead(stage().shop.scope, body.external_order_id, "delivered");
    const answer = await stage().api.post(`/v1/partner/orders/${body.external_order_id}/cancel`);
    expect([answer.status, answer.error.id]).toEqual([409, "order.not_cancellable"]);
    expect((await stage().api.post(`/v1/partner/orders/${newId()}/cancel`)).status).toBe(404);
  });

  it("a comment of null is the same as none (CAN-1, EVT-12)", async () => {
    const body = orderBody();
    await stage().api.create(body);
    const path = `/v1/partner/orders/${body.external_order_id}/cancel`;
    expect((await stage().api.post(path, { comment: null })).status).toBe(200);
    const cancelled = (await readEvents(stage(), body.external_order_id)).at(-1);
    expect(cancelled?.cancellation).toEqual({ reason: "unspecified", comment: null });
  });

  it("a cursor is valid for the account and mode that received it, and returns a 400 on `after` elsewhere (JRN-5)", async () => {
    const { data } = await stage().api.get<EventPage>("/v1/partner/events?limit=1");
    const path = `/v1/partner/events?after=${data.next_cursor}`;
    expect((await stage().api.get(path)).status).toBe(200);
    for (const { api } of [await stage().newShop(), await stage().testMode()]) {
      const foreign = await api.get(path);
      expect([foreign.status, getFields(foreign)]).toEqual([400, ["after"]]);
      const own = await api.get<EventPage>("/v1/partner/events?limit=1");
      expect((await api.get(`/v1/partner/events?after=${own.data.next_cursor}`)).status).toBe(200);
    }
    const [part] = /^\d+-\d+-\d+/.exec(data.next_cursor) ?? [];
    for (const cursor of [part, "1-1-1"]) {
      const refused = await stage().api.get(`/v1/partner/events?after=${cursor}`);
      expect([refused.status, getFields(refused)]).toEqual([400, ["after"]]);
    }
  });

  it("the journal is read by cursor in pages, without gap or repeat, in the stored bytes (JRN-1–3, JRN-5)", async () => {
    const { api, shop } = await stage().newShop();
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      const body = orderBody();
      ids.push(body.external_order_id);
      await api.create(body);
    }
    await expectFinalJournal(stage().db);
    const seen: EventResource[] = [];
    let cursor = "";
    for (let more = true; more; ) {
      const { data, text } = await api.get<EventPage>(
        `/v1/partner/events?limit=3${cursor && `&after=${cursor}`}`,
      );
      seen.push(...data.events);
      for (const { id } of data.events) {
        const stored = await stage().db.models.event.findUniqueOrThrow({ where: { id } });
        expect(text).toContain(readBody(stored));
        expect(stored.accountId).toBe(shop.accountId);
      }
      cursor = data.next_cursor;
      more = data.has_more;
    }
    expect(seen.map((event) => event.external_order_id)).toEqual(ids);
    const empty = await api.get<EventPage>(`/v1/delivery/events?after=${cursor}`);
    expect(empty.data).toEqual({ events: [], next_cursor: cursor, has_more: false });
    expect(getFields(await api.get(`/v1/partner/events?after=nonsense`))).toEqual(["after"]);
    await api.create(orderBody());
    await expectFinalJournal(stage().db);
    expect((await api.get<EventPage>(`/v1/partner/events?after=${cursor}`)).data.events).toHaveLength(1);
  });
});
