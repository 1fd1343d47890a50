import { expect, it } from "vitest";
import { execute } from "@/lib/db/sql";
import type { OrderResponse } from "@/lib/orders/resource";
import { describeOnServer } from "@/testing/adapters";
import { getFields, newId, orderBody, orderBodyWith } from "@/testing/api-client";

interface Page {
  orders: OrderResponse[];
  limit: number;
  offset: number;
}

interface WithHistory extends OrderResponse {
  status_changes: { status: string; changed_at: string }[];
}

describeOnServer("reading orders", (stage) => {
  it("the list returns the calling account's orders, newest first, by limit and offset (LIST-1–3)", async () => {
    const { api } = await stage().newShop();
    const ids: string[] = [];
    for (let count = 0; count < 23; count += 1) {
      const body = orderBody();
      await api.create(body);
      ids.unshift(body.external_order_id);
    }
    const listed = (page: Page) => page.orders.map((order) => order.external_order_id);
    const first = await api.get<Page>("/v1/partner/orders");
    expect([first.data.limit, first.data.offset, listed(first.data)]).toEqual([20, 0, ids.slice(0, 20)]);
    const second = await api.get<Page>("/v1/delivery/orders?limit=5&offset=20");
    expect([second.data.limit, second.data.offset, listed(second.data)]).toEqual([5, 20, ids.slice(20)]);
    const beyond = await api.get<Page>("/v1/partner/orders?limit=100&offset=9007199254740991");
    expect([beyond.status, listed(beyond.data)]).toEqual([200, []]);
  });

  it("limit is 1 to 100 and offset at least 0, integers given once (LIST-1, LIST-5, LIM-8)", async () => {
    const wrong = {
      "limit=0": ["limit"],
      "limit=101": ["limit"],
      "limit=": ["limit"],
      "limit=1e2": ["limit"],
      "limit=1.0": ["limit"],
      "limit=-1&offset=-1": ["limit", "offset"],
      "limit=1&limit=2": ["limit"],
      "offset=-0": ["offset"],
      "offset=999999999999999999": ["offset"],
      "offset=9007199254740993": ["offset"],
      "limit=x&offset=%00": ["limit", "offset"],
    };
    for (const [query, fields] of Object.entries(wrong)) {
      const answer = await stage().api.get(`/v1/partner/orders?${query}`);
      expect([query, answer.status, getFields(answer)]).toEqual([query, 400, fields]);
    }
    for (const unknown of ["sort=price", "sort=price&sort=age", "__proto__=1&__proto__=2"]) {
      const answer = await stage().api.get(`/v1/partner/orders?limit=1&offset=0&${unknown}`);
      expect([unknown, answer.status]).toEqual([unknown, 200]);
    }
  });

  it("one order is returned with its status_changes, oldest first, starting with new (ENV-3, READ-1, RES-7, RES-8, RES-10)", async () => {
    const body = orderBody();
    const created = await stage().api.create(body);
    await stage().couriers.lead(stage().shop.scope, body.external_order_id, "delivered");
    const { status, data } = await stage().api.get<WithHistory>(
      `/v1/partner/orders/${body.external_order_id}`,
    );
    expect(status).toBe(200);
    expect(data.status_changes.map((change) => change.status)).toEqual([
      "new",
      "assigned",
      "in_progress",
      "delivered",
    ]);
    for (const change of data.status_changes) {
      expect(Object.keys(change)).toEqual(["status", "changed_at"]);
      expect(new Date(change.changed_at).toISOString()).toBe(change.changed_at);
    }
    expect(data.delivered_at).toBe(data.status_changes[3]?.changed_at);
    expect(data.tracking_url).toBe(created.data.tracking_url);
    expect(data.driver).toEqual({
      name: "Алексей Громов",
      phone: "+79115550001",
      transport: { type: "car", make: "Lada" },
    });
  });

  it("only an order in progress returns arrival estimates for its dropoffs (RES-11)", async () => {
    const { api, couriers, shop } = stage();
    const body = orderBodyWith(2);
    const path = `/v1/partner/orders/${body.external_order_id}`;
    const read = async () =>
      (await api.get<{ estimated_arrivals: ({ from: string; to: string } | null)[] | null }>(path)).data
        .estimated_arrivals;
    await api.create(body);
    expect(await read()).toBeNull();
    const courierId = await couriers.lead(shop.scope, body.external_order_id, "in_progress");
    expect(await read()).toBeNull();
    await couriers.place(courierId);
    await couriers.showArrivals();
    const [first, second] = (await read()) ?? [];
    expect(Date.parse(first?.to ?? "")).toBeGreaterThan(Date.now());
    expect(Date.parse(second?.to ?? "")).toBeGreaterThan(Date.parse(first?.to ?? ""));
    const { id } = await stage().db.models.order.findFirstOrThrow({
      where: { externalOrderId: body.external_order_id },
    });
    await couriers.take(courierId, id, { type: "hand_over", dropoff: 0 });
    expect(await read()).toEqual([null, expect.anything()]);
    await couriers.take(courierId, id, { type: "hand_over", dropoff: 1 });
    expect(await read()).toBeNull();
  });

  it("a missing, another account's and an impossible identifier return byte-equal 404s (READ-3, LIM-1)", async () => {
    const body = orderBody();
    await stage().api.create(body);
    const other = await stage().newShop();
    const answers = [
      await stage().api.get(`/v1/partner/orders/${newId()}`),
      await other.api.get(`/v1/partner/orders/${body.external_order_id}`),
      await (await stage().testMode()).api.get(`/v1/partner/orders/${body.external_order_id}`),
      await stage().api.get(`/v1/partner/orders/${"x".repeat(129)}`),
      await stage().api.get("/v1/partner/orders/a%00b"),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.text]).toEqual([404, answers[0]?.text]);
    }
    expect(answers[0]?.error).toMatchObject({
      id: "order.not_found",
      code: "ORDER_NOT_FOUND",
      details: "[]",
    });
  });

  it("a read never creates a tracking link, and the tracking link operation creates it once (READ-2, LIST-4, RES-5, RES-6, LINK-1–3)", async () => {
    const body = orderBodyWith(2);
    const { data: created } = await stage().api.create(body);
    const path = `/v1/partner/orders/${body.external_order_id}`;
    await stage().db.models.order.updateMany({
      where: { externalOrderId: body.external_order_id },
      data: { trackingToken: null },
    });
    await execute(stage().db)`
      UPDATE order_stops s SET tracking_token = NULL FROM orders o
      WHERE o.id = s.order_id AND o.external_order_id = ${body.external_order_id}`;
    const read = await stage().api.get(path);
    expect([read.data.tracking_url, read.data.tracking_urls]).toEqual([null, null]);
    const listed = await stage().api.get<Page>("/v1/partner/orders?limit=1");
    expect(listed.data.orders[0]?.tracking_url).toBeNull();

    const issued = await stage().api.post(`${path}/tracking_link`);
    expect(issued.status).toBe(200);
    expect(Object.keys(issued.data)).toEqual([
      "external_order_id",
      "order_code",
      "tracking_url",
      "tracking_urls",
    ]);
    expect(issued.data.tracking_url).not.toBe(created.tracking_url);
    expect(issued.data.tracking_urls).toHaveLength(2);
    const again = await stage().api.post(`${path}/tracking_link`);
    expect(again.text).toBe(issued.text);
    expect((await stage().api.get(path)).data.tracking_url).toBe(issued.data.tracking_url);
    expect((await stage().api.post(`/v1/partner/orders/${newId()}/tracking_link`)).status).toBe(404);
  });

  it("driver_location is set only while assigned or in_progress and under 30 minutes old (RES-9, RES-13, LIM-11)", async () => {
    const body = orderBody();
    await stage().api.create(body);
    const path = `/v1/partner/orders/${body.external_order_id}`;
    const courierId = await stage().couriers.lead(stage().shop.scope, body.external_order_id, "assigned");
    expect((await stage().api.get(path)).data.driver_location).toBeNull();
    await stage().couriers.place(courierId);
    const { driver_location: location } = (await stage().api.get(path)).data;
    expect(location).toMatchObject({ latitude: 59.93, longitude: 30.33, heading: 90 });
    expect(new Date(location?.updated_at ?? "").getTime()).toBeGreaterThan(Date.now() - 60_000);
    const receivedAgo = (minutes: string) => execute(stage().db)`
      UPDATE courier_positions SET received_at = now() - ${minutes}::interval WHERE courier_id = ${courierId}::uuid`;
    await receivedAgo("30 minutes");
    expect((await stage().api.get(path)).data.driver_location).toBeNull();
    await receivedAgo("29 minutes 50 seconds");
    expect((await stage().api.get(path)).data.driver_location).not.toBeNull();
    const cancelled = await stage().api.post(`${path}/cancel`);
    expect([cancelled.data.driver_location, cancelled.data.driver?.name]).toEqual([null, "Алексей Громов"]);
  });
});
