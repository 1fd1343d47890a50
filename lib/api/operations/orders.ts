import * as z from "zod";
import { bodyAreaIssues } from "@/lib/api/operations/area-issues";
import {
  exampleCancelledOrder,
  exampleMovingOrder,
  exampleOrder,
  exampleOrderBody,
  exampleOrderWithHistory,
  exampleTrackingLink,
} from "@/lib/api/operations/examples";
import { bodyLengthIssues } from "@/lib/api/operations/length-issues";
import type { Context } from "@/lib/context";
import { runSince } from "@/lib/db/work-start";
import { dateTime } from "@/lib/field";
import { fileUrl } from "@/lib/files/file-address";
import { PREFIXES } from "@/lib/http/errors";
import { integerParameter } from "@/lib/http/query";
import { defineOperation } from "@/lib/operation/define-operation";
import type { BodyRule, OperationAnswer } from "@/lib/operation/operation";
import { cancelOrder as cancel } from "@/lib/orders/cancel-order";
import { answerQuestion as answer } from "@/lib/orders/carrying/answer-question";
import {
  type Creation,
  checkedDeliveryTime,
  createOrder as create,
  findRepeated,
} from "@/lib/orders/create-order";
import { checkIndices } from "@/lib/orders/editing/order-patch";
import { patchOrder as patch } from "@/lib/orders/editing/patch-order";
import { identifierIssues, replaceOrder as replace } from "@/lib/orders/editing/replace-order";
import { getOrder as get } from "@/lib/orders/get-order";
import { issueTrackingLink as issueLink } from "@/lib/orders/issue-tracking-link";
import {
  type OrderView,
  orderResource,
  orderWithHistoryResource,
  toChargeResource,
  toOrderResource,
  toStopResource,
  toTrackingLinkResource,
  trackingLinkResource,
} from "@/lib/orders/resource";
import { answerBody, cancelBody, orderBody, orderPatchBody } from "@/lib/orders/schema";
import { listOrders as list } from "@/lib/orders/stored-order";
import { fromRubles } from "@/lib/pricing/money";
import { MAX_DROPOFFS } from "@/lib/routing/trip";
import { beginRehearsal, rehearsedBody } from "@/lib/sandbox/begin-rehearsal";
import { rehearsalFromHeaders, rehearsalHeaders } from "@/lib/sandbox/schema";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { getArrivals } from "@/lib/tracking/get-arrivals";

const ORDER_PATH = "/orders/{external_order_id}";

function present(context: Context, order: OrderView) {
  return toOrderResource(order, { now: context.clock.now(), publicUrl: context.publicUrl });
}

function presentCreation(context: Context, { order, isReplay, isMismatch }: Creation): OperationAnswer {
  const headers: Record<string, string> = {};
  if (isReplay) headers["Idempotent-Replayed"] = "true";
  if (isMismatch) headers["Idempotent-Mismatch"] = "true";
  return { status: isReplay ? 200 : 201, data: present(context, order), headers };
}

// Rules beyond the bodies' schemas. They see a body as it was sent: each reads only its own fields.

const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null ? { ...body } : {};

/**
 * Finds stops that are not served. For an edit this includes unchanged stops, since only the verb knows where they
 * were.
 */
const areaIssues: BodyRule = async (body, { context }) =>
  bodyAreaIssues(body, "address.", await getServiceArea(context), context.clock.now());

/**
 * Finds dropoffs that are too far away.
 *
 * @param isWhole false for a PATCH, which contains only some of the stops
 */
const lengthIssues =
  (isWhole: boolean): BodyRule =>
  async (body, { context }) =>
    bodyLengthIssues(body, "address.", (await getServiceArea(context)).maxTripMeters, isWhole);

/** A delivery time that has passed. */
const timeIssues: BodyRule = (body, { context }) => {
  const { delivery_time: time } = fieldsOf(body);
  const { data: at } = dateTime.safeParse(time);
  return at === undefined ? [] : checkedDeliveryTime(new Date(at), context.clock.now());
};

/** A PUT whose body has another identifier than its path. A path that no order can have is a 404. */
const replacementIssues: BodyRule = (body, { externalOrderId }) => {
  const { external_order_id: id } = fieldsOf(body);
  return typeof id === "string" && externalOrderId !== "" ? identifierIssues(id, externalOrderId) : [];
};

/** A dropoff that a PATCH names twice. */
const indexIssues: BodyRule = (body) => {
  const { dropoffs } = fieldsOf(body);
  if (!Array.isArray(dropoffs) || dropoffs.length > MAX_DROPOFFS) return [];
  const positions = dropoffs.map((dropoff, position) => {
    const isObject = typeof dropoff === "object" && dropoff !== null;
    const { index } = fieldsOf(dropoff);
    if (isObject && (index === undefined || typeof index === "number")) return { index };
    // The schema refuses it; no other element has this index.
    return { index: -1 - position };
  });
  return checkIndices(positions, MAX_DROPOFFS);
};

export const createOrder = defineOperation({
  operationId: "createOrder",
  method: "POST",
  path: "/orders",
  prefixes: PREFIXES,
  summary: "Create a delivery",
  description:
    "Orders a courier delivery with one pickup and one to ten dropoffs. Retrying with the same `external_order_id` is safe: it returns the original order and creates nothing, even if the body is no longer valid. An identifier must not be reused for a different delivery. Where operators have set a service area, each stop must be inside it and open at `delivery_time`, or now without one; a stop that is not is a 400 on its latitude. With a test key, two headers say how the order goes; see `/docs/testing`.",
  body: orderBody,
  testHeaders: rehearsalHeaders,
  rules: { ifUnread: [areaIssues], unlessStored: [lengthIssues(true), timeIssues] },
  examples: { body: exampleOrderBody },
  responses: {
    201: { description: "The order was created.", data: orderResource, example: exampleOrder },
    200: {
      description:
        "The identifier was used before: the original order, unchanged. Nothing new has been created.",
      data: orderResource,
      example: exampleMovingOrder,
      headers: {
        "Idempotent-Replayed": "`true`: this is the original order.",
        "Idempotent-Mismatch":
          "`true` when the body differs from the one that made the order, or is not valid.",
      },
    },
  },
  errors: ["INVALID_PAYLOAD", "PAYLOAD_TOO_LARGE", "ORDER_CREATION_IN_PROGRESS"],
  async handle({ context, key, arrivedAt, body, headers: given }) {
    const rehearsal = rehearsalFromHeaders(given);
    const terms =
      rehearsal === null
        ? { body }
        : { body: rehearsedBody(body, rehearsal), along: beginRehearsal(rehearsal) };
    const creation = await runSince(arrivedAt, () => create(context, key.scope, terms));
    return presentCreation(context, creation);
  },
  async findEarlier({ context, key, body }) {
    const creation = await findRepeated(context, key.scope, body);
    return creation && presentCreation(context, creation);
  },
});

export const listOrders = defineOperation({
  operationId: "listOrders",
  method: "GET",
  path: "/orders",
  prefixes: PREFIXES,
  summary: "List deliveries",
  description: "The calling account's orders, newest first. Returns only tracking links that already exist.",
  query: z.object({
    limit: integerParameter({ min: 1, max: 100, default: 20, description: "How many orders to return." }),
    offset: integerParameter({
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: "How many of the newest orders to skip.",
    }),
  }),
  responses: {
    200: {
      description: "A page of orders.",
      data: z
        .object({ orders: z.array(orderResource), limit: z.int(), offset: z.int() })
        .meta({ id: "OrderList" }),
      example: { orders: [exampleMovingOrder], limit: 20, offset: 0 },
    },
  },
  errors: ["INVALID_PAYLOAD"],
  async handle({ context, key, query }) {
    const orders = await list(context.db, key.scope, query);
    return { data: { orders: orders.map((order) => present(context, order)), ...query } };
  },
});

export const getOrder = defineOperation({
  operationId: "getOrder",
  method: "GET",
  path: ORDER_PATH,
  prefixes: PREFIXES,
  summary: "Read a delivery",
  description:
    "One order with the history of its statuses, its stops with what came of each, its charges and, while it is on its way, when it may arrive. Never creates a tracking link.",
  responses: {
    200: { description: "The order.", data: orderWithHistoryResource, example: exampleOrderWithHistory },
  },
  errors: ["INVALID_PAYLOAD", "ORDER_NOT_FOUND"],
  async handle({ context, fileSecret, key, externalOrderId }) {
    const { order, history, stops, charges } = await get(context.db, key.scope, externalOrderId);
    const now = context.clock.now();
    const addressOf = (fileId: string) => fileUrl({ publicUrl: context.publicUrl, fileSecret }, fileId, now);
    const statusChanges = history.map(({ status, changedAt }) => ({
      status,
      changed_at: changedAt.toISOString(),
    }));
    const isMoving = order.status === "assigned" || order.status === "in_progress";
    const arrivals = isMoving ? await getArrivals(context, order) : null;
    const estimated = arrivals?.map(
      (window) => window && { from: window.from.toISOString(), to: window.to.toISOString() },
    );
    const inFull = {
      stops: stops.map((stop) => toStopResource(stop, addressOf)),
      charges: charges.map(toChargeResource),
      status_changes: statusChanges,
      estimated_arrivals: estimated ?? null,
    };
    return { data: Object.assign(present(context, order), inFull) };
  },
});

export const replaceOrder = defineOperation({
  operationId: "replaceOrder",
  method: "PUT",
  path: ORDER_PATH,
  prefixes: PREFIXES,
  summary: "Update a delivery",
  description:
    "Replaces everything the create request sets; what the body omits returns to its default. Allowed while the order is `new` or `assigned`. The price changes only when coordinates, sizes or routing mode change; `quote_id` is honoured then, and changes nothing otherwise.",
  body: orderBody,
  rules: {
    always: [replacementIssues],
    ifUnread: [areaIssues],
    unlessStored: [lengthIssues(true), timeIssues],
  },
  examples: { body: exampleOrderBody },
  responses: {
    200: { description: "The order after the change.", data: orderResource, example: exampleOrder },
  },
  errors: ["INVALID_PAYLOAD", "PAYLOAD_TOO_LARGE", "ORDER_NOT_FOUND", "ORDER_NOT_EDITABLE"],
  async handle({ context, key, externalOrderId, body }) {
    return { data: present(context, await replace(context, key.scope, { externalOrderId, body })) };
  },
});

export const patchOrder = defineOperation({
  operationId: "patchOrder",
  method: "PATCH",
  path: ORDER_PATH,
  prefixes: PREFIXES,
  summary: "Partially update a delivery",
  description:
    "Changes the fields that are sent; nested address and contact values are merged with the stored ones. Send only the dropoffs that change. Allowed while the order is `new` or `assigned`. Changing coordinates, cargo size or routing mode routes and prices the trip again, or honours `quote_id`; changing a name, contact, address text, comment or buyout amount keeps route and price, whatever quote is named. An edit that postpones the delivery or moves its pickup frees the courier; another is found when the time comes.",
  body: orderPatchBody,
  rules: { always: [indexIssues], ifUnread: [areaIssues], unlessStored: [lengthIssues(false), timeIssues] },
  examples: {
    body: { comment: "Позвоните за 10 минут", dropoffs: [{ index: 0, address: { apartment: 14 } }] },
  },
  responses: {
    200: { description: "The order after the change.", data: orderResource, example: exampleOrder },
  },
  errors: ["INVALID_PAYLOAD", "PAYLOAD_TOO_LARGE", "ORDER_NOT_FOUND", "ORDER_NOT_EDITABLE"],
  async handle({ context, key, externalOrderId, body }) {
    return { data: present(context, await patch(context, key.scope, { externalOrderId, body })) };
  },
});

export const cancelOrder = defineOperation({
  operationId: "cancelOrder",
  method: "POST",
  path: `${ORDER_PATH}/cancel`,
  prefixes: PREFIXES,
  summary: "Cancel a delivery",
  description:
    "Possible at any moment before delivery. Emits the `order.cancelled` event with the reason and the comment. After the pickup the courier brings the goods back; `return` shows how far they are. Cancelling a cancelled order returns it as it is and emits nothing.",
  body: cancelBody,
  isBodyOptional: true,
  examples: { body: { reason: "customer_changed_mind", comment: "Покупатель передумал" } },
  responses: {
    200: { description: "The cancelled order.", data: orderResource, example: exampleCancelledOrder },
  },
  errors: [
    "INVALID_PAYLOAD",
    "PAYLOAD_TOO_LARGE",
    "ORDER_NOT_FOUND",
    "ORDER_NOT_CANCELLABLE",
    "CANCELLATION_FEE_EXCEEDED",
  ],
  async handle({ context, key, externalOrderId, body }) {
    const { max_fee: fee, ...cancellation } = body ?? {};
    const maxFee = fee === undefined ? undefined : fromRubles(fee);
    const order = await cancel(context, key.scope, { externalOrderId, ...cancellation, maxFee });
    return { data: present(context, order) };
  },
});

export const issueTrackingLink = defineOperation({
  operationId: "issueTrackingLink",
  method: "POST",
  path: `${ORDER_PATH}/tracking_link`,
  prefixes: PREFIXES,
  summary: "Issue a tracking link",
  description:
    "The order's tracking links, created now if it has none yet. For a create response that was lost or a link that was never stored.",
  responses: { 200: { description: "The links.", data: trackingLinkResource, example: exampleTrackingLink } },
  errors: ["INVALID_PAYLOAD", "ORDER_NOT_FOUND"],
  async handle({ context, key, externalOrderId }) {
    const order = await issueLink(context, key.scope, externalOrderId);
    return { data: toTrackingLinkResource(order, context.publicUrl) };
  },
});

export const answerUndeliverable = defineOperation({
  operationId: "answerUndeliverable",
  method: "POST",
  path: `${ORDER_PATH}/undeliverable`,
  prefixes: PREFIXES,
  summary: "Decide about an undeliverable dropoff",
  description:
    "Answers the open question about a dropoff that could not be handed over: `retry` sends the courier there once more after the other dropoffs, `return` has the goods brought back to the pickup, `leave` has them stay there. Possible until `answer_until`; then the account's default counts. Sending the answer that was given again returns the order as it is.",
  body: answerBody,
  examples: { body: { action: "retry", index: 1 } },
  responses: {
    200: { description: "The order after the answer.", data: orderResource, example: exampleMovingOrder },
  },
  errors: [
    "INVALID_PAYLOAD",
    "PAYLOAD_TOO_LARGE",
    "ORDER_NOT_FOUND",
    "NO_OPEN_QUESTION",
    "RETRY_NOT_POSSIBLE",
  ],
  async handle({ context, key, externalOrderId, body }) {
    return { data: present(context, await answer(context, key.scope, { externalOrderId, ...body })) };
  },
});
