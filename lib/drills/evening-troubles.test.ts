import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { listCouriers } from "@/lib/couriers/list-couriers";
import { matchWaitingOrders } from "@/lib/dispatch/match-waiting-orders";
import { cleanUpDrill } from "@/lib/drills/end-evening";
import { eveningInput } from "@/lib/drills/evening";
import { runEvening } from "@/lib/drills/run-evening";
import { findEvening, stopEvening } from "@/lib/drills/running-evening";
import { drillScope } from "@/lib/drills/scopes";
import { startDrill } from "@/lib/drills/start-evening";
import type { Lookup } from "@/lib/http/send-request";
import { findWaitingJob } from "@/lib/jobs/waiting-jobs";
import { EXCEPTION_KINDS, type Exception, exceptionKey, findExceptions } from "@/lib/monitoring/exceptions";
import { getBoard } from "@/lib/monitoring/get-board";
import { handleException } from "@/lib/monitoring/handle-exception";
import type { ExceptionAction } from "@/lib/monitoring/handling";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { completeReturn } from "@/lib/orders/fulfillment/complete-return";
import { reassignInProgress } from "@/lib/orders/fulfillment/reassign-carried";
import { resolveUndeliverable } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { hasOpenOrders } from "@/lib/orders/list/list-active-orders";
import { createContext } from "@/lib/process/runtime";
import { simulateOrder } from "@/lib/simulator/simulate-order";
import { promiseArrival } from "@/lib/tracking/promise-arrival";
import { runDeliveries } from "@/lib/webhooks/run-deliveries";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { pollUntil } from "@/testing/until";
import { testWebhooks } from "@/testing/webhook-side";

const NO_CITY = "/nowhere";
const TICK_MS = 6_000;
const LONG_MS = 2 * 60_000;
const SIZE = { couriers: 16, orders: 11, minutes: 1, seed: 7 };

describe("a simulated evening", () => {
  let local: LocalApi;
  let context: Context;

  beforeAll(async () => {
    local = await openLocalApi();
    context = createContext(local.runtime, { type: "operator", id: "00000000-0000-4000-8000-000000000009" });
  });
  afterAll(() => local?.close());

  const run = runEvening(NO_CITY);
  const start = (withWebhooks: boolean) =>
    startDrill(context, {
      ...eveningInput.parse(SIZE),
      dataDir: NO_CITY,
      webhooks: withWebhooks ? testWebhooks(local.db, local.clock) : null,
    });
  const onShift = async () =>
    (await listCouriers(local.db, "test")).filter(({ onShiftSince }) => onShiftSince !== null);

  /** Lets time pass, and then has everybody do what they do: the shop, dispatch, the couriers. */
  async function pass(milliseconds: number): Promise<string> {
    local.clock.advance(milliseconds);
    const key = (await findWaitingJob(local.db, "run_evening")) ?? "";
    const { type } = await run(context, key);
    await matchWaitingOrders(context);
    const carried = await local.db.models.order.findMany({
      where: {
        courierId: { not: null },
        OR: [{ status: { in: ["assigned", "in_progress"] } }, { returnState: "on_the_way" }],
      },
      select: { id: true },
    });
    const simulate = simulateOrder(local.runtime.files);
    await Promise.all(carried.map(({ id }) => simulate(context, String(id))));
    await Promise.all(carried.map(({ id }) => promiseArrival(context, String(id))));
    return type;
  }

  const exceptions = async () => findExceptions(await getBoard(context, "test"), local.clock.now().getTime());

  /** Does the same as the console's first button, which also marks the exception as handled. */
  async function solve(exception: Exception): Promise<void> {
    const { kind, subject } = exception;
    const handling = await act(exception);
    await handleException(context, { mode: "test", kind, subject, handling });
  }

  async function act({ kind, orderCode, courierId }: Exception): Promise<ExceptionAction> {
    if (orderCode === null) return "told_shop";
    const { externalOrderId, accountId, status } = await local.db.models.order.findUniqueOrThrow({
      where: { orderCode },
    });
    const scope = drillScope(accountId);
    const idle = async () => {
      const free = (await onShift()).find((one) => one.orderCode === null && one.id !== courierId);
      return { externalOrderId, courierId: free?.id ?? "", isAnyVehicleFine: true };
    };
    switch (kind) {
      case "courier_not_found":
      case "not_accepted":
        await assignCourier(context, scope, await idle());
        return "reassigned";
      case "silent_courier":
      case "late":
        // A promise may have passed before the goods are picked up.
        await (status === "assigned" ? assignCourier : reassignInProgress)(context, scope, await idle());
        return "reassigned";
      case "question":
        await resolveUndeliverable(context, scope, { externalOrderId, action: "leave" });
        return "answered";
      case "going_back":
        await completeReturn(context, scope, externalOrderId);
        return "taken_back";
      default:
        return "called";
    }
  }

  it("shows operators every kind of trouble, removes each once it is resolved, and leaves no trace", async () => {
    const lookup: Lookup = (_host, _options, done) => done(new Error("no such host"), []);
    const webhooks = { ...testWebhooks(local.db, local.clock), lookup };
    await start(true);
    const evening = await findEvening(local.db);
    const scope = drillScope(evening?.accountId ?? "");
    expect(await onShift()).toHaveLength(SIZE.couriers);
    const deliveries = runDeliveries(webhooks, { attempt: () => {}, failure: () => {} });
    try {
      // Until everybody has done what they can without help.
      for (let ticks = 0; ticks < 14; ticks += 1) await pass(TICK_MS);
      await pollUntil(async () => {
        deliveries.wake();
        return (
          (await local.db.models.webhookEndpoint.count({ where: { failingSince: { not: null } } })) === 1
        );
      });
    } finally {
      await deliveries.stop();
    }
    const met = new Set<string>();
    let isOver = false;
    for (let passes = 0; passes < 40 && !isOver; passes += 1) {
      isOver = (await pass(LONG_MS)) === "split";
      const found = await exceptions();
      for (const exception of found) {
        met.add(exception.kind);
        await solve(exception);
      }
      const left = new Set((await exceptions()).map(exceptionKey));
      expect(found.map(exceptionKey).filter((key) => left.has(key))).toEqual([]);
    }
    // Test orders are never held.
    const expected = EXCEPTION_KINDS.filter((kind) => kind !== "unusual_trip");
    expect([...met].sort()).toEqual(expected.sort());
    expect(isOver).toBe(true);
    const orders = await local.db.models.order.findMany({ where: { accountId: scope.accountId } });
    expect(orders).toHaveLength(SIZE.orders);
    expect(await hasOpenOrders(local.db, scope)).toBe(false);

    expect(await cleanUpDrill(context, scope.accountId)).toEqual({ type: "done" });
    expect(await onShift()).toEqual([]);
    expect(await local.db.models.webhookEndpoint.count({ where: { deletedAt: null } })).toBe(0);
  });

  it("starts only once, and cleans up when it is stopped halfway", async () => {
    await stopEvening(context);
    await start(false);
    await start(false);
    const evening = await findEvening(local.db);
    expect(await local.db.models.job.count({ where: { kind: "run_evening", finishedAt: null } })).toBe(1);
    for (let ticks = 0; ticks < 6; ticks += 1) await pass(TICK_MS);
    const scope = drillScope(evening?.accountId ?? "");
    expect(await hasOpenOrders(local.db, scope)).toBe(true);

    await stopEvening(context);
    expect(await findEvening(local.db)).toBeNull();
    expect(await findWaitingJob(local.db, "end_evening")).toBe(scope.accountId);
    while ((await cleanUpDrill(context, scope.accountId)).type === "again") local.clock.advance(TICK_MS);
    expect(await hasOpenOrders(local.db, scope)).toBe(false);
    expect(await onShift()).toEqual([]);
  });
});
