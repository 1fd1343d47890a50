import { afterAll, beforeAll, expect, it } from "vitest";
import { decodeListCursor, listForApi } from "@/lib/orders/list/list-for-api";
import type { ApiClient } from "@/testing/api-client";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

const PHONE = "+79161112233";
let local: LocalApi;
let api: ApiClient;

beforeAll(async () => {
  local = await openLocalApi();
  ({ api } = await local.newShop());
  for (const id of ["list-1", "list-2", "list-3"]) {
    const body = orderBody({ external_order_id: id, metadata: { table: "7", guest: "Anna" } });
    for (const one of body.dropoffs) one.contact = { ...one.contact, value: PHONE };
    await api.create(body);
    local.clock.advance(1_000);
  }
  // None of the filters finds it.
  local.clock.advance(3_600_000);
  const other = orderBody({ external_order_id: "other" });
  await api.create(other);
  await api.send("POST", "/v1/partner/orders/other/cancel", "{}");
});
afterAll(() => local?.close());

interface Page {
  readonly orders: readonly { readonly external_order_id: string }[];
  readonly next_cursor: string | null;
}

const walk = async (query: string) => {
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { data }: { data: Page } = await api.get<Page>(`/v1/partner/orders?limit=1&${query}${page}`);
    ids.push(...data.orders.map(({ external_order_id: id }) => id));
    cursor = data.next_cursor;
  }
  return ids;
};

it.each([
  "status=new&status=assigned",
  "created_from=2026-11-21T12:00:00Z&created_to=2026-11-21T13:00:00Z",
  "external_order_id_prefix=list-",
  `phone=${encodeURIComponent(PHONE)}`,
  "metadata[table]=7",
  "metadata[table]=7&metadata[guest]=Anna",
  "metadata[table]=7&created_from=2026-11-21T12:00:00Z",
  `metadata[table]=7&phone=${encodeURIComponent(PHONE)}&status=new&external_order_id_prefix=list-`,
])("a walk by %s finds each matching order once, newest first", async (query) => {
  expect(await walk(query)).toEqual(["list-3", "list-2", "list-1"]);
});

it("orders of a phone are listed by the instant of their creation, not by their ids", async () => {
  const { shop, api: own } = await local.newShop();
  const body = () => {
    const one = orderBody();
    for (const dropoff of one.dropoffs) dropoff.contact = { ...dropoff.contact, value: PHONE };
    return one;
  };
  const created: string[] = [];
  for (let count = 0; count < 6; count += 1) created.push((await own.create(body())).data.order_code);
  // Concurrent creates get their ids in another order than their instants.
  const at = [3, 1, 6, 2, 5, 4];
  for (const [index, orderCode] of created.entries()) {
    const createdAt = new Date(local.clock.now().getTime() + (at[index] ?? 0));
    await local.db.models.order.updateMany({ where: { orderCode }, data: { createdAt } });
  }
  const expected = [2, 4, 5, 0, 3, 1].map((index) => created[index]);
  const list = { conditions: { phone: PHONE.slice(1) }, limit: 4 };
  const first = await listForApi(local.db, shop.scope, list);
  const after = decodeListCursor(first.nextCursor ?? "");
  const second = await listForApi(local.db, shop.scope, { ...list, after });
  const codes = [...first.orders, ...second.orders].map(({ orderCode }) => orderCode);
  expect(codes).toEqual(expected);
});

it("a prefix finds identifiers that go on with any character", async () => {
  const { api: own } = await local.newShop();
  const ids = ["a", "a\u{10ffff}", "a\u{10ffff}z", "b", "\ud7ff!", "\u{10ffff}"];
  for (const id of ids) await own.create(orderBody({ external_order_id: id }));
  const find = async (prefix: string) => {
    const path = `/v1/partner/orders?external_order_id_prefix=${encodeURIComponent(prefix)}`;
    const { data } = await own.get<Page>(path);
    return data.orders.map(({ external_order_id: id }) => id).toSorted();
  };
  for (const prefix of ids) {
    expect(await find(prefix)).toEqual(ids.filter((id) => id.startsWith(prefix)).toSorted());
  }
});

it("a walk by the last change finds the oldest change first", async () => {
  const query = `updated_since=2026-11-21T12:00:00Z&metadata[table]=7&phone=${encodeURIComponent(PHONE)}`;
  expect(await walk(query)).toEqual(["list-1", "list-2", "list-3"]);
});

it("an offset skips the newest orders", async () => {
  const skip = async (query: string) =>
    (await api.get<{ orders: object[] }>(`/v1/partner/orders?offset=2&${query}`)).data.orders.length;
  expect([await skip("status=new"), await skip("external_order_id_prefix=list-")]).toEqual([1, 1]);
});

it("an order is found by its present metadata only", async () => {
  const patch = JSON.stringify({ metadata: { table: null, floor: "2" } });
  expect((await api.send("PATCH", "/v1/partner/orders/list-1", patch)).status).toBe(200);
  expect(await walk("metadata[floor]=2")).toEqual(["list-1"]);
  expect(await walk("metadata[table]=7")).toEqual(["list-3", "list-2"]);
});
