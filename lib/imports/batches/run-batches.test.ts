import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeKey } from "@/lib/accounts/revoke-key";
import { updateAccount } from "@/lib/accounts/update-account";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { MemoryRateLimiter } from "@/lib/http/rate-limit";
import { deleteBatches } from "@/lib/imports/batches/delete-batches";
import { getBatch, listBatchItems } from "@/lib/imports/batches/get-batch";
import { runBatches } from "@/lib/imports/batches/run-batches";
import { stopBatch } from "@/lib/imports/batches/stop-batch";
import { submitBatch } from "@/lib/imports/batches/submit-batch";
import type { JobOutcome } from "@/lib/jobs/job";
import type { Router } from "@/lib/routing/router";
import { newId, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";
import { addKey } from "@/testing/shop";

const EMPTY = { created: 0, existing: 0, rejected: 0, pending: 0, skipped: 0 };

describe("a batch", () => {
  let local: LocalApi;
  let context: Context;

  beforeAll(async () => {
    local = await openLocalApi();
    ({ context } = local.couriers);
  });
  afterAll(() => local?.close());

  const bodies = (count: number) => Array.from({ length: count }, () => orderBody());

  const submit = (shop: Client, orders: readonly unknown[], externalBatchId: string | null = null) =>
    submitBatch(context, shop.scope, { externalBatchId, orders, keyId: shop.keyId, userId: null });

  /** Runs the account's job until it is done or waits. */
  const run = async (
    { accountId, scope }: Pick<Client, "accountId" | "scope">,
    { handlers = runBatches(() => local.runtime.rateLimiter), router = context.router } = {},
  ): Promise<JobOutcome> => {
    for (;;) {
      const outcome = await handlers[scope.mode]({ ...context, router }, accountId);
      if (outcome.type !== "again" || outcome.afterMs > 0) return outcome;
    }
  };

  /** A router that does something before each route. */
  const routerAfter = (act: () => Promise<unknown>): Router => {
    const { router } = context;
    const own: Router = {
      ...router,
      routeTrip: async (...given) => {
        await act();
        return router.routeTrip(...given);
      },
      routeTrips: async (...given) => {
        await act();
        return router.routeTrips(...given);
      },
      forCaller: () => own,
    };
    return own;
  };

  const outcomes = async (shop: Client, batchId: string) =>
    (await listBatchItems(local.db, shop.scope, batchId, { limit: 500, offset: 0 })).map(
      ({ outcome }) => outcome,
    );

  it("creates each order separately, and the same file again creates nothing (BAT-4, BAT-5)", async () => {
    const { shop, api } = await local.newShop();
    const [first, second, broken, late] = bodies(4);
    const known = orderBody();
    await api.create(known);
    const unreadable = { ...broken, external_order_id: "x".repeat(129), dropoffs: [] };
    const orders = [first, known, { ...late, delivery_time: "yesterday" }, first, unreadable, second];
    const { id } = await submit(shop, orders);
    expect(await run(shop)).toEqual({ type: "done" });
    const items = await listBatchItems(local.db, shop.scope, id, { limit: 500, offset: 0 });
    expect(items.map(({ outcome }) => outcome)).toEqual([
      "created",
      "existing",
      "rejected",
      "existing",
      "rejected",
      "created",
    ]);
    const refused = await api.create(unreadable);
    expect(items[4]).toMatchObject({ externalOrderId: null, orderCode: null, error: refused.error });
    expect(items[0]?.orderCode).toBe(
      (await api.get(`/v1/partner/orders/${first?.external_order_id}`)).data.order_code,
    );
    expect(items[3]?.orderCode).toBe(items[0]?.orderCode);
    expect(await getBatch(local.db, shop.scope, id)).toMatchObject({
      ...{ ...EMPTY, created: 2, existing: 2, rejected: 2, total: 6 },
      ...{ status: "finished", finishedAt: local.clock.now() },
    });
    const again = await submit(shop, orders);
    await run(shop);
    expect(await getBatch(local.db, shop.scope, again.id)).toMatchObject({
      created: 0,
      existing: 4,
      rejected: 2,
    });
    expect(await local.db.models.order.count({ where: { accountId: shop.accountId } })).toBe(3);
    expect(await local.db.models.batchItem.count({ where: { body: { not: null } } })).toBe(0);
  });

  it("checks delivery_time at submission, however late the order is created (BAT-4)", async () => {
    const { shop, api } = await local.newShop();
    const at = (minutes: number) => new Date(local.clock.now().getTime() + minutes * 60_000).toISOString();
    const orders = [orderBody({ delivery_time: at(1) }), orderBody({ delivery_time: at(-1) })];
    const { id } = await submit(shop, orders);
    local.clock.advance(2 * 60_000);
    await run(shop);
    const items = await listBatchItems(local.db, shop.scope, id, { limit: 2, offset: 0 });
    const refused = await api.create(orders[1]);
    expect(items.map(({ outcome, error }) => [outcome, error])).toEqual([
      ["created", null],
      ["rejected", refused.error],
    ]);
  });

  it("takes a token of its key for each order it starts, and leaves a tenth of them to requests (BAT-6)", async () => {
    const { shop } = await local.newShop();
    await updateAccount(local.db, shop.accountId, { rateLimitPerMinute: 10 });
    let now = 0;
    const limiter = new MemoryRateLimiter(() => now);
    const handlers = runBatches(() => limiter);
    const { id } = await submit(shop, bodies(20));
    const other = await submitBatch(context, shop.scope, {
      ...{ externalBatchId: null, orders: bodies(3), keyId: null, userId: shop.accountId },
    });
    const created: number[] = [];
    for (let minute = 0; minute < 3; minute += 1) {
      await run(shop, { handlers });
      created.push((await getBatch(local.db, shop.scope, id)).created);
      now += 61_000;
    }
    expect(created).toEqual([9, 18, 20]);
    // A user's orders do not wait for a key.
    expect(await getBatch(local.db, shop.scope, other.id)).toMatchObject({ created: 3, status: "finished" });
  });

  it("skips what is pending once its key is revoked, and is then stopped (BAT-8)", async () => {
    const { shop } = await local.newShop();
    const second = await addKey(local.db, shop.accountId, "test");
    const mine = await submit(shop, bodies(2));
    const others = await submit(second, bodies(2));
    await revokeKey(local.db, shop.keyId, local.clock.now());
    for (const owner of [shop, second]) expect(await run(owner)).toEqual({ type: "done" });
    expect(await getBatch(local.db, shop.scope, mine.id)).toMatchObject({ skipped: 2, status: "stopped" });
    expect(await getBatch(local.db, second.scope, others.id)).toMatchObject({
      created: 2,
      status: "finished",
    });
    expect(await local.db.models.order.findMany({ where: { accountId: shop.accountId } })).toMatchObject([
      { mode: "test" },
      { mode: "test" },
    ]);
  });

  it("retries an order that the service could not create, and never rejects it (BAT-5)", async () => {
    const { shop } = await local.newShop();
    const { id } = await submit(shop, bodies(2));
    const router = routerAfter(async () => {
      throw new DomainError("SERVICE_OVERLOADED");
    });
    expect(await run(shop, { router })).toEqual({ type: "again", afterMs: 1_000 });
    expect(await getBatch(local.db, shop.scope, id)).toMatchObject({ pending: 2, status: "queued" });
    await run(shop);
    expect(await outcomes(shop, id)).toEqual(["created", "created"]);
  });

  it("creates no order that was skipped while it was being started (BAT-12)", async () => {
    const { shop } = await local.newShop();
    const [body] = bodies(1);
    const { id } = await submit(shop, [body]);
    await run(shop, { router: routerAfter(() => stopBatch(context, shop.scope, id)) });
    expect(await getBatch(local.db, shop.scope, id)).toMatchObject({ skipped: 1, status: "stopped" });
    expect(await local.db.models.order.count({ where: { accountId: shop.accountId } })).toBe(0);
    expect(await run(shop)).toEqual({ type: "done" });
  });

  it("is created once, whether the same orders are run by two jobs at once or submitted twice (BAT-2, BAT-5)", async () => {
    const { shop } = await local.newShop();
    const orders = bodies(30);
    const name = newId();
    const submitted = await Promise.all([submit(shop, orders, name), submit(shop, orders, name)]);
    expect(new Set(submitted.map(({ id }) => id)).size).toBe(1);
    expect(submitted.map(({ isReplay }) => isReplay).sort()).toEqual([false, true]);
    const [{ id }] = submitted;
    await Promise.all([run(shop), run(shop)]);
    expect(new Set(await outcomes(shop, id))).toEqual(new Set(["created"]));
    const events = await local.db.models.event.findMany({ where: { accountId: shop.accountId } });
    expect(events).toHaveLength(30);
  });

  it("is refused beyond 2,000 pending orders of a key or 5,000 of a user, counted for each mode (BAT-7)", async () => {
    const { shop } = await local.newShop();
    const test = await addKey(local.db, shop.accountId, "test");
    const empty = Array.from({ length: 500 }, () => ({}));
    for (let count = 0; count < 4; count += 1) await submit(test, empty);
    await expect(submit(test, [{}])).rejects.toThrow("TOO_MANY_PENDING_ORDERS");
    for (let count = 0; count < 4; count += 1) await submit(shop, empty);
    await expect(submit(shop, [{}])).rejects.toThrow("TOO_MANY_PENDING_ORDERS");
    const input = { externalBatchId: null, keyId: null, userId: shop.accountId };
    for (let count = 0; count < 6; count += 1)
      await submitBatch(context, shop.scope, { ...input, orders: empty });
    await expect(submitBatch(context, shop.scope, { ...input, orders: [{}] })).rejects.toThrow(
      "TOO_MANY_PENDING_ORDERS",
    );
  });

  it("takes turns with those of other accounts", async () => {
    const { shop: large } = await local.newShop();
    const { shop: small } = await local.newShop();
    const handlers = runBatches(() => local.runtime.rateLimiter);
    const first = await submit(large, bodies(500));
    const second = await submit(small, bodies(3));
    const waiting = handlers.live(context, large.accountId);
    await run(small, { handlers });
    expect(await getBatch(local.db, small.scope, second.id)).toMatchObject({
      created: 3,
      status: "finished",
    });
    expect((await getBatch(local.db, large.scope, first.id)).pending).toBeGreaterThan(0);
    expect(await waiting).toEqual({ type: "again", afterMs: 0 });
  });

  it("of test mode waits for live orders, its own account's too, and still creates one order in ten (BAT-7)", async () => {
    const { shop } = await local.newShop();
    const { shop: other } = await local.newShop();
    const test = await addKey(local.db, shop.accountId, "test");
    await submit(test, bodies(20));
    await submit(shop, bodies(30));
    await submit(other, bodies(20));
    const started: string[] = [];
    const { router } = context;
    const watched: Router = {
      ...router,
      forCaller: (caller) => {
        started.push(caller.key.split(" ").at(-1) ?? "");
        return router.forCaller(caller);
      },
    };
    const handlers = runBatches(() => local.runtime.rateLimiter);
    const watching = { ...context, router: watched };
    const keepClaim = async () => true;
    await Promise.all([
      handlers.live(watching, shop.accountId, keepClaim),
      handlers.live(watching, other.accountId, keepClaim),
      handlers.test(watching, shop.accountId, keepClaim),
    ]);
    expect(started).toHaveLength(70);
    const besideLive = started.slice(0, started.lastIndexOf("live")).filter((mode) => mode === "test").length;
    expect(besideLive).toBeGreaterThan(0);
    // Nine live orders pass each.
    expect(besideLive).toBeLessThanOrEqual(5);
  });

  it("is created in one run while no other job waits for its slot, and ends its turn when one does", async () => {
    const { shop } = await local.newShop();
    const { id } = await submit(shop, bodies(3));
    // One order takes longer than such a turn.
    const { live } = runBatches(() => local.runtime.rateLimiter, 1);
    expect(await live(context, shop.accountId, async () => false)).toEqual({ type: "again", afterMs: 0 });
    expect(await getBatch(local.db, shop.scope, id)).toMatchObject({ created: 1, pending: 2 });
    expect(await live(context, shop.accountId, async () => true)).toEqual({ type: "done" });
    expect(await getBatch(local.db, shop.scope, id)).toMatchObject({ created: 3, status: "finished" });
  });

  it("is deleted 30 days after its submission (BAT-9)", async () => {
    const { shop } = await local.newShop();
    const { id, createdAt } = await submit(shop, bodies(1));
    await run(shop);
    expect(await deleteBatches(local.db, createdAt, () => false)).toBe(true);
    expect(await outcomes(shop, id)).toEqual(["created"]);
    await deleteBatches(local.db, new Date(createdAt.getTime() + 1), () => false);
    await expect(getBatch(local.db, shop.scope, id)).rejects.toThrow("BATCH_NOT_FOUND");
  });
});
