import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findTrackedCourier } from "@/lib/couriers/check-courier";
import type { Fix } from "@/lib/couriers/fix";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { PositionRecorder } from "@/lib/couriers/position-recorder";
import { setShift } from "@/lib/couriers/set-shift";
import type { TransportType } from "@/lib/couriers/vehicle";
import { stopWatchingRows, watchRows } from "@/lib/db/row-cache";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { COURIERS_MOVED, LIVE_CHANNEL } from "@/lib/streams/announce";
import { allowSeveralOrders } from "@/testing/allow-several-orders";
import { orderBody } from "@/testing/api-client";
import { execute } from "@/testing/cluster";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { pollUntil } from "@/testing/until";

describe("couriers' positions", () => {
  let local: LocalApi;
  let recorder: PositionRecorder;

  beforeAll(async () => {
    local = await openLocalApi();
    recorder = new PositionRecorder(local);
  });

  afterAll(() => local?.close());

  const makeCourier = async (type: TransportType = "car") => {
    const courierId = await local.couriers.makeCourier({ type });
    await setShift(local.couriers.context, courierId, true);
    return courierId;
  };
  const fix = (secondsAgo: number, latitude: number): Fix => ({
    latitude,
    longitude: 30.33,
    heading: null,
    accuracyMeters: 8,
    recordedAt: new Date(local.clock.now().getTime() - secondsAgo * 1_000),
  });
  const readPosition = async (courierId: string) =>
    (await local.db.models.courierPosition.findUnique({ where: { courierId } }))?.latitude ?? null;
  /** Gives a courier an order that they have had for ten minutes. */
  const carry = async (courierId: string) => {
    const { shop, api } = await local.newShop();
    const body = orderBody();
    await api.create(body);
    const externalOrderId = body.external_order_id;
    await assignCourier(local.couriers.context, shop.scope, { externalOrderId, courierId });
    const order = await local.db.models.order.findFirstOrThrow({ where: { externalOrderId } });
    const changedAt = new Date(local.clock.now().getTime() - 600_000);
    await local.db.models.orderStatusChange.updateMany({ where: { orderId: order.id }, data: { changedAt } });
    return { orderId: order.id, accountId: shop.accountId };
  };
  /** Opens a concurrent transaction. */
  const openConcurrent = async () => {
    const client = new Client({ connectionString: local.databaseUrl });
    await client.connect();
    await client.query("BEGIN");
    const isWaitedFor = async () => {
      // Within a transaction PostgreSQL answers from the first look at its activity.
      await client.query("SELECT pg_stat_clear_snapshot()");
      const { rows } = await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    return { client, isWaitedFor };
  };

  it("are stored with the order to whose stop the courier was on the way, also when they come late", async () => {
    await allowSeveralOrders(local.db);
    const courierId = await makeCourier();
    const [first, second] = [await carry(courierId), await carry(courierId)];
    const stored = async ({ orderId }: { orderId: bigint }) =>
      (
        await local.db.models.orderPosition.findMany({ where: { orderId }, orderBy: { recordedAt: "asc" } })
      ).map(({ latitude }) => latitude);
    const route = [
      [first, "collect"],
      [second, "collect"],
      [second, "deliver"],
      [first, "deliver"],
    ] as const;
    for (const [index, [{ orderId }, kind]] of route.entries()) {
      const where = { orderId, kind };
      await local.db.models.routeStop.updateMany({ where, data: { position: 100 + index } });
    }
    const collect = async ({ orderId }: { orderId: bigint }, secondsAgo: number) => {
      const happenedAt = new Date(local.clock.now().getTime() - secondsAgo * 1_000);
      const report = { orderId, step: { type: "pick_up" }, happenedAt } as const;
      await recordStep(local.couriers.context, courierId, report);
    };
    await recorder.record(courierId, [fix(300, 59.93)]);
    expect([await stored(first), await stored(second)]).toEqual([[59.93], []]);
    await collect(first, 200);
    await recorder.record(courierId, [fix(150, 59.9301)]);
    await collect(second, 100);
    await recorder.record(courierId, [fix(250, 59.9302), fix(170, 59.9303), fix(60, 59.9304)]);
    expect(await stored(first)).toEqual([59.93, 59.9302]);
    expect(await stored(second)).toEqual([59.9303, 59.9301, 59.9304]);
    await local.couriers.take(courierId, second.orderId, { type: "hand_over", dropoff: 0 });
    local.clock.advance(30_000);
    await recorder.record(courierId, [fix(0, 59.931), fix(45, 59.9305)]);
    expect(await stored(first)).toEqual([59.93, 59.9302, 59.931]);
  });

  it("are judged one after the other within one batch", async () => {
    const courierId = await makeCourier();
    const sent = [fix(30, 59.93), fix(20, 59.99), fix(10, 59.931), fix(10, 59.932), fix(25, 59.9305)];
    const answers = await Promise.all(sent.map((each) => recorder.record(courierId, [each])));
    expect(answers).toEqual([["current"], ["teleport"], ["current"], ["past"], ["past"]]);
    expect(await readPosition(courierId)).toBe(59.931);
  });

  it("are judged by the courier's vehicle", async () => {
    const judge = async (type: TransportType) => {
      const courierId = await makeCourier(type);
      await recorder.record(courierId, [fix(10, 59.93)]);
      return recorder.record(courierId, [fix(0, 59.935)]);
    };
    expect(await Promise.all((["foot", "bike", "car", "van"] as const).map(judge))).toEqual([
      ["teleport"],
      ["teleport"],
      ["current"],
      ["current"],
    ]);
  });

  it("are judged from the oldest to the newest within one report, in any order", async () => {
    const courierId = await makeCourier();
    const sent = [fix(10, 59.931), fix(20, 59.99), fix(30, 59.93), fix(5, 0)];
    expect(await recorder.record(courierId, sent)).toEqual(["current", "teleport", "current", "teleport"]);
    expect(await readPosition(courierId)).toBe(59.931);
  });

  it("of a clock that is minutes ahead count as now, and beyond that are refused with a note (GPS-6)", async () => {
    const courierId = await makeCourier();
    expect(await recorder.record(courierId, [fix(-240, 59.93)])).toEqual(["current"]);
    expect(await recorder.record(courierId, [fix(-720, 59.931)])).toEqual(["future"]);
    expect(Math.round((recorder.findClockAheadMs(courierId) ?? 0) / 60_000)).toBe(12);
    expect(await readPosition(courierId)).toBe(59.93);
    expect(await recorder.record(courierId, [fix(10, 59.9301)])).toEqual(["past"]);
    expect(recorder.findClockAheadMs(courierId)).toBeNull();
  });

  it("are confirmed only after they are committed", async () => {
    const courierId = await makeCourier();
    const { client, isWaitedFor } = await openConcurrent();
    await client.query("LOCK TABLE courier_positions IN SHARE MODE");
    let isAnswered = false;
    const answer = recorder.record(courierId, [fix(5, 59.93)]).finally(() => (isAnswered = true));
    await pollUntil(isWaitedFor);
    expect(isAnswered).toBe(false);
    await client.query("ROLLBACK");
    expect(await answer).toEqual(["current"]);
    await client.end();
  });

  it("never replace a newer one from another process (GPS-2)", async () => {
    const courierId = await makeCourier();
    await recorder.record(courierId, [fix(30, 59.93)]);
    const { client, isWaitedFor } = await openConcurrent();
    await client.query(
      "UPDATE courier_positions SET latitude = 59.932, recorded_at = recorded_at + interval '20 seconds' WHERE courier_id = $1",
      [courierId],
    );
    const answer = recorder.record(courierId, [fix(20, 59.931)]);
    await pollUntil(isWaitedFor);
    await client.query("COMMIT");
    expect(await answer).toEqual(["past"]);
    expect(await readPosition(courierId)).toBe(59.932);
    // Each batch reads the stored position, so the next fix is judged against the other process's.
    expect(await recorder.record(courierId, [fix(8, 59.94), fix(5, 59.9325)])).toEqual([
      "teleport",
      "current",
    ]);
    await client.end();
  });

  it("are not stored for a disabled courier or one whose shift has ended, also in a shared batch", async () => {
    const [working, resting, disabled] = [await makeCourier(), await makeCourier(), await makeCourier()];
    for (const courierId of [working, resting, disabled]) await recorder.record(courierId, [fix(30, 59.93)]);
    await carry(resting);
    await setShift(local.couriers.context, resting, false);
    await local.db.models.courier.update({ where: { id: disabled }, data: { disabledAt: new Date() } });
    const sent = [working, resting, disabled].map((courierId) =>
      recorder.record(courierId, [fix(10, 59.931)]),
    );
    expect(await Promise.all(sent)).toEqual([["current"], null, null]);
    expect([await readPosition(working), await readPosition(resting), await readPosition(disabled)]).toEqual([
      59.931, 59.93, 59.93,
    ]);
    expect(await local.db.models.orderPosition.count({ where: { courierId: resting } })).toBe(0);
  });

  it("are stored even when the database rejects another courier's position in the same batch", async () => {
    const [broken, ...whole] = [await makeCourier(), await makeCourier(), await makeCourier()];
    await execute(
      local.databaseUrl,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''planted''; END'`,
      `CREATE TRIGGER refuse BEFORE INSERT ON courier_positions FOR EACH ROW WHEN (NEW.courier_id = '${broken}') EXECUTE FUNCTION refuse()`,
    );
    const couriers = [whole[0], broken, whole[1]] as string[];
    const sent = couriers.map((courierId) => recorder.record(courierId, [fix(10, 59.93)]));
    const answers = await Promise.allSettled(sent);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    for (const courierId of whole) expect(await readPosition(courierId)).toBe(59.93);
  });

  it("are rejected while 10,000 are queued, and accepted again afterwards", async () => {
    const courierId = await makeCourier();
    const absurd = Array.from({ length: 10_000 }, () => ({ ...fix(10, 0), longitude: 0 }));
    const written = recorder.record(courierId, absurd.slice(0, 500));
    const many = recorder.record(courierId, absurd);
    await expect(recorder.record(courierId, [fix(10, 59.93)])).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
    });
    expect(new Set([...((await written) ?? []), ...((await many) ?? [])])).toEqual(new Set(["null_island"]));
    expect(await recorder.record(courierId, [fix(10, 59.93)])).toEqual(["current"]);
  });

  it("are kept in the carried order's history at least ten seconds apart, across batches", async () => {
    const courierId = await makeCourier();
    const { orderId } = await carry(courierId);
    for (const batch of [[100, 99, 60], [98, 80, 79], [20, 60], [700]]) {
      await Promise.all(batch.map((ago) => recorder.record(courierId, [fix(ago, 59.93 + ago / 10_000)])));
    }
    const stored = await local.db.models.orderPosition.findMany({
      where: { orderId },
      orderBy: { recordedAt: "asc" },
    });
    expect(stored.map(({ latitude }) => Math.round((latitude - 59.93) * 10_000))).toEqual([100, 80, 60, 20]);
  });

  it("are announced separately for couriers with an order and once for all others", async () => {
    const couriers = [await makeCourier(), await makeCourier(), await makeCourier()] as const;
    const { orderId, accountId } = await carry(couriers[0]);
    const received: string[] = [];
    const { client } = await openConcurrent();
    client.on("notification", ({ payload }) => received.push(payload ?? ""));
    await client.query("COMMIT");
    await client.query(`LISTEN ${LIVE_CHANNEL}`);
    await Promise.all(couriers.map((courierId) => recorder.record(courierId, [fix(10, 59.93)])));
    await pollUntil(() => received.length === 2);
    expect(received.toSorted()).toEqual(
      [`courier ${couriers[0]} ${orderId} ${accountId} live`, COURIERS_MOVED].toSorted(),
    );
    await client.end();
  });

  it("are accepted from a cached tracker only until it is replaced or its courier is disabled", async () => {
    const watch = watchRows(local.db, local.databaseUrl);
    await pollUntil(() => watch.isFresh());
    const courierId = await makeCourier();
    const issue = async () =>
      (await issueCourierLink(local.db, courierId, "http://localhost:3000")).deviceToken;
    const first = await issue();
    expect(await findTrackedCourier(local.db, first)).toBe(courierId);
    const second = await issue();
    await pollUntil(async () => (await findTrackedCourier(local.db, first)) === null);
    expect(await findTrackedCourier(local.db, second)).toBe(courierId);
    await execute(local.databaseUrl, `UPDATE couriers SET disabled_at = now() WHERE id = '${courierId}'`);
    await pollUntil(async () => (await findTrackedCourier(local.db, second)) === null);
    await stopWatchingRows(local.db);
  });
});
