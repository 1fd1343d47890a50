import { expect, it } from "vitest";
import { suggestOrders } from "@/lib/orders/list/suggest-orders";
import type { OrderResponse } from "@/lib/orders/resource";
import { describeOnServer } from "@/testing/adapters";
import { getFields, newId, orderBody, orderBodyWith } from "@/testing/api-client";

type Read = OrderResponse & { stops: { metadata: object }[] };

describeOnServer("metadata", (stage) => {
  const path = (id: string) => `/v1/partner/orders/${id}`;
  const keys = (count: number, prefix = "key") =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, ""]));

  it("is returned by every operation, by stops and in events, and is empty by default (ORD-16, DROP-7, RES-17, META-3)", async () => {
    const { api } = await stage().newShop();
    const plain = orderBodyWith(1);
    expect((await api.create(plain)).data.metadata).toEqual({});
    const read = async (id: string) => {
      const { data } = await api.get<Read>(path(id));
      return [data.metadata, data.stops.map(({ metadata }) => metadata)];
    };
    expect(await read(plain.external_order_id)).toEqual([{}, [{}, {}]]);

    const body = orderBodyWith(2, { metadata: { z: "1", "ключ 🙂": "", "10": "x" } });
    const [first, second] = body.dropoffs;
    if (first === undefined || second === undefined) throw new Error("The body lacks dropoffs.");
    body.dropoffs = [first, { ...second, metadata: { box: "B-7" } }];
    const created = await api.create(body);
    expect(created.data.metadata).toEqual(body.metadata);
    const repeated = await api.create({ ...body, metadata: { "10": "x", "ключ 🙂": "", z: "1" } });
    expect([repeated.text, repeated.headers.get("idempotent-mismatch")]).toEqual([created.text, null]);
    expect((await api.create({ ...body, metadata: {} })).headers.get("idempotent-mismatch")).toBe("true");
    expect(await read(body.external_order_id)).toEqual([body.metadata, [{}, {}, { box: "B-7" }]]);
    const list = await api.get<{ orders: OrderResponse[] }>("/v1/partner/orders?limit=1");
    expect(list.data.orders[0]?.metadata).toEqual(body.metadata);
    const events = await api.get<{ events: { order: OrderResponse }[] }>("/v1/partner/events");
    expect(events.data.events.map(({ order }) => order.metadata)).toEqual([{}, body.metadata]);
  });

  it("stores and finds every key but __proto__, also names of JavaScript objects (META-1, LIST-6)", async () => {
    const { api } = await stage().newShop();
    const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== "__proto__");
    const metadata = Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
    const body = orderBody({ metadata });
    expect((await api.create(body)).data.metadata).toEqual(metadata);
    const other = orderBody();
    await api.create(other);
    for (const name of names) {
      const { data } = await api.get<{ orders: OrderResponse[] }>(
        `/v1/partner/orders?metadata[${name}]=${encodeURIComponent(`value of ${name}`)}`,
      );
      expect(data.orders.map(({ external_order_id: id }) => id)).toEqual([body.external_order_id]);
    }
    const refused = '{"__proto__":"x"}';
    const created = JSON.stringify(orderBody({ metadata: { key: "" } })).replace('{"key":""}', refused);
    for (const answer of [
      await api.send("POST", "/v1/partner/orders", created),
      await api.send("PATCH", path(other.external_order_id), `{"metadata":${refused}}`),
      await api.send("PATCH", path(other.external_order_id), `{"metadata":{"__proto__":null}}`),
    ]) {
      expect([answer.status, getFields(answer)]).toEqual([400, ["metadata.__proto__"]]);
    }
    const filtered = await api.get("/v1/partner/orders?metadata[__proto__]=x");
    expect([filtered.status, getFields(filtered)]).toEqual([400, ["metadata.__proto__"]]);
  });

  it("has twenty new keys after one PATCH that removes the former twenty (META-2)", async () => {
    const { api } = await stage().newShop();
    const body = orderBody({ metadata: keys(20, "former") });
    await api.create(body);
    const removed = Object.fromEntries(Object.keys(keys(20, "former")).map((key) => [key, null]));
    const patch = (metadata: object) => api.send("PATCH", path(body.external_order_id), { metadata });
    expect((await patch({ ...removed, ...keys(20) })).data.metadata).toEqual(keys(20));
    const tooMany = await patch({ former0: "", key0: null, key1: null, other: "", another: "" });
    expect([tooMany.status, getFields(tooMany)]).toEqual([400, ["metadata"]]);
  });

  it("is replaced by PUT, merged by PATCH and then found by its new values only (META-2, META-4)", async () => {
    const { api, shop } = await stage().newShop();
    const body = orderBody({ metadata: { crm_id: "zebra-8842", store: "north" } });
    const id = body.external_order_id;
    await api.create(body);
    const count = async (query: string) =>
      (await api.get<{ orders: object[] }>(`/v1/partner/orders?${query}`)).data.orders.length;
    const search = async (text: string) => (await suggestOrders(stage().db, shop, text, new Date())).length;
    expect([await count("metadata[crm_id]=zebra-8842"), await search("zebra-8842")]).toEqual([1, 1]);

    const patched = await api.send("PATCH", path(id), {
      metadata: { crm_id: "giraffe", store: null, gone: null },
      dropoffs: [{ metadata: { box: "okapi" } }],
    });
    expect(patched.data.metadata).toEqual({ crm_id: "giraffe" });
    expect((await api.send("PATCH", path(id), { comment: "x" })).data.metadata).toEqual({
      crm_id: "giraffe",
    });
    expect((await api.get<Read>(path(id))).data.stops[1]?.metadata).toEqual({ box: "okapi" });
    const found = async () => [
      ...[await count("metadata[crm_id]=zebra-8842"), await count("metadata[store]=north")],
      ...[await count("metadata[crm_id]=giraffe"), await count("metadata[box]=okapi")],
      ...[await search("zebra"), await search("giraffe"), await search("okapi")],
    ];
    expect(await found()).toEqual([0, 0, 1, 0, 0, 1, 1]);
    const { sequence: before } = await stage()
      .db.models.order.findFirstOrThrow({
        where: { accountId: shop.accountId },
        select: { eventSequence: true },
      })
      .then(({ eventSequence }) => ({ sequence: eventSequence }));
    await api.send("PATCH", path(id), { metadata: { crm_id: "giraffe" } });
    const { metadata, ...rest } = body;
    expect(metadata).toBeDefined();
    expect((await api.send("PUT", path(id), rest)).data.metadata).toEqual({});
    expect(await found()).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const { eventSequence } = await stage().db.models.order.findFirstOrThrow({
      where: { accountId: shop.accountId },
    });
    // The unchanged PATCH has no event.
    expect(eventSequence).toBe(before + 1);
  });

  it("has limits, also after a merge (META-1, META-2)", async () => {
    const { api } = stage();
    for (const [metadata, fields] of [
      [keys(21), ["metadata"]],
      [{ ["k".repeat(41)]: "" }, [`metadata.${"k".repeat(41)}`]],
      [{ "": "" }, ["metadata."]],
      [{ a: 1, b: null, c: "v".repeat(501) }, ["metadata.a", "metadata.b", "metadata.c"]],
      ["text", ["metadata"]],
      [null, ["metadata"]],
      [[], ["metadata"]],
    ] as const) {
      const answer = await api.send("POST", "/v1/partner/orders", { ...orderBody(), metadata });
      expect([answer.status, getFields(answer)]).toEqual([400, fields]);
    }
    const largest = { ...keys(19), ["🙂".repeat(40)]: "🙂".repeat(500) };
    const body = orderBody({ external_order_id: newId(), metadata: largest });
    expect((await api.create(body)).data.metadata).toEqual(largest);
    const merge = (change: object) => api.send("PATCH", path(body.external_order_id), change);
    const more = await merge({ metadata: { one: "" }, dropoffs: [{ metadata: keys(20) }] });
    expect([more.status, getFields(more)]).toEqual([400, ["metadata"]]);
    expect(
      (await merge({ metadata: { one: "", key0: null }, dropoffs: [{ metadata: keys(20) }] })).status,
    ).toBe(200);
    const both = await merge({ metadata: { two: "" }, dropoffs: [{ metadata: { two: "" } }] });
    expect(getFields(both)).toEqual(["dropoffs.0.metadata", "metadata"]);
  });
});
