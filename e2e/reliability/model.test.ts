import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DomainError } from "@/lib/domain-error";
import type { EventResource } from "@/lib/orders/event";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import type { OrderResponse } from "@/lib/orders/resource";
import { amount } from "@/testing/amount";
import { type ApiAnswer, type ApiClient, orderBodyWith } from "@/testing/api-client";
import { expectFinalJournal } from "@/testing/final-journal";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";

const RUNS = amount(40, 500);
const IDS = ["one", "two", "three"];

/** The model's expected state of an order. */
interface ModelState {
  status: OrderResponse["status"];
  comment: string | null;
  cargoSize: string;
  dropoffs: number;
  trackingUrl: string | null;
  /** The links that answers have given for its dropoffs, by dropoff, for as long as it has that dropoff. */
  links: (string | undefined)[];
  history: string[];
  events: string[];
}

interface Model {
  orders: Map<string, ModelState>;
  /** Identifiers, newest first. */
  newest: string[];
}

interface RealSystem {
  local: LocalApi;
  shop: Client;
  api: ApiClient;
}

const buildPath = (id: string) => `/v1/partner/orders/${id}`;

/** Builds a command from its effect on the model and the answer the service must give. */
function command(
  title: string,
  run: (model: Model, real: RealSystem) => Promise<void>,
): fc.AsyncCommand<Model, RealSystem> {
  return { check: () => true, run, toString: () => title };
}

function expectOrder(answer: ApiAnswer, status: number, known: ModelState): void {
  expect(answer.status).toBe(status);
  expect([answer.data.status, answer.data.tracking_url]).toEqual([known.status, known.trackingUrl]);
  expect(answer.data.tracking_urls?.length ?? 1).toBe(known.dropoffs);
  answer.data.tracking_urls?.forEach((link, index) => {
    known.links[index] ??= link;
    expect(link).toBe(known.links[index]);
  });
  expect(answer.data.delivered_at !== null).toBe(known.status === "delivered");
}

const create = (id: string, dropoffs: number) =>
  command(`create(${id}, ${dropoffs})`, async (model, { api }) => {
    const answer = await api.create(orderBodyWith(dropoffs, { external_order_id: id }));
    const known = model.orders.get(id);
    if (known !== undefined) return expectOrder(answer, 200, known);
    expect(answer.status).toBe(201);
    model.newest.unshift(id);
    model.orders.set(id, {
      status: "new",
      comment: null,
      cargoSize: "M",
      dropoffs,
      trackingUrl: answer.data.tracking_url,
      links: [...(answer.data.tracking_urls ?? [])],
      history: ["new"],
      events: ["order.created"],
    });
  });

/** An edit: refused when the order is missing or too far along; otherwise written and announced once. */
const edit = (
  title: string,
  id: string,
  send: (real: RealSystem) => Promise<ApiAnswer>,
  apply: (known: ModelState) => boolean,
) =>
  command(`${title}(${id})`, async (model, real) => {
    const answer = await send(real);
    const known = model.orders.get(id);
    if (known === undefined) return expect(answer.status).toBe(404);
    if (known.status !== "new" && known.status !== "assigned") return expect(answer.status).toBe(409);
    if (apply(known)) known.events.push("order.updated");
    expectOrder(answer, 200, known);
  });

const patch = (id: string, comment: string | null) =>
  edit(
    `patch ${comment}`,
    id,
    ({ api }) => api.send("PATCH", buildPath(id), { comment }),
    (known) => {
      const isChanged = known.comment !== comment;
      known.comment = comment;
      return isChanged;
    },
  );

const put = (id: string, dropoffs: number, size: "S" | "L") =>
  edit(
    `put ${dropoffs} ${size}`,
    id,
    ({ api }) =>
      api.send("PUT", buildPath(id), orderBodyWith(dropoffs, { external_order_id: id, cargo_size: size })),
    (known) => {
      const isChanged = known.comment !== null || known.cargoSize !== size || known.dropoffs !== dropoffs;
      Object.assign(known, { comment: null, cargoSize: size, dropoffs });
      known.links.length = Math.min(known.links.length, dropoffs);
      return isChanged;
    },
  );

const cancel = (id: string) =>
  command(`cancel(${id})`, async (model, { api }) => {
    const answer = await api.post(`${buildPath(id)}/cancel`);
    const known = model.orders.get(id);
    if (known === undefined) return expect(answer.status).toBe(404);
    if (known.status === "delivered") return expect(answer.status).toBe(409);
    if (known.status !== "cancelled") {
      known.status = "cancelled";
      known.history.push("cancelled");
      known.events.push("order.cancelled");
    }
    expectOrder(answer, 200, known);
  });

const MOVES = {
  assign: { from: "new", to: "assigned", refusal: "ORDER_NOT_ASSIGNABLE" },
  start: { from: "assigned", to: "in_progress", refusal: "ORDER_NOT_STARTABLE" },
  deliver: { from: "in_progress", to: "delivered", refusal: "ORDER_NOT_DELIVERABLE" },
} as const;

const move = (name: keyof typeof MOVES, id: string) =>
  command(`${name}(${id})`, async (model, { local, shop }) => {
    const { context } = local.couriers;
    const known = model.orders.get(id);
    const run = async () => {
      if (name === "assign") {
        const terms = { isAnyVehicleFine: true };
        return assignCourier(context, shop.scope, {
          externalOrderId: id,
          courierId: await local.couriers.makeCourier(),
          ...terms,
        });
      }
      return name === "start" ? startOrder(context, shop.scope, id) : deliverOrder(context, shop.scope, id);
    };
    const { from, to, refusal } = MOVES[name];
    const refused = await run().then(
      () => null,
      (error: DomainError) => error.code,
    );
    if (known === undefined) return expect(refused).toBe("ORDER_NOT_FOUND");
    if (name === "assign" && known.status === "assigned") {
      known.events.push("order.driver_changed");
      return expect(refused).toBeNull();
    }
    if (known.status !== from) return expect(refused).toBe(refusal);
    expect(refused).toBeNull();
    known.status = to;
    known.history.push(to);
    known.events.push(`order.${to}`);
  });

const link = (id: string) =>
  command(`link(${id})`, async (model, { api }) => {
    const answer = await api.post(`${buildPath(id)}/tracking_link`);
    const known = model.orders.get(id);
    if (known === undefined) return expect(answer.status).toBe(404);
    expect([answer.status, answer.data.tracking_url]).toEqual([200, known.trackingUrl]);
  });

const read = (id: string) =>
  command(`read(${id})`, async (model, { api }) => {
    const answer = await api.get<OrderResponse & { status_changes: { status: string }[] }>(buildPath(id));
    const known = model.orders.get(id);
    if (known === undefined) return expect(answer.status).toBe(404);
    expectOrder(answer, 200, known);
    expect(answer.data.status_changes.map((change) => change.status)).toEqual(known.history);
  });

const list = (limit: number, offset: number) =>
  command(`list(${limit}, ${offset})`, async (model, { api }) => {
    const { data } = await api.get<{ orders: OrderResponse[] }>(
      `/v1/delivery/orders?limit=${limit}&offset=${offset}`,
    );
    expect(data.orders.map((order) => [order.external_order_id, order.status])).toEqual(
      model.newest.slice(offset, offset + limit).map((id) => [id, model.orders.get(id)?.status]),
    );
  });

const events = () =>
  command("events()", async (model, { api, local }) => {
    await expectFinalJournal(local.db);
    const { data } = await api.get<{ events: EventResource[] }>("/v1/partner/events?limit=100");
    for (const [id, known] of model.orders) {
      const own = data.events.filter((event) => event.external_order_id === id);
      expect(own.map(({ event, sequence }) => `${sequence} ${event}`)).toEqual(
        known.events.map((event, index) => `${index + 1} ${event}`),
      );
    }
  });

const wait = (minutes: number) =>
  command(`wait(${minutes} min)`, async (_, { local }) => local.clock.advance(minutes * 60_000));

describe("any sequence of calls", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
  });

  afterAll(() => local?.close());

  it(`has the result that a plain model predicts (${RUNS} sequences) (STA-5, EVT-2, EVT-14)`, async () => {
    const id = fc.constantFrom(...IDS);
    const commands = [
      fc.tuple(id, fc.integer({ min: 1, max: 3 })).map(([one, count]) => create(one, count)),
      fc.tuple(id, fc.constantFrom("a", "b", null)).map(([one, comment]) => patch(one, comment)),
      fc
        .tuple(id, fc.integer({ min: 1, max: 3 }), fc.constantFrom("S" as const, "L" as const))
        .map(([one, count, size]) => put(one, count, size)),
      id.map(cancel),
      fc.tuple(fc.constantFrom("assign", "start", "deliver"), id).map(([name, one]) => move(name, one)),
      fc.tuple(fc.constantFrom("assign", "start", "deliver"), id).map(([name, one]) => move(name, one)),
      id.map(link),
      id.map(read),
      fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(3)).map(([limit, offset]) => list(limit, offset)),
      fc.constant(events()),
      fc.integer({ min: 1, max: 40 }).map(wait),
    ];
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 25 }), async (sequence) => {
        const { shop, api } = await local.newShop();
        const setup = () => ({ model: { orders: new Map(), newest: [] }, real: { local, shop, api } });
        await fc.asyncModelRun(setup, sequence);
      }),
      { numRuns: RUNS },
    );
  });
});
