import { randomUUID } from "node:crypto";
import type { AccountScope } from "@/lib/account-scope";
import { checkKey } from "@/lib/accounts/check-key";
import { findKey } from "@/lib/accounts/find-key";
import { revokeKey } from "@/lib/accounts/revoke-key";
import { closeOldestMonth } from "@/lib/billing/close-statements";
import type { Context } from "@/lib/context";
import { toCell } from "@/lib/couriers/cell";
import { findLinkedCourier } from "@/lib/couriers/check-courier";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { generateLinkSecret, hashSecret } from "@/lib/couriers/secret";
import { setShift } from "@/lib/couriers/set-shift";
import type { Database, Queryable } from "@/lib/db/client";
import { assignOrReassign } from "@/lib/dispatch/assign-or-reassign";
import { checkAcceptance } from "@/lib/dispatch/check-acceptance";
import { disableCourier } from "@/lib/dispatch/disable-courier";
import { dispatchOrders } from "@/lib/dispatch/dispatch-orders";
import { DomainError } from "@/lib/domain-error";
import type { FileStore } from "@/lib/files/stored-file";
import type { Sender } from "@/lib/http/create-sender";
import { ERRORS } from "@/lib/http/errors";
import { DONE, type JobHandler, type JobKind } from "@/lib/jobs/job";
import { claimJobs, finishJob, rescheduleJob } from "@/lib/jobs/store";
import { adjustCharge } from "@/lib/orders/adjust-charge";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { confirmHeldOrder } from "@/lib/orders/confirm-held-order";
import { createOrder } from "@/lib/orders/create-order";
import { applyDefaultResolution } from "@/lib/orders/fulfillment/apply-default-resolution";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { completeReturn } from "@/lib/orders/fulfillment/complete-return";
import { deliverDropoff } from "@/lib/orders/fulfillment/deliver-dropoff";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { recordStep, unassignSelf } from "@/lib/orders/fulfillment/record-step";
import { resolveUndeliverable } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import { getOrder, loadOrdersOfCourier } from "@/lib/orders/load-order";
import { type CourierStep, nextStep } from "@/lib/orders/progress";
import { requestHash } from "@/lib/orders/request-hash";
import type { PatchOrderBody } from "@/lib/orders/schema";
import { patchOrder } from "@/lib/orders/update/patch-order";
import { replaceOrder } from "@/lib/orders/update/replace-order";
import { type Kopecks, kopecks } from "@/lib/pricing/money";
import { placeHold } from "@/lib/privacy/legal-hold";
import { eraseOrder, erasePhone } from "@/lib/privacy/request-erasure";
import { eraseExpiredPeople } from "@/lib/privacy/retention";
import { sendMessage } from "@/lib/tracking/messages/send-message";
import { claimMessages } from "@/lib/tracking/messages/store";
import { claimDeliveries, recordAttempt } from "@/lib/webhooks/sending-store";
import { address, orderBody } from "@/testing/api-client";
import { type Client, makeClient } from "@/testing/shop";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

const ISSUER = { vatPercent: 20, legalName: "Dropline", legalDetails: null };
export const CREATED_AT = new Date("2026-11-21T12:00:00.000Z");

type Random = () => number;
const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** An operation of an actor, its position among all statements, and its outcome. */
export interface Operation {
  readonly name: string;
  /** Unique in a schedule. */
  readonly number: number;
  readonly externalOrderId: string;
  /** Index of the courier. */
  readonly courier: number;
  readonly startedAt: number;
  endedAt: number;
  /** Null if the operation was acknowledged. */
  refusal: string | null;
  result: unknown;
}

export interface Sending {
  readonly id: bigint;
  readonly orderId: bigint | null;
  readonly claim: number;
  readonly leaseMs: number;
  readonly state: "succeeded" | "failed" | "again";
  readonly claimedAt: number;
  readonly recordedAt: number;
  readonly isRecorded: boolean;
}

/** Orders at certain stages, and couriers. */
export interface World {
  readonly shop: Client;
  readonly bodies: readonly ReturnType<typeof orderBody>[];
  readonly couriers: readonly { readonly id: string; readonly phone: string; readonly secret: string }[];
  /** Identifiers without an order at the start. */
  readonly absent: ReadonlySet<string>;
  readonly operations: Operation[];
  planned: number;
  /** Number of statements that have run. */
  passed: number;
}

export async function makeShop(context: Context): Promise<Client> {
  const shop = await makeClient(context.db);
  await context.db.models.account.updateMany({
    where: { id: shop.accountId },
    data: { retentionDays: 1, messageKinds: ["accepted", "delivered"] },
  });
  const webhooks = testWebhooks(context.db);
  await addEndpoint(webhooks, shop.scope, "http://127.0.0.1/");
  await addEndpoint(webhooks, shop.scope, "http://127.0.0.1/", ["order.updated", "order.cancelled"]);
  return shop;
}

const EARLY = ["absent", "new", "assigned", "accepted"] as const;
const STAGES = [...EARLY, "picked_up", "at_door", "asked", "going_back", "delivered"] as const;
/** Edits and assignments conflict in the early stages. */
const STARTS = [...STAGES, ...EARLY, "new", "new"] as const;

let phones = 0;

/** Erasures mostly concern ended orders. */
const ERASED_STARTS = ["delivered", "delivered", "going_back", "new", "at_door"] as const;

export async function makeWorld(
  context: Context,
  random: Random,
  { shop, kinds }: { readonly shop: Client; readonly kinds: Kinds },
): Promise<World> {
  const { models } = context.db;
  const since = context.clock.now();
  const couriers = [0, 1, 2].map(() => {
    phones += 1;
    const phone = `+7911${String(phones).padStart(7, "0")}`;
    return { id: randomUUID(), phone, secret: generateLinkSecret() };
  });
  const courierRows = couriers.map(({ id, phone, secret }) => {
    const transportType = "car" as const;
    return { id, name: "Courier", phone, transportType, linkHash: hashSecret(secret), onShiftSince: since };
  });
  await models.courier.createMany({ data: courierRows });
  const positionRows = couriers.map(({ id: courierId }, index) => {
    const at = { latitude: 59.93 + index / 100, longitude: 30.33 };
    return { courierId, ...at, heading: 90, recordedAt: since, receivedAt: since, cell: toCell(at) };
  });
  await models.courierPosition.createMany({ data: positionRows });
  const absent = new Set<string>();
  const bodies: ReturnType<typeof orderBody>[] = [];
  // Dispatch assigns several orders at once.
  const isDispatch = kinds.filter((kind) => kind === "dispatch").length > 1;
  for (const { id: courierId } of couriers.slice(0, isDispatch ? 3 : random() < 0.6 ? 1 : 2)) {
    phones += 1;
    const contact = { value: `+7921${String(phones).padStart(7, "0")}`, name: "Canary" };
    const { dropoffs, ...rest } = orderBody({
      if_undeliverable: pick(random, ["ask", "ask", "return", "leave"]),
      comment: "Canary",
    });
    const [to = address()] = dropoffs.map((one) => ({ ...one.address, instructions: "Canary" }));
    const body = { ...rest, dropoffs: [{ address: to, contact, payment_amount: 500 as Kopecks }] };
    bodies.push(body);
    const starts = kinds.some((kind) => ERASURES.some((one) => one === kind)) ? ERASED_STARTS : STARTS;
    const stage = STAGES.indexOf(pick(random, starts));
    if (stage === 0) absent.add(body.external_order_id);
    else await lead(context, shop.scope, { body, courierId, stage });
  }
  return { shop, bodies, couriers, absent, operations: [], planned: 0, passed: 0 };
}

async function lead(
  context: Context,
  scope: AccountScope,
  { body, courierId, stage }: { body: ReturnType<typeof orderBody>; courierId: string; stage: number },
): Promise<void> {
  const { external_order_id: externalOrderId } = body;
  const reached = Object.fromEntries(STAGES.map((name, index) => [name, stage >= index]));
  await createOrder(context, scope, { body });
  if (!reached.assigned) return;
  const { id: orderId } = await assignCourier(context, scope, { externalOrderId, courierId });
  const take = (step: CourierStep) => recordStep(context, courierId, { orderId, step, report: REFUSED });
  if (reached.accepted) await take({ type: "accept" });
  if (reached.picked_up) await take({ type: "pick_up" });
  if (reached.delivered) await deliverOrder(context, scope, externalOrderId);
  else if (reached.at_door) await take({ type: "arrive", dropoff: 0 });
  if (reached.delivered || !reached.asked) return;
  await take({ type: "fail", dropoff: 0 });
  if (!reached.going_back || body.if_undeliverable !== "ask") return;
  await resolveUndeliverable(context, scope, { externalOrderId, action: "return" });
}

const REFUSED = { failure: { code: "refused" as const, comment: "Canary" } };

interface Choice extends Pick<Operation, "number" | "externalOrderId" | "courier"> {
  readonly world: World;
  readonly random: Random;
  readonly scope: AccountScope;
  readonly body: World["bodies"][number];
  readonly courierId: string;
}

/** Prepares an operation. */
type Plan = (choice: Choice) => (context: Context) => Promise<unknown>;

const PLANS = {
  create: ({ scope, body, random, number }) => {
    const sent = random() < 0.7 ? body : { ...body, comment: `Canary ${number}` };
    return (context) => createOrder(context, scope, { body: sent });
  },
  patch: ({ scope, externalOrderId, number }) => {
    const body = { ...toEdit(number).patch, metadata: { [`e${number}`]: "Canary" } } as PatchOrderBody;
    return (context) => patchOrder(context, scope, { externalOrderId, body });
  },
  put: ({ scope, externalOrderId, body, number }) => {
    const sent = { ...body, comment: `Canary ${number}`, metadata: { [`e${number}`]: "Canary" } };
    return (context) => replaceOrder(context, scope, { externalOrderId, body: sent });
  },
  cancel: ({ scope, externalOrderId, number }) => {
    const input = { externalOrderId, reason: `reason_${number}`, comment: "Canary" };
    return (context) => cancelOrder(context, scope, input);
  },
  resolve: ({ scope, externalOrderId, random }) => {
    const action = pick(random, ["retry", "return", "leave"] as const);
    return (context) => resolveUndeliverable(context, scope, { externalOrderId, action });
  },
  assign: ({ scope, externalOrderId, courierId }) => {
    return (context) => assignOrReassign(context, scope, { externalOrderId, courierId });
  },
  start:
    ({ scope, externalOrderId }) =>
    (context) =>
      startOrder(context, scope, externalOrderId),
  deliver:
    ({ scope, externalOrderId }) =>
    (context) =>
      deliverOrder(context, scope, externalOrderId),
  "hand over": ({ scope, externalOrderId }) => {
    return (context) => deliverDropoff(context, scope, { externalOrderId, position: 1 });
  },
  "complete return":
    ({ scope, externalOrderId }) =>
    (context) =>
      completeReturn(context, scope, externalOrderId),
  disable:
    ({ courierId }) =>
    (context) =>
      disableCourier(context, courierId, true),
  "new link":
    ({ courierId }) =>
    ({ db, publicUrl }) =>
      issueCourierLink(db, courierId, publicUrl),
  "end shift":
    ({ courierId }) =>
    (context) =>
      setShift(context, courierId, false),
  step: ({ world, courier, random }) => {
    const isRefused = random() < 0.3;
    return (context) => takeNextStep(context, world.couriers[courier]?.secret ?? "", isRefused);
  },
  "hand back":
    ({ courierId }) =>
    async (context) => {
      const [order] = await loadOrdersOfCourier(context.db, courierId);
      if (order !== undefined) await unassignSelf(context, courierId, order.id);
    },
  adjust: ({ scope, externalOrderId, number }) => {
    const input = { externalOrderId, amount: kopecks(2_500), why: `adjustment ${number}` };
    return (context) => adjustCharge(context, scope, input);
  },
  "close month":
    ({ world }) =>
    (context) =>
      closeMonth(context, world),
  revoke:
    ({ world }) =>
    ({ db, clock }) =>
      revokeKey(db, world.shop.keyId, clock.now()),
  "create by key":
    ({ world, scope, body }) =>
    async (context) => {
      checkKey(await findKey(context.db, `Bearer ${world.shop.key}`), context.clock.now());
      return createOrder(context, scope, { body });
    },
  send: ({ world, random }) => {
    const leaseMs = random() < 0.5 ? 60_000 : 0;
    const state = pick(random, ["succeeded", "failed", "again"] as const);
    const isSlow = random() < 0.5;
    return (context) => sendDeliveries(context, world, { leaseMs, state, isSlow });
  },
  dispatch: () => (context) => dispatchOrders(context),
  jobs: ({ random }) => {
    const [isExpired, isSlow] = [random() < 0.5, random() < 0.5];
    return (context) => runJobs(context, { isExpired, isSlow });
  },
  message: () => sendMessages,
  hold:
    ({ externalOrderId }) =>
    async (context) =>
      placeHold(context, await findCode(context.db, externalOrderId), "Court case"),
  "erase order":
    ({ externalOrderId }) =>
    async (context) =>
      eraseOrder({ ...context, files: FILES }, await findCode(context.db, externalOrderId)),
  "erase phone":
    ({ body }) =>
    (context) =>
      erasePhone({ ...context, files: FILES }, body.dropoffs[0]?.contact.value ?? ""),
  swap: ({ scope, externalOrderId, number }) => {
    const [latitude, longitude] = number % 3 === 0 ? [59.93, 30.36] : [30.36, 59.93];
    const body = { dropoffs: [{ index: 0, address: { latitude, longitude } }] } as PatchOrderBody;
    return (context) => patchOrder(context, scope, { externalOrderId, body });
  },
  confirm:
    ({ scope, externalOrderId }) =>
    async (context) => {
      const order = await getOrder(context.db, { scope, externalOrderId }, ["request"]);
      const seenVersion = requestHash(order.details);
      return confirmHeldOrder(context, scope, { externalOrderId, seenVersion });
    },
  retain: () => (context) => {
    return eraseExpiredPeople(context.db, new Date(context.clock.now().getTime() + RETAINED_MS), () => false);
  },
} satisfies Record<string, Plan>;

export type Kinds = readonly (keyof typeof PLANS)[];
const KINDS = (Object.keys(PLANS) as (keyof typeof PLANS)[]).filter(
  // They have separate schedules.
  (kind) => kind !== "swap" && kind !== "confirm",
);
/** Operations that change an order's state, so that they conflict often. */
const FREQUENT = ["patch", "cancel", "assign", "step", "step", "dispatch", "send"] as const;

/** Combinations that are rare by chance: owners of one claim, and erasures of data in use. */
const ERASURES = ["erase order", "erase phone", "retain"] as const;
const MEETINGS: readonly Kinds[] = [
  ["send", "send", "patch"],
  ["jobs", "jobs", "assign", "hand back"],
  ["send", "erase order"],
  [...ERASURES, "send", "message"],
  [...ERASURES, "send", "cancel", "deliver", "step"],
  [...ERASURES, "adjust", "hold", "cancel", "create"],
];

/** Chooses the operations of a schedule: a few, so that they conflict, or all. */
export function drawKinds(random: Random): Kinds {
  if (random() < 0.3) return pick(random, MEETINGS);
  if (random() < 0.25) return [...KINDS, ...FREQUENT];
  return Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(random, [...KINDS, ...FREQUENT]));
}

/** Chooses one to three operations. */
export function planActor(world: World, random: Random, kinds: Kinds) {
  const plans = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    world.planned += 1;
    const name = pick(random, kinds);
    const body = pick(random, world.bodies);
    const courier = pick(random, [0, 0, 1, 1, 2]);
    const input = { number: world.planned, externalOrderId: body.external_order_id, courier };
    const courierId = world.couriers[courier]?.id ?? "";
    const run = (PLANS[name] as Plan)({ ...input, world, random, scope: world.shop.scope, body, courierId });
    return { ...input, name, run };
  });
  return async (context: Context): Promise<void> => {
    for (const { run, ...plan } of plans) {
      const operation: Operation = {
        ...plan,
        startedAt: world.passed,
        endedAt: 0,
        refusal: null,
        result: null,
      };
      world.operations.push(operation);
      try {
        operation.result = await run(context);
      } catch (error) {
        const isRefusal = error instanceof DomainError && ERRORS[error.code].status < 500;
        operation.refusal = isRefusal ? error.code : `BROKEN ${error}`;
      }
      operation.endedAt = world.passed;
    }
  };
}

/** The body of a PATCH, and the fields that the order has afterwards. */
export function toEdit(number: number): { patch: object; fields: Readonly<Record<string, string | number>> } {
  const [text, latitude] = [`Canary ${number}`, 59.92 + number / 1000];
  const time = CREATED_AT.getTime() + (60 + number) * 60_000;
  const edits = [
    { fields: { comment: text }, patch: { comment: text } },
    { fields: { name: `Pickup ${number}` }, patch: { pickup: { contact: { name: `Pickup ${number}` } } } },
    { fields: { apartment: number }, patch: { dropoffs: [{ index: 0, address: { apartment: number } }] } },
    { fields: { latitude }, patch: { dropoffs: [{ index: 0, address: { latitude } }] } },
    { fields: { time }, patch: { delivery_time: new Date(time).toISOString() } },
  ] as const;
  return edits[number % 5] ?? edits[0];
}

/** Like the app, reads the state by the link and takes the next step. */
async function takeNextStep(context: Context, secret: string, isRefused: boolean) {
  const courier = await findLinkedCourier(context.db, secret);
  if (courier === null) throw new DomainError("COURIER_NOT_FOUND");
  const [order] = await loadOrdersOfCourier(context.db, courier.id, ["progress"]);
  const next = order === undefined ? null : nextStep(order.status, order.progress);
  if (order === undefined || next === null || next.type === "wait") return null;
  const step: CourierStep = next.type === "hand_over" && isRefused ? { ...next, type: "fail" } : next;
  await recordStep(context, courier.id, { orderId: order.id, step, report: REFUSED });
  return { id: order.externalOrderId, type: step.type };
}

export const closeMonth = (context: Context, { shop }: World): Promise<string | null> =>
  closeOldestMonth(context, shop.accountId, ISSUER);

/** A slow claim holds its rows while others claim, like a slow statement. */
function runClaim<Claimed>(
  db: Database,
  isSlow: boolean,
  claim: (db: Queryable) => Promise<Claimed>,
): Promise<Claimed> {
  if (!isSlow) return claim(db);
  return db.transaction(async (tx) => {
    const claimed = await claim(tx);
    await tx.models.serviceArea.count();
    return claimed;
  });
}

async function sendDeliveries(
  { db, clock }: Context,
  world: World,
  { leaseMs, state, isSlow }: Pick<Sending, "leaseMs" | "state"> & { readonly isSlow: boolean },
): Promise<Sending[]> {
  const room = { busy: new Map(), slots: 3, suspectSlots: 3, perEndpoint: 3, perSuspect: 3, leaseMs };
  const end = state === "again" ? { state: "pending" as const, afterMs: 0 } : { state };
  const claimed = await runClaim(db, isSlow, (one) => claimDeliveries(one, room));
  const claimedAt = world.passed;
  const sent: Sending[] = [];
  // A receiver that responds with the body it received.
  for (const delivery of claimed) {
    const result = { ...RESPONSE, response: delivery.body };
    const isRecorded = await recordAttempt(db, delivery, { at: clock.now(), signature: "v1", result }, end);
    sent.push({ ...delivery, leaseMs, state, claimedAt, recordedAt: world.passed, isRecorded });
  }
  return sent;
}

const RESPONSE = { status: 200, durationMs: 1, failure: null, detail: null, retryAfter: null };
const PROVIDER = {
  url: "http://127.0.0.1/",
  method: "POST",
  headers: {},
  template: '{"text":"{phone} {text}"}',
} as const;
const SENDER: Sender = {
  send: async ({ body }) => ({ ...RESPONSE, response: String(body) }),
  close: async () => {},
};

async function sendMessages(context: Context): Promise<void> {
  const { signal } = new AbortController();
  for (const message of await claimMessages(context.db, { slots: 3, leaseMs: 60_000 })) {
    await sendMessage({ ...context, provider: PROVIDER, sender: SENDER }, message, signal);
  }
}

const RETAINED_MS = 2 * 24 * 60 * 60_000;
/** Erasures are replayed from their files after a restore only. */
const FILES = { put: async () => {} } as unknown as FileStore;

async function findCode(db: Queryable, externalOrderId: string): Promise<string> {
  const order = await db.models.order.findFirst({ where: { externalOrderId }, select: { orderCode: true } });
  if (order === null) throw new DomainError("ORDER_NOT_FOUND");
  return order.orderCode;
}

const HANDLERS: Partial<Record<JobKind, JobHandler>> = {
  check_acceptance: checkAcceptance,
  answer_stop: applyDefaultResolution,
};

/** Returns the claims that it ended. With `isExpired`, all jobs are due again, as when a stalled process loses its lease. */
async function runJobs(
  context: Context,
  { isExpired, isSlow }: { readonly isExpired: boolean; readonly isSlow: boolean },
): Promise<string[]> {
  if (isExpired) {
    await context.db.models.job.updateMany({ where: { finishedAt: null }, data: { runAt: CREATED_AT } });
  }
  const { jobs } = await runClaim(context.db, isSlow, (db) => claimJobs(db, 5));
  const ended: string[] = [];
  for (const job of jobs) {
    const outcome = await (HANDLERS[job.kind]?.(context, job.key) ?? DONE);
    if (outcome.type === "again") await rescheduleJob(context.db, job, outcome.afterMs);
    else await finishJob(context.db, job);
    ended.push(`${job.id} ${job.claim}`);
  }
  return ended;
}
