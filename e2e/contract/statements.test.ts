import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve } from "@/app/v1/serve";
import { closeOldestMonth } from "@/lib/billing/close-statements";
import { fromFetchRequest } from "@/lib/http/fetch-adapter";
import { adjustCharge } from "@/lib/orders/adjust-charge";
import { kopecks } from "@/lib/pricing/money";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

const ISSUER = { vatPercent: 20, legalName: "Dropline LLC", legalDetails: "INN 7700000000" };
const MONTH = "2026-11";

interface Line {
  readonly type: string;
  readonly corrects: string | null;
  readonly order_code: string;
  readonly status: string;
  readonly total: number;
  readonly adjustment: number;
  readonly tariff: number;
  readonly legs: { distance: number; band: { min_km: number; max_km: number | null }; price: number }[];
}

interface Answer {
  readonly statement: { closed_at: string | null; total: number; vat: number | null; line_count: number };
  readonly lines: Line[];
  readonly tariffs: { version: number; tariff: { bands: { min_km: number; price: number }[] } }[];
}

describe("monthly statements", () => {
  let local: LocalApi;
  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  it("list ended orders with what their prices follow from, close once and correct themselves a month later (STM-1–6, STM-8)", async () => {
    const { shop, api } = await local.newShop();
    const delivered = orderBodyWith(2);
    const { data: order } = await api.create(delivered);
    await local.couriers.lead(shop.scope, delivered.external_order_id, "delivered");
    const cancelled = orderBodyWith(1);
    await api.create(cancelled);
    await api.post(`/v1/partner/orders/${cancelled.external_order_id}/cancel`, {});
    await api.create(orderBodyWith(1));
    const read = (month: string, query = "") => api.get<Answer>(`/v1/partner/statements/${month}${query}`);

    const open = (await read(MONTH)).data;
    expect(open.statement).toMatchObject({ closed_at: null, total: order.price, line_count: 2 });
    expect(open.lines.map(({ type, status, total }) => [type, status, total])).toEqual([
      ["order", "delivered", order.price],
      ["order", "cancelled", 0],
    ]);
    const [line] = open.lines as [Line];
    expect(line.legs.reduce((sum, { price }) => sum + price, 0)).toBe(order.price);
    const used = open.tariffs.find(({ version }) => version === line.tariff)?.tariff;
    for (const { distance, band } of line.legs) {
      expect(used?.bands).toContainEqual(expect.objectContaining(band));
      expect(distance / 1000).toBeGreaterThanOrEqual(band.min_km);
    }
    expect((await read(MONTH, "?limit=1&offset=1")).data.lines).toEqual(open.lines.slice(1));

    local.clock.advance(Date.parse("2026-12-03T00:00:00+03:00") - local.clock.now().getTime());
    expect(await closeOldestMonth(local, shop.accountId, ISSUER)).toBe(MONTH);
    const charge = {
      externalOrderId: delivered.external_order_id,
      amount: kopecks(-5_000),
      why: "As agreed.",
    };
    await adjustCharge(local.couriers.context, shop.scope, charge);
    const closed = (await read(MONTH)).data;
    expect(closed.lines).toEqual(open.lines);
    expect(closed.statement).toMatchObject({ closed_at: "2026-12-02T21:00:00.000Z", total: order.price });
    expect(closed.statement.vat).toBeCloseTo((order.price ?? 0) / 6, 1);
    const next = (await read("2026-12")).data;
    expect(next.statement).toMatchObject({ closed_at: null, total: -50 });
    expect(next.lines).toMatchObject([
      {
        type: "correction",
        corrects: MONTH,
        order_code: order.order_code,
        adjustment: -50,
        total: -50,
        legs: [],
      },
    ]);
    const list = await api.get<{ statements: { month: string; total: number }[]; balance: number | null }>(
      "/v1/delivery/statements",
    );
    expect(list.data.statements.map(({ month, total }) => [month, total])).toEqual([
      ["2026-12", -50],
      [MONTH, order.price],
    ]);
    expect(list.data.balance).toBeNull();
    await local.db.models.payment.create({
      data: {
        id: shop.keyId,
        accountId: shop.accountId,
        amount: "1000",
        paidOn: "2026-12-01",
        note: "",
        enteredAt: local.clock.now(),
      },
    });
    const paid = await api.get<{ balance: number | null }>("/v1/partner/statements");
    expect(paid.data.balance).toBe(1000 - (order.price ?? 0));

    const response = await serve(
      fromFetchRequest(
        new Request(`http://localhost:3000/v1/partner/statements/${MONTH}`, {
          headers: { Authorization: `Bearer ${shop.key}`, Accept: "text/csv" },
        }),
      ),
      () => local.runtime,
    );
    expect(response.headers["Content-Type"]).toBe("text/csv; charset=utf-8");
    const [head, first] = response.body.split("\r\n");
    expect(head).toContain("order_code,external_order_id,status,ended_at (Europe/Moscow),price");
    expect(first).toContain(`order,,${order.order_code},${delivered.external_order_id},delivered,`);
  });

  it("do not exist for other accounts, other modes, future months and words (STM-7, ERR-37)", async () => {
    const { api } = await local.newShop();
    const { api: testApi, shop: testShop } = await local.newShop("test");
    const body = orderBodyWith(1);
    await testApi.create(body);
    await testApi.post(`/v1/partner/orders/${body.external_order_id}/cancel`, {});
    const month = new Intl.DateTimeFormat("sv", {
      timeZone: "Europe/Moscow",
      year: "numeric",
      month: "2-digit",
    });
    const current = month.format(local.clock.now());
    expect((await testApi.get<Answer>(`/v1/partner/statements/${current}`)).data.lines).toHaveLength(1);
    expect((await api.get<Answer>(`/v1/partner/statements/${current}`)).data.lines).toEqual([]);
    expect(await closeOldestMonth(local, testShop.accountId, ISSUER)).toBeNull();
    for (const wrong of ["2999-01", "2026-13", "november", "2020-01"]) {
      const refused = await api.get(`/v1/partner/statements/${wrong}`);
      expect([wrong, refused.status, refused.error?.id]).toEqual([wrong, 404, "statement.not_found"]);
    }
  });
});
