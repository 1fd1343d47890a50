import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DomainError } from "@/lib/domain-error";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { applyDefaultResolution, resolutionJobKey } from "@/lib/orders/fulfillment/apply-default-resolution";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { completeReturn } from "@/lib/orders/fulfillment/complete-return";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { overrideCode } from "@/lib/orders/fulfillment/override-code";
import { reassignInProgress } from "@/lib/orders/fulfillment/reassign-in-progress";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { resolveUndeliverable } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { getOrder } from "@/lib/orders/load-order";
import type { CourierStep } from "@/lib/orders/progress";
import { proofCode } from "@/lib/orders/proof-code";
import { patchOrder } from "@/lib/orders/update/patch-order";
import { amount } from "@/testing/amount";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { type Client, makeClient } from "@/testing/shop";

const RUNS = amount(12, 400);
const DROPOFFS = 2;
const RETURN_KOPECKS = 10_050;
const ANSWER_MINUTES = 15;

/** A dropoff as a plain account of what happened has it. */
interface Stop {
  end: "open" | "done" | "asked" | "return" | "leave";
  isThere: boolean;
  tries: number;
  wrongCodes: number;
  isOverridden: boolean;
  answerMinute: number;
}

/** The model's expected state of the order, derived from the contract and not from the code. */
interface ModelState {
  status: "assigned" | "in_progress" | "delivered" | "cancelled";
  stops: Stop[];
  way: null | "pending" | "on_the_way" | "returned";
  charges: number;
  minute: number;
  events: string[];
  /** Which of the couriers has the order, and which one has its goods until they are taken over. */
  courier: number;
  giver: number | null;
}

interface RealSystem {
  local: LocalApi;
  shop: Client;
  externalOrderId: string;
  orderId: bigint;
  couriers: readonly string[];
  /** Whose the order is. */
  courierId: string;
}

type ExpectedOutcome = "done" | "refused";

const toOutcome = (work: Promise<unknown>): Promise<ExpectedOutcome> =>
  work.then(
    () => "done" as const,
    (error: DomainError) => {
      if (error.code === undefined) throw error;
      return "refused" as const;
    },
  );

/** Returns the next dropoff: first attempts in order, then second attempts. */
function getNext({ stops }: ModelState): number {
  const open = (tries: number) => stops.findIndex((stop) => stop.end === "open" && stop.tries === tries);
  return open(0) === -1 ? open(1) : open(0);
}

/** Whether the courier has yet to take the goods over, and can do nothing else before. */
function isToTakeOver({ status, way, giver }: ModelState): boolean {
  return giver !== null && (status === "in_progress" || way === "on_the_way");
}

/** Applies the end of a dropoff or a decision about it; `event` is its event, unless it is silent. */
function follow(known: ModelState, event: string, isSilentAtEnd: boolean, isSilentAtReturn: boolean): void {
  const isOpen = getNext(known) !== -1 || known.stops.some(({ end }) => end === "asked");
  const owes = known.stops.some(({ end }) => end === "return");
  if (isOpen) {
    known.events.push(event);
    if (owes) known.way = "pending";
  } else if (owes) {
    if (!isSilentAtReturn) known.events.push(event);
    known.events.push("return_started");
    known.way = "on_the_way";
    known.charges += RETURN_KOPECKS;
  } else {
    if (!isSilentAtEnd) known.events.push(event);
    known.events.push("delivered");
    known.status = "delivered";
  }
}

function bringBack(known: ModelState): void {
  known.way = "returned";
  known.events.push("returned");
  if (known.status === "cancelled") return;
  const isAnything = known.stops.some(({ end }) => end === "done" || end === "leave");
  known.status = isAnything ? "delivered" : "cancelled";
  known.events.push(known.status);
}

function decide(known: ModelState, stop: Stop, action: "retry" | "return" | "leave"): void {
  stop.end = action === "retry" ? "open" : action;
  if (action === "retry") stop.isThere = false;
  follow(known, "updated", true, true);
}

function command(
  title: string,
  run: (known: ModelState, real: RealSystem) => Promise<void>,
): fc.AsyncCommand<ModelState, RealSystem> {
  const checked = async (known: ModelState, real: RealSystem) => {
    await run(known, real);
    await checkRoute(known, real);
  };
  return { check: () => true, run: checked, toString: () => title };
}

const take = (real: RealSystem, step: CourierStep, report = {}) =>
  recordStep(real.local.couriers.context, real.courierId, { orderId: real.orderId, step, report });

const pickUp = command("pick up", async (known, real) => {
  const got = await toOutcome(take(real, { type: "pick_up" }));
  if (known.status === "cancelled") return expect(got).toBe("refused");
  expect(got).toBe("done");
  if (known.status !== "assigned") return;
  known.status = "in_progress";
  known.events.push("in_progress");
});

const arrive = command("arrive", async (known, real) => {
  const next = getNext(known);
  if (known.status !== "in_progress" || next === -1) return;
  const stop = known.stops[next] as Stop;
  expect(await toOutcome(take(real, { type: "arrive", dropoff: next, attempt: stop.tries }))).toBe(
    isToTakeOver(known) ? "refused" : "done",
  );
  if (!isToTakeOver(known)) stop.isThere = true;
});

const handOver = (isRight: boolean) =>
  command(`hand over with ${isRight ? "the" : "a wrong"} code`, async (known, real) => {
    const next = getNext(known);
    if (known.status !== "in_progress" || next === -1) return;
    const stop = known.stops[next] as Stop;
    const order = await getOrder(real.local.db, {
      scope: real.shop.scope,
      externalOrderId: real.externalOrderId,
    });
    const right = proofCode(order.dropoffTokens[next] ?? "");
    const code = isRight ? right : String((Number(right) + 1) % 1_000_000).padStart(6, "0");
    const step = { type: "hand_over", dropoff: next, attempt: stop.tries } as const;
    const got = await toOutcome(take(real, step, { code }));
    if (isToTakeOver(known)) return expect(got).toBe("refused");
    const isTaken = stop.isOverridden || (isRight && stop.wrongCodes < 5);
    expect(got).toBe(isTaken ? "done" : "refused");
    if (!isTaken) {
      stop.wrongCodes += 1;
      return;
    }
    stop.end = "done";
    follow(known, "stop_completed", true, false);
  });

const fail = command("fail", async (known, real) => {
  const next = getNext(known);
  if (next === -1) return;
  const stop = known.stops[next] as Stop;
  const step = { type: "fail", dropoff: next, attempt: stop.tries } as const;
  const got = await toOutcome(take(real, step, { failure: { code: "refused", comment: null } }));
  // After the end of the order a step is either past or refused; neither changes anything.
  if (known.status !== "in_progress") return;
  const isPossible = stop.isThere && !isToTakeOver(known);
  expect(got).toBe(isPossible ? "done" : "refused");
  if (!isPossible) return;
  Object.assign(stop, { end: "asked", tries: stop.tries + 1, answerMinute: known.minute + ANSWER_MINUTES });
  follow(known, "stop_failed", false, false);
});

const giveBack = (isOperator: boolean) =>
  command(isOperator ? "complete the return" : "give back", async (known, real) => {
    const { context } = real.local.couriers;
    const got = await toOutcome(
      isOperator
        ? completeReturn(context, real.shop.scope, real.externalOrderId)
        : take(real, { type: "give_back" }),
    );
    if (known.way === "on_the_way") {
      const isPossible = isOperator || !isToTakeOver(known);
      expect(got).toBe(isPossible ? "done" : "refused");
      if (!isPossible) return;
      return bringBack(known);
    }
    if (known.way === "returned") expect(got).toBe("done");
    // A phone that is late with it learns nothing new once the order was delivered.
    else if (isOperator || known.status !== "delivered") expect(got).toBe("refused");
  });

const answer = (action: "retry" | "return" | "leave", dropoff: number) =>
  command(`${action} ${dropoff}`, async (known, real) => {
    const stop = known.stops[dropoff] as Stop;
    const { externalOrderId } = real;
    const got = await toOutcome(
      resolveUndeliverable(real.local.couriers.context, real.shop.scope, {
        externalOrderId,
        action,
        index: dropoff + 1,
      }),
    );
    if (known.status !== "in_progress" || stop.end !== "asked") return;
    const isPossible = action !== "retry" || stop.tries < 2;
    expect(got).toBe(isPossible ? "done" : "refused");
    if (isPossible) decide(known, stop, action);
  });

const waitFor = (minutes: number) =>
  command(`${minutes} minutes pass`, async (known, real) => {
    real.local.clock.advance(minutes * 60_000);
    known.minute += minutes;
    for (const [index, stop] of known.stops.entries()) {
      const due = stop.end === "asked" && known.status === "in_progress" && stop.answerMinute <= known.minute;
      // The jobs of earlier tries come as well.
      for (const attempt of [1, 2]) {
        await applyDefaultResolution(
          real.local.couriers.context,
          resolutionJobKey(real.orderId, index + 1, attempt),
        );
      }
      if (due) decide(known, stop, "return");
    }
  });

const override = (dropoff: number) =>
  command(`override ${dropoff}`, async (known, real) => {
    const stop = known.stops[dropoff] as Stop;
    const { externalOrderId } = real;
    const input = { externalOrderId, position: dropoff + 1, reason: "The shop has confirmed" };
    const got = await toOutcome(overrideCode(real.local.couriers.context, real.shop.scope, input));
    if (stop.isOverridden) return expect(got).toBe("done");
    const isPossible = (known.status === "assigned" || known.status === "in_progress") && stop.end !== "done";
    expect(got).toBe(isPossible ? "done" : "refused");
    if (!isPossible) return;
    stop.isOverridden = true;
    known.events.push("updated");
  });

const cancel = command("cancel", async (known, real) => {
  const { externalOrderId } = real;
  const got = await toOutcome(cancelOrder(real.local.couriers.context, real.shop.scope, { externalOrderId }));
  expect(got).toBe(known.status === "delivered" ? "refused" : "done");
  if (known.status === "delivered" || known.status === "cancelled") return;
  const isPickedUp = known.status === "in_progress";
  known.status = "cancelled";
  known.events.push("cancelled");
  for (const stop of known.stops) if (stop.end === "asked") stop.end = "return";
  if (!isPickedUp || known.way === "on_the_way") return;
  known.way = "on_the_way";
  known.charges += RETURN_KOPECKS;
});

const deliver = command("deliver", async (known, real) => {
  const got = await toOutcome(
    deliverOrder(real.local.couriers.context, real.shop.scope, real.externalOrderId),
  );
  const isPossible = known.status === "in_progress" && known.way !== "on_the_way";
  expect(got).toBe(isPossible ? "done" : "refused");
  if (!isPossible) return;
  for (const stop of known.stops) stop.end = "done";
  Object.assign(known, { status: "delivered", way: null });
  known.events.push("delivered");
});

const reassign = (courier: number) =>
  command(`give to courier ${courier}`, async (known, real) => {
    const { externalOrderId } = real;
    const courierId = real.couriers[courier] ?? "";
    const got = await toOutcome(
      reassignInProgress(real.local.couriers.context, real.shop.scope, { externalOrderId, courierId }),
    );
    expect(got).toBe(known.status === "in_progress" ? "done" : "refused");
    if (known.status !== "in_progress" || courier === known.courier) return;
    const giver = known.giver ?? known.courier;
    Object.assign(known, { courier, giver: giver === courier ? null : giver });
    real.courierId = courierId;
    // The new courier has not arrived at any door.
    for (const stop of known.stops) if (stop.end === "open") stop.isThere = false;
    known.events.push("driver_changed");
  });

const takeOver = command("take over", async (known, real) => {
  const got = await toOutcome(take(real, { type: "take_over" }));
  if (!isToTakeOver(known)) return;
  expect(got).toBe("done");
  known.giver = null;
});

const edit = (comment: string) =>
  command(`edit ${comment}`, async (known, real) => {
    const { externalOrderId } = real;
    const before = await getOrder(real.local.db, { scope: real.shop.scope, externalOrderId });
    const got = await toOutcome(
      patchOrder(real.local.couriers.context, real.shop.scope, { externalOrderId, body: { comment } }),
    );
    expect(got).toBe(known.status === "assigned" ? "done" : "refused");
    const after = await getOrder(real.local.db, { scope: real.shop.scope, externalOrderId });
    if (after.eventSequence !== before.eventSequence) known.events.push("updated");
  });

/** Lists the remaining stops. */
function listRoute(known: ModelState): string[] {
  const { status, way, stops } = known;
  const isActive = status === "assigned" || status === "in_progress";
  const open = [0, 1].flatMap((tries) =>
    stops.flatMap((stop, index) => (stop.end === "open" && stop.tries === tries ? [index + 1] : [])),
  );
  return [
    ...(isToTakeOver(known) ? ["take_over 0"] : []),
    ...(status === "assigned" ? ["collect 0"] : []),
    ...(isActive && way !== "on_the_way" ? open.map((position) => `deliver ${position}`) : []),
    ...(way === "on_the_way" ? ["return 0"] : []),
  ];
}

async function checkRoute(known: ModelState, { local, orderId, courierId }: RealSystem): Promise<void> {
  const route = await local.db.models.routeStop.findMany({
    where: { orderId },
    orderBy: { position: "asc" },
  });
  expect(route.map(({ kind, stopPosition }) => `${kind} ${stopPosition}`)).toEqual(listRoute(known));
  expect(new Set(route.map((stop) => stop.courierId))).toEqual(
    new Set(route.length === 0 ? [] : [courierId]),
  );
}

/** Holds the order against what is known of it. */
async function check(
  known: ModelState,
  { local, shop, externalOrderId, orderId, couriers, courierId }: RealSystem,
): Promise<void> {
  const selector = { scope: shop.scope, externalOrderId };
  const order = await getOrder(local.db, selector, ["history", "stops", "charges"]);
  const { stops, charges, history } = order;
  expect([order.status, order.returnState, order.chargesTotal]).toEqual([
    known.status,
    known.way,
    known.charges,
  ]);
  expect(charges.reduce((sum, { amount: one }) => sum + one, 0)).toBe(order.chargesTotal);
  expect(stops.slice(1, DROPOFFS + 1).map(({ outcome }) => outcome)).toEqual(
    known.stops.map(({ end }) => (end === "open" ? "pending" : end === "done" ? "done" : "failed")),
  );
  const legal = ["new", "assigned", "in_progress", "delivered"];
  const statuses = history.map(({ status }) => status).filter((status) => status !== "cancelled");
  expect(statuses).toEqual(legal.slice(0, statuses.length));
  const { takeoverFromId } = await local.db.models.order.findUniqueOrThrow({ where: { id: orderId } });
  expect(takeoverFromId).toBe(isToTakeOver(known) ? couriers[known.giver ?? -1] : null);
  const events = await local.db.models.event.findMany({ where: { orderId }, orderBy: { sequence: "asc" } });
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(events.map(({ type }) => type.replace("order.", ""))).toEqual([
    "created",
    "assigned",
    ...known.events,
  ]);
  // The courier is free exactly when nothing is in their hands.
  const inHand = known.status === "assigned" || known.status === "in_progress" || known.way === "on_the_way";
  const other = orderBodyWith(1);
  await local.client(shop.key).create(other);
  const terms = { externalOrderId: other.external_order_id, courierId };
  const got = await toOutcome(assignCourier(local.couriers.context, shop.scope, terms));
  expect(got).toBe(inHand ? "refused" : "done");
}

describe("orders that do not go to plan", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  it("end as a plain model predicts, whatever shop, courier, operators and clock do (STOP-1, STOP-3, STOP-5, STOP-6, STOP-7, STOP-8, PRF-2, EVT-18, EVT-19)", async () => {
    const shop = await makeClient(local.db);
    const place = fc.nat({ max: DROPOFFS - 1 });
    const commands = [
      fc.constant(pickUp),
      fc.constant(arrive),
      fc.constant(arrive),
      fc.constant(arrive),
      fc.constant(arrive),
      fc.boolean().map(handOver),
      fc.constant(fail),
      fc.constant(fail),
      fc.constant(fail),
      fc.constant(fail),
      fc.boolean().map(giveBack),
      fc.boolean().map(giveBack),
      fc.boolean().map(giveBack),
      fc
        .tuple(fc.constantFrom("retry" as const, "return" as const, "leave" as const), place)
        .map((args) => answer(...args)),
      fc.constantFrom(1, 8, 16).map(waitFor),
      place.map(override),
      fc.nat({ max: 2 }).map(reassign),
      fc.constant(takeOver),
      fc.constant(takeOver),
      // Seldom: they end most stories early.
      fc.nat({ max: 5 }).map((one) => [cancel, deliver][one] ?? arrive),
      fc.constantFrom("a", "b").map(edit),
    ];
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { size: "max", maxCommands: 40 }), async (all) => {
        const { dropoffs } = orderBodyWith(DROPOFFS);
        const body = orderBodyWith(DROPOFFS, {
          dropoffs: dropoffs.map((dropoff) => ({ ...dropoff, proof: { code: true } })),
        });
        await local.client(shop.key).create(body);
        const externalOrderId = body.external_order_id;
        const couriers = await Promise.all([0, 1, 2].map(() => local.couriers.makeCourier()));
        const [courierId = ""] = couriers;
        const { id: orderId } = await assignCourier(local.couriers.context, shop.scope, {
          externalOrderId,
          courierId,
        });
        await local.db.models.order.update({ where: { id: orderId }, data: { returnPrice: "100.50" } });
        const known: ModelState = {
          status: "assigned",
          stops: Array.from({ length: DROPOFFS }, () => ({
            end: "open",
            isThere: false,
            tries: 0,
            wrongCodes: 0,
            isOverridden: false,
            answerMinute: 0,
          })),
          way: null,
          charges: 0,
          minute: 0,
          events: [],
          courier: 0,
          giver: null,
        };
        const real = { local, shop, externalOrderId, orderId, couriers, courierId };
        await fc.asyncModelRun(() => ({ model: known, real }), [pickUp, ...all]);
        await check(known, real);
      }),
      { numRuns: RUNS },
    );
  });
});
