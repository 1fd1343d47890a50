import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { allowSeveralOrders } from "@/testing/allow-several-orders";
import { type ApiAnswer, type ApiClient, getFields, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { finishBatches } from "@/testing/run-batches";
import type { Client } from "@/testing/shop";

interface OrderReading {
  delivery_mode: string;
  price: number;
  total: number;
  driver: { name: string } | null;
}

describe("an order with a delivery mode", () => {
  let local: LocalApi;
  let shop: Client;
  let api: ApiClient;

  beforeAll(async () => {
    local = await openLocalApi();
    ({ shop, api } = await local.newShop());
    await allowSeveralOrders(local.db);
  });
  afterAll(() => local?.close());

  const buildPath = ({ external_order_id: id }: Pick<CreateOrderBody, "external_order_id">) =>
    `/v1/partner/orders/${id}`;
  const create = async (change: Partial<CreateOrderBody> = {}) => {
    const body = orderBody({ cargo_size: "S", ...change });
    const answer = await api.create(body);
    expect(answer.status).toBe(201);
    return { body, path: buildPath(body), answer: answer as unknown as ApiAnswer<OrderReading> };
  };
  const read = async (path: string) => (await api.get<OrderReading>(path)).data;
  const edit = (method: "PUT" | "PATCH", path: string, body: object) =>
    api.send<OrderReading>(method, path, body);
  const assign = ({ external_order_id: externalOrderId }: CreateOrderBody, courierId: string) =>
    assignCourier(local.couriers.context, shop.scope, { externalOrderId, courierId });

  it.each([
    ["direct", "direct"],
    ["shared", "shared"],
    [undefined, "shared"],
  ] as const)(
    "has it in every response and event, shared by default (sent: %s) (ORD-19, RES-23, RES-12)",
    async (sent, shown) => {
      const { path, answer } = await create(sent === undefined ? {} : { delivery_mode: sent });
      expect([answer.data.delivery_mode, (await read(path)).delivery_mode]).toEqual([shown, shown]);
      const { orders } = (await api.get<{ orders: OrderReading[] }>("/v1/partner/orders?limit=1")).data;
      expect(orders.map(({ delivery_mode: mode }) => mode)).toEqual([shown]);
      expect((await api.post<OrderReading>(`${path}/cancel`)).data.delivery_mode).toBe(shown);
      const { events } = (
        await api.get<{ events: { order: OrderReading }[] }>("/v1/partner/events?limit=100")
      ).data;
      expect(events.slice(-2).map(({ order }) => order.delivery_mode)).toEqual([shown, shown]);
    },
  );

  it("is refused with another mode or null, with its other problems (ORD-12, ORD-19, ERR-6)", async () => {
    const { body, path } = await create();
    for (const mode of ["alone", "", null, 1]) {
      const change = { delivery_mode: mode, comment: 1 };
      const answers = [
        await api.create(orderBody(change as never)),
        await edit("PUT", path, { ...body, ...change }),
        await edit("PATCH", path, change),
      ];
      expect(answers.map((answer) => [mode, answer.status, getFields(answer).sort()])).toEqual(
        answers.map(() => [mode, 400, ["comment", "delivery_mode"]]),
      );
    }
  });

  it("keeps it in a PATCH without it, and has the default after a PUT without it (PUT-1, PATCH-1)", async () => {
    const { body, path } = await create({ delivery_mode: "direct" });
    expect((await edit("PATCH", path, { comment: "Fragile" })).data.delivery_mode).toBe("direct");
    expect((await edit("PUT", path, body)).data.delivery_mode).toBe("direct");
    const { delivery_mode: _, ...without } = body;
    expect((await edit("PUT", path, without)).data.delivery_mode).toBe("shared");
    expect((await read(path)).delivery_mode).toBe("shared");
    expect((await edit("PATCH", path, { delivery_mode: "direct" })).data.delivery_mode).toBe("direct");
    expect((await read(path)).delivery_mode).toBe("direct");
  });

  it("is repeated by the same mode only, and by a body without it when it is shared (CRE-2, CRE-3)", async () => {
    const direct = await create({ delivery_mode: "direct" });
    const shared = await create();
    const isMismatch = async ({ body, answer }: typeof direct, mode: "direct" | "shared" | undefined) => {
      const { delivery_mode: _, ...rest } = body;
      const again = await api.create(mode === undefined ? rest : { ...rest, delivery_mode: mode });
      expect([again.status, again.text]).toEqual([200, answer.text]);
      return again.headers.get("idempotent-mismatch") === "true";
    };
    const modes = ["direct", "shared", undefined] as const;
    expect(await Promise.all(modes.map((mode) => isMismatch(direct, mode)))).toEqual([false, true, true]);
    expect(await Promise.all(modes.map((mode) => isMismatch(shared, mode)))).toEqual([true, false, false]);
  });

  it("shares its courier with no other order while it is direct (ORD-20)", async () => {
    for (const [first, second, isShared] of [
      ["shared", "shared", true],
      ["shared", "direct", false],
      ["direct", "shared", false],
    ] as const) {
      const courierId = await local.couriers.makeCourier({ type: "van" });
      const had = await create({ delivery_mode: first });
      await assign(had.body, courierId);
      const added = await create({ delivery_mode: second });
      const outcome = await assign(added.body, courierId).then(
        () => true,
        () => false,
      );
      expect([first, second, outcome]).toEqual([first, second, isShared]);
      expect((await read(added.path)).driver === null).toBe(!isShared);
    }
  });

  it("keeps its price when its mode changes, and its courier unless that one has another order (ORD-21, STA-12)", async () => {
    const courierId = await local.couriers.makeCourier({ type: "van" });
    const [one, other] = [await create(), await create()];
    await assign(one.body, courierId);
    const { driver, price, total } = await read(one.path);
    expect(driver).not.toBeNull();
    const changeTo = async (mode: "direct" | "shared") => {
      const changed = (await edit("PATCH", one.path, { delivery_mode: mode })).data;
      expect(await read(one.path)).toMatchObject(changed);
      expect(changed).toMatchObject({ delivery_mode: mode, price, total });
      return changed.driver;
    };
    expect(await changeTo("direct")).toEqual(driver);
    expect(await changeTo("shared")).toEqual(driver);
    await assign(other.body, courierId);
    expect(await changeTo("direct")).toBeNull();
    expect((await read(other.path)).driver).toEqual(driver);
    const direct = await create({ delivery_mode: "direct" });
    expect(direct.answer.data.price).toBe(price);
  });

  it("is created by a batch as by itself (BAT-4)", async () => {
    const orders = [orderBody({ delivery_mode: "direct" }), orderBody({ delivery_mode: "alone" } as never)];
    const { data: batch } = await api.post<{ batch_id: string }>("/v1/partner/batches", { orders });
    await finishBatches(local.couriers.context, shop.accountId);
    const { results } = (
      await api.get<{ results: { outcome: string }[] }>(`/v1/partner/batches/${batch.batch_id}`)
    ).data;
    expect(results.map(({ outcome }) => outcome)).toEqual(["created", "rejected"]);
    expect((await read(buildPath(orders[0] as CreateOrderBody))).delivery_mode).toBe("direct");
  });
});
