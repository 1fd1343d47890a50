import { expect, it } from "vitest";
import type { OrderResponse } from "@/lib/orders/resource";
import { describeOnServer } from "@/testing/adapters";
import { address, getFields, newId, orderBody, orderBodyWith } from "@/testing/api-client";

interface Page {
  orders: OrderResponse[];
  limit: number;
  offset: number;
  next_cursor: string | null;
}

describeOnServer("listing orders", (stage) => {
  /** A new shop that lists its orders by a query. */
  const openShop = async () => {
    const opened = await stage().newShop();
    const { api } = opened;
    const list = async (query: string) => (await api.get<Page>(`/v1/partner/orders?${query}`)).data;
    const listIds = async (query: string) =>
      (await list(query)).orders.map((order) => order.external_order_id);
    const create = async (change: Parameters<typeof orderBody>[0] = {}) => {
      const body = orderBody(change);
      expect((await api.create(body)).status).toBe(201);
      return body.external_order_id;
    };
    return { ...opened, list, listIds, create };
  };
  const withPhone = (value: string) => ({
    dropoffs: [{ address: address(59.9287, 30.3607), contact: { value } }],
  });

  it("each condition selects orders of the account and mode, newest first, and all must hold (LIST-3, LIST-6)", async () => {
    const { api, shop, listIds, create } = await openShop();
    const prefix = newId();
    const phone = withPhone("+7 (999) 111-22-33");
    const first = await create({ external_order_id: `${prefix}_%-1`, metadata: { store: "1", "a b": "" } });
    const second = await create({ ...phone, metadata: { store: "1", crm: "x=&[]" } });
    const third = await create({ ...phone, external_order_id: `${prefix}_%-3`, metadata: { store: "2" } });
    await stage().couriers.lead(shop.scope, second, "assigned");
    await api.post(`/v1/partner/orders/${encodeURIComponent(third)}/cancel`);
    const two = orderBodyWith(2, { dropoffs: [phone.dropoffs, phone.dropoffs].flat() });
    await api.create(two);
    const last = two.external_order_id;
    for (const [query, found] of Object.entries({
      "status=assigned": [second],
      "status=new&status=cancelled&status=new": [last, third, first],
      [`external_order_id_prefix=${encodeURIComponent(`${prefix}_%`)}`]: [third, first],
      [`external_order_id_prefix=${encodeURIComponent(`${prefix}_%`)}&status=new`]: [first],
      "phone=%2B79991112233": [last, third, second],
      "phone=7-999-111-22-33&status=cancelled": [third],
      "phone=79991112234": [],
      "metadata[store]=1": [second, first],
      "metadata%5Bstore%5D=1&metadata[a%20b]=": [first],
      [`metadata[crm]=${encodeURIComponent("x=&[]")}`]: [second],
      "metadata[store]=1&phone=79991112233&status=assigned": [second],
      "metadata[store]=": [],
      "metadata[store]=1&created_to=2026-01-01T00:00:00Z": [],
      "offset=1&limit=2": [third, second],
      "offset=1&status=new&status=cancelled": [third, first],
      "sort=price&metadatas[x]=1": [last, third, second, first],
    })) {
      expect([query, await listIds(query)]).toEqual([query, found]);
    }
    const test = await stage().testMode();
    expect((await test.api.get<Page>("/v1/partner/orders?phone=79991112233")).data.orders).toEqual([]);
  });

  it("instants select by creation, and updated_since by the last change, oldest first (LIST-6, LIST-7)", async () => {
    const { api, list, listIds, create, shop } = await openShop();
    const ids = [await create(), await create(), await create()];
    const { db } = stage();
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
    for (const [second, externalOrderId] of ids.entries()) {
      const where = { accountId: shop.accountId, externalOrderId };
      await db.models.order.updateMany({
        where,
        data: { createdAt: at(second), updatedAt: at(10 - second) },
      });
    }
    const [first, second, third] = ids;
    expect(await listIds("created_from=2026-01-01T00:00:01Z")).toEqual([third, second]);
    expect(await listIds("created_to=2026-01-01T03:00:01%2B03:00")).toEqual([first]);
    expect(await listIds("created_from=2026-01-01T00:00:01Z&created_to=2026-01-01T00:00:01.001Z")).toEqual([
      second,
    ]);
    expect(await listIds("updated_since=2026-01-01T00:00:09Z")).toEqual([second, first]);
    const { next_cursor: cursor } = await list("updated_since=2026-01-01T00:00:00Z&limit=1");
    await api.send("PATCH", `/v1/partner/orders/${third}`, { comment: "changed" });
    expect(await listIds(`updated_since=2026-01-01T00:00:00Z&cursor=${cursor}`)).toEqual([
      second,
      first,
      third,
    ]);
  });

  it("a walk by next_cursor returns each existing order once while others are created (LIST-2, LIST-9)", async () => {
    const { list, create, shop } = await openShop();
    const metadata = { walk: "1" };
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1) ids.unshift(await create({ metadata }));
    // Several orders of one instant.
    await stage().db.models.order.updateMany({
      where: { accountId: shop.accountId, externalOrderId: { in: ids.slice(2, 5) } },
      data: { createdAt: new Date("2026-01-01T00:00:00Z") },
    });
    for (const query of ["limit=2", "limit=2&status=new", "limit=2&phone=79161234567"]) {
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page: Page = await list(`${query}${cursor === "" ? "" : `&cursor=${cursor}`}`);
        seen.push(...page.orders.map((order) => order.external_order_id));
        cursor = page.next_cursor;
        await Promise.all([create(), create()]);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual(expect.arrayContaining(ids));
    }
    expect((await list("metadata[walk]=1&limit=7")).next_cursor).toBeNull();
    expect((await list("metadata[walk]=1&limit=6")).next_cursor).not.toBeNull();
  });

  it("a bad value is a 400 on its parameter, and cursor with offset is a 400 on offset (LIST-5, LIST-9)", async () => {
    const { list, api, create } = await openShop();
    await Promise.all([create(), create()]);
    const { next_cursor: cursor } = await list("limit=1");
    for (const [query, fields] of Object.entries({
      "status=new&status=lost": ["status"],
      "status=": ["status"],
      "created_from=2026-01-01": ["created_from"],
      "created_to=2026-02-30T00:00:00Z&updated_since=x": ["created_to", "updated_since"],
      "created_from=2026-01-01T00:00:00Z&created_from=2026-01-01T00:00:00Z": ["created_from"],
      "external_order_id_prefix=": ["external_order_id_prefix"],
      [`external_order_id_prefix=${"x".repeat(129)}`]: ["external_order_id_prefix"],
      "phone=anna": ["phone"],
      "phone=1234": ["phone"],
      "metadata=1": ["metadata"],
      [`metadata[${"k".repeat(41)}]=1`]: [`metadata.${"k".repeat(41)}`],
      [`metadata[key]=${"v".repeat(501)}`]: ["metadata.key"],
      "metadata[key]=1&metadata[key]=2": ["metadata.key"],
      "cursor=": ["cursor"],
      "cursor=1-2-3": ["cursor"],
      [`cursor=${cursor}&offset=0`]: ["offset"],
      [`cursor=${cursor}&updated_since=2026-01-01T00:00:00Z`]: ["cursor"],
    })) {
      const answer = await api.get(`/v1/delivery/orders?${query}`);
      expect([query, answer.status, answer.status === 400 && getFields(answer)]).toEqual([
        query,
        400,
        fields,
      ]);
    }
  });
});
