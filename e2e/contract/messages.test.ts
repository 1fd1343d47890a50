import { expect, it } from "vitest";
import { describeOnServer } from "@/testing/adapters";
import { getFields, orderBodyWith } from "@/testing/api-client";

describeOnServer("messages to recipients", (stage) => {
  it("are chosen by notify and locale of the order and of each dropoff (MSG-1)", async () => {
    const { shop, api } = await stage().newShop();
    const [first, second] = orderBodyWith(2).dropoffs;
    const dropoffs = [first, { ...second, notify: true, locale: "en" }];
    const body = { ...orderBodyWith(2), dropoffs, notify: false, locale: "ru" };
    const path = `/v1/partner/orders/${body.external_order_id}`;
    const stored = async () => {
      const order = await stage().db.models.order.findFirstOrThrow({
        where: { accountId: shop.accountId, externalOrderId: body.external_order_id },
        include: { stops: { where: { position: { gt: 0 } }, orderBy: { position: "asc" } } },
      });
      return [order, ...order.stops].map(({ notify, locale }) => [notify, locale]);
    };
    expect((await api.send("POST", "/v1/partner/orders", body)).status).toBe(201);
    expect(await stored()).toEqual([
      [false, "ru"],
      [null, null],
      [true, "en"],
    ]);
    const patch = { notify: true, dropoffs: [{ index: 0, notify: false, locale: "ru" }] };
    expect((await api.send("PATCH", path, patch)).status).toBe(200);
    expect(await stored()).toEqual([
      [true, "ru"],
      [false, "ru"],
      [true, "en"],
    ]);
    const { notify: _, locale: __, ...plain } = { ...body, dropoffs: [first, second] };
    expect((await api.send("PUT", path, plain)).status).toBe(200);
    expect(await stored()).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
    const wrong = { ...body, external_order_id: `${body.external_order_id}-2`, notify: "yes", locale: "de" };
    const refused = await api.send("POST", "/v1/partner/orders", wrong);
    expect(refused.status).toBe(400);
    expect(getFields(refused)).toEqual(["notify", "locale"]);
  });
});
