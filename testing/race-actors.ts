import { checkKey } from "@/lib/accounts/check-key";
import { findKey } from "@/lib/accounts/find-key";
import { revokeKey } from "@/lib/accounts/revoke-key";
import type { Context } from "@/lib/context";
import { findLinkedCourier } from "@/lib/couriers/check-courier";
import { createCourier } from "@/lib/couriers/create-courier";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { recordPosition } from "@/lib/couriers/record-position";
import { setShift } from "@/lib/couriers/set-shift";
import { assignOrReassign } from "@/lib/dispatch/assign-or-reassign";
import { checkAcceptance } from "@/lib/dispatch/check-acceptance";
import { disableCourier } from "@/lib/dispatch/disable-courier";
import { matchWaitingOrders } from "@/lib/dispatch/match-waiting-orders";
import { DomainError } from "@/lib/domain-error";
import { ERRORS } from "@/lib/http/errors";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { claimJobs, finishJob, rescheduleJob } from "@/lib/jobs/store";
import { adjustCharge } from "@/lib/orders/adjust-charge";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { createOrder } from "@/lib/orders/create-order";
import { applyDefaultResolution } from "@/lib/orders/fulfillment/apply-default-resolution";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { completeReturn } from "@/lib/orders/fulfillment/complete-return";
import { deliverDropoff } from "@/lib/orders/fulfillment/deliver-dropoff";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { resolveUndeliverable } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import { recordStep, unassignSelf } from "@/lib/orders/fulfillment/take-step";
import { loadOrder } from "@/lib/orders/load-order";
import { nextStep } from "@/lib/orders/progress";
import type { PatchOrderBody } from "@/lib/orders/schema";
import { patchOrder } from "@/lib/orders/update/patch-order";
import { replaceOrder } from "@/lib/orders/update/replace-order";
import { kopecks } from "@/lib/pricing/money";
import { closeOldestMonth } from "@/lib/statements/close-statements";
import { claimDeliveries, recordAttempt } from "@/lib/webhooks/sending-store";
import type { WebhookEventType } from "@/lib/webhooks/webhook-event";
import { orderBody } from "@/testing/api-client";
import { type Client, makeClient } from "@/testing/shop";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

const MINUTE_MS = 60_000;
const ISSUER = { vatPercent: 20, legalName: "Dropline", legalDetails: null };
export const ENDPOINT_TYPES: readonly (readonly WebhookEventType[] | undefined)[] = [
  undefined,
  ["order.created", "order.updated", "order.cancelled"],
];

export type Random = () => number;
export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

type Body = ReturnType<typeof orderBody>;

/** What an actor did: its place among all statements, and what came of it. */
export interface Operation {
  readonly name: string;
  /** Unique in a schedule; an edit's marks contain it. */
  readonly number: number;
  readonly externalOrderId?: string;
  readonly courier?: number;
  readonly patch?: PatchOrderBody;
  readonly startedAt: number;
  endedAt: number;
  /** Null once it is acknowledged. */
  refusal: string | null;
  result: unknown;
}

/** An account with orders at certain stages, and couriers. */
export interface World {
  readonly shop: Client;
  readonly bodies: readonly Body[];
  readonly couriers: readonly { readonly id: string; readonly phone: string; readonly secret: string }[];
  readonly operations: Operation[];
  /** Statements that have passed. */
  passed: number;
}

const STAGES = ["absent", "new", "assigned", "accepted", "picked_up", "at_door", "asked", "going_back", "delivered"] as const;

let phones = 0;

export async function makeWorld(context: Context, random: Random): Promise<World> {
  const shop = await makeClient(context.db);
  const { scope } = shop;
  const webhooks = testWebhooks(context.db);
  await Promise.all(ENDPOINT_TYPES.map((types) => addEndpoint(webhooks, scope, "http://127.0.0.1/", types)));
  const couriers = await Promise.all(
    [0, 1, 2].map(async (index) => {
      phones += 1;
      const phone = `+7911${String(phones).padStart(7, "0")}`;
      const { id } = await createCourier(context.db, { name: `Courier ${index}`, phone, transport: { type: "car" }, isSimulated: false });
      await setShift(context, id, true);
      const { link } = await issueCourierLink(context.db, id, context.publicUrl);
      const at = { latitude: 59.93 + index / 100, longitude: 30.33, heading: 90, recordedAt: context.clock.now() };
      await recordPosition(context, id, at);
      return { id, phone, secret: link.slice(link.lastIndexOf("/") + 1) };
    }),
  );
  const count = random() < 0.6 ? 1 : 2;
  const bodies = Array.from({ length: count }, (): Body => {
    const { dropoffs, ...body } = orderBody();
    const wish = pick(random, ["ask", "ask", "return", "leave"] as const);
    const dropoff = { ...dropoffs[0], payment_amount: 500 } as Body["dropoffs"][number];
    return { ...body, dropoffs: [dropoff], if_undeliverable: wish };
  });
  for (const [index, body] of bodies.entries()) {
    const place = Math.floor(random() * STAGES.length);
    const reached = (stage: (typeof STAGES)[number]) => place >= STAGES.indexOf(stage);
    if (!reached("new")) continue;
    const externalOrderId = body.external_order_id;
    await createOrder(context, scope, { body });
    if (!reached("assigned")) continue;
    const courierId = couriers[index]?.id ?? "";
    const { id: orderId } = await assignCourier(context, scope, { externalOrderId, courierId });
    const step = (type: "accept" | "pick_up") => recordStep(context, courierId, { orderId, step: { type } });
    if (reached("accepted")) await step("accept");
    if (!reached("picked_up")) continue;
    await step("pick_up");
    if (reached("delivered")) await deliverOrder(context, scope, externalOrderId);
    else if (reached("at_door")) {
      await recordStep(context, courierId, { orderId, step: { type: "arrive", dropoff: 0 } });
      if (reached("asked")) await fail(context, courierId, orderId);
      if (reached("going_back") && body.if_undeliverable === "ask") {
        await resolveUndeliverable(context, scope, { externalOrderId, action: "return" });
      }
    }
  }
  return { shop, bodies, couriers, operations: [], passed: 0 };
}

const fail = (context: Context, courierId: string, orderId: bigint, attempt = 0) =>
  recordStep(context, courierId, {
    orderId,
    step: { type: "fail", dropoff: 0, attempt },
    report: { failure: { code: "refused", comment: null } },
  });

type Work = (context: Context, number: number) => Promise<unknown>;
type Given = Pick<Operation, "name" | "externalOrderId" | "courier" | "patch">;

/** Chooses what an actor does: one to three operations of one role. */
export function planActor(world: World, random: Random): { role: string; work: (context: Context) => Promise<void> } {
  const role = pick(random, ["shop", "shop", "shop", "operator", "operator", "courier", "courier", "courier", "dispatch", "worker", "sender", "office"] as const);
  const mine = Math.floor(random() * 2);
  const steps = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    return PLANS[role]({ world, random, mine, number: nextNumber(world) });
  });
  const work = async (context: Context) => {
    for (const [number, given, run] of steps) {
      const operation: Operation = { ...given, number, startedAt: world.passed, endedAt: 0, refusal: null, result: null };
      world.operations.push(operation);
      try {
        operation.result = await run(context, number);
      } catch (error) {
        operation.refusal = error instanceof DomainError && ERRORS[error.code].status < 500 ? error.code : `BROKEN ${error}`;
        operation.result = error;
      }
      operation.endedAt = world.passed;
    }
  };
  return { role, work };
}

const numbers = new WeakMap<World, number>();
function nextNumber(world: World): number {
  const number = (numbers.get(world) ?? 0) + 1;
  numbers.set(world, number);
  return number;
}

interface PlanInput {
  readonly world: World;
  readonly random: Random;
  /** The order or the courier of an actor that has one. */
  readonly mine: number;
  readonly number: number;
}
type Plan = (input: PlanInput) => [number: number, given: Given, work: Work];

const patches = (number: number, now: Date): PatchOrderBody[] => [
  { comment: `comment ${number}` },
  { pickup: { contact: { name: `name ${number}` } } },
  { dropoffs: [{ index: 0, address: { apartment: number } }] },
  { dropoffs: [{ index: 0, address: { latitude: 59.92 + number / 1000 } }] },
  { dropoffs: [{ index: 0, payment_amount: number }] },
  { delivery_time: new Date(now.getTime() + (60 + number) * MINUTE_MS).toISOString() },
];

export const CREATED_AT = new Date("2026-11-21T12:00:00.000Z");

const PLANS: Record<"shop" | "operator" | "courier" | "dispatch" | "worker" | "sender" | "office", Plan> = {
  shop: ({ world, random, number }) => {
    const { scope } = world.shop;
    const body = pick(random, world.bodies);
    const externalOrderId = body.external_order_id;
    const metadata = { [`e${number}`]: "1" };
    const draw = random();
    if (draw < 0.2) {
      const sent = random() < 0.7 ? body : { ...body, comment: `other ${number}` };
      return [number, { name: "create", externalOrderId }, (context) => createOrder(context, scope, { body: sent })];
    }
    if (draw < 0.6) {
      const patch = { ...pick(random, patches(number, CREATED_AT)), metadata } as PatchOrderBody;
      return [number, { name: "patch", externalOrderId, patch }, (context) => patchOrder(context, scope, { externalOrderId, body: patch })];
    }
    if (draw < 0.7) {
      const sent = { ...body, comment: `comment ${number}`, metadata };
      return [number, { name: "put", externalOrderId, patch: { comment: sent.comment, metadata } as PatchOrderBody }, (context) => replaceOrder(context, scope, { externalOrderId, body: sent })];
    }
    if (draw < 0.9) {
      return [number, { name: "cancel", externalOrderId }, (context) => cancelOrder(context, scope, { externalOrderId, reason: `reason_${number}` })];
    }
    const action = pick(random, ["retry", "return", "leave"] as const);
    return [number, { name: "resolve", externalOrderId }, (context) => resolveUndeliverable(context, scope, { externalOrderId, action })];
  },
  operator: ({ world, random, number }) => {
    const { scope } = world.shop;
    const { external_order_id: externalOrderId } = pick(random, world.bodies);
    const courier = Math.floor(random() * world.couriers.length);
    const courierId = world.couriers[courier]?.id ?? "";
    const input = { externalOrderId, courierId };
    return pick<[number, Given, Work]>(random, [
      [number, { name: "assign", externalOrderId, courier }, (context) => assignOrReassign(context, scope, input)],
      [number, { name: "assign", externalOrderId, courier }, (context) => assignOrReassign(context, scope, input)],
      [number, { name: "assign", externalOrderId, courier }, (context) => assignOrReassign(context, scope, input)],
      [number, { name: "start", externalOrderId }, (context) => startOrder(context, scope, externalOrderId)],
      [number, { name: "deliver", externalOrderId }, (context) => deliverOrder(context, scope, externalOrderId)],
      [number, { name: "hand over", externalOrderId }, (context) => deliverDropoff(context, scope, { externalOrderId, position: 1 })],
      [number, { name: "complete return", externalOrderId }, (context) => completeReturn(context, scope, externalOrderId)],
      [number, { name: "disable", courier }, (context) => disableCourier(context, courierId, true)],
      [number, { name: "new link", courier }, (context) => issueCourierLink(context.db, courierId, context.publicUrl)],
    ]);
  },
  courier: ({ world, random, mine, number }) => {
    const { id: courierId, secret } = world.couriers[mine] ?? { id: "", secret: "" };
    const [isRefused, isReleased, isOff] = [random() < 0.3, random() < 0.15, random() < 0.05];
    return [
      number,
      { name: "step", courier: mine },
      async (context) => {
        // As the app does: a link, the state, the next tap.
        const courier = await findLinkedCourier(context.db, secret);
        if (courier === null) throw new DomainError("COURIER_NOT_FOUND");
        if (isOff) return setShift(context, courierId, false);
        const order = await loadOrder(context.db, { courierId }, ["progress"]);
        const step = order && nextStep(order.status, order.progress);
        if (order === null || step === null || step.type === "wait") return null;
        const { id: orderId } = order;
        if (isReleased && order.status === "assigned") return unassignSelf(context, courierId, orderId);
        if (step.type === "hand_over" && isRefused) await fail(context, courierId, orderId, step.attempt);
        else await recordStep(context, courierId, { orderId, step });
        return { step: isRefused && step.type === "hand_over" ? "fail" : step.type, orderId };
      },
    ];
  },
  dispatch: ({ number }) => [number, { name: "dispatch" }, (context) => matchWaitingOrders(context)],
  worker: ({ number }) => [
    number,
    { name: "jobs" },
    async (context) => {
      const { jobs } = await claimJobs(context.db, 5);
      for (const job of jobs) {
        const outcome = await (HANDLERS[job.kind]?.(context, job.key) ?? DONE);
        if (outcome.type === "again") await rescheduleJob(context.db, job, outcome.afterMs);
        else await finishJob(context.db, job);
      }
      return jobs.length;
    },
  ],
  sender: ({ random, number }) => {
    const leaseMs = random() < 0.5 ? 60_000 : 0;
    const state = pick(random, ["succeeded", "failed", "again"] as const);
    return [
      number,
      { name: "send" },
      async ({ db, clock }) => {
        const room = { busy: new Map(), slots: 3, suspectSlots: 3, perEndpoint: 3, perSuspect: 3, leaseMs };
        const sent: { id: bigint; claim: number; leaseMs: number; state: string; isRecorded: boolean }[] = [];
        for (const { id, claim } of await claimDeliveries(db, room)) {
          const result = { status: 200, durationMs: 1, response: "", failure: null, detail: null, retryAfter: null };
          const end = state === "again" ? { state: "pending" as const, afterMs: 0 } : { state };
          const attempt = { at: clock.now(), signature: "v1", result };
          sent.push({ id, claim, leaseMs, state, isRecorded: await recordAttempt(db, { id, claim }, attempt, end) });
        }
        return sent;
      },
    ];
  },
  office: ({ world, random, number }) => {
    const { scope, key, keyId, accountId } = world.shop;
    const body = pick(random, world.bodies);
    const externalOrderId = body.external_order_id;
    const amount = kopecks(pick(random, [-1_000, 2_500]));
    return pick<[number, Given, Work]>(random, [
      [number, { name: "close month" }, (context) => closeOldestMonth(context, accountId, ISSUER)],
      [number, { name: "close month" }, (context) => closeOldestMonth(context, accountId, ISSUER)],
      [number, { name: "adjust", externalOrderId }, (context) => adjustCharge(context, scope, { externalOrderId, amount, why: `adjustment ${number}` })],
      [number, { name: "adjust", externalOrderId }, (context) => adjustCharge(context, scope, { externalOrderId, amount, why: `adjustment ${number}` })],
      [number, { name: "revoke" }, (context) => revokeKey(context.db, keyId, context.clock.now())],
      [
        number,
        { name: "create by key", externalOrderId },
        async (context) => {
          checkKey(await findKey(context.db, `Bearer ${key}`), context.clock.now());
          return createOrder(context, scope, { body });
        },
      ],
    ]);
  },
};

const HANDLERS: Partial<Record<string, JobHandler>> = {
  check_acceptance: checkAcceptance,
  answer_stop: applyDefaultResolution,
};

export const closeMonth = (context: Context, { shop }: World) => closeOldestMonth(context, shop.accountId, ISSUER);
