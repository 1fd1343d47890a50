import * as z from "zod";
import { operation } from "@/app/v1/operation";
import { orderResponse, toCreationResponse, toOrderResponse } from "@/app/v1/order-response";
import { exampleListedOrder, exampleMovingOrder, exampleOrder, exampleOrderBody } from "@/lib/api/examples";
import { dateTime, text } from "@/lib/field";
import { integerParameter, optionalIntegerParameter } from "@/lib/http/query";
import { createOrder } from "@/lib/orders/create-order";
import { decodeListCursor, listForApi } from "@/lib/orders/list/list-for-api";
import { ORDER_STATUSES, TEXT_LIMITS } from "@/lib/orders/order";
import { orderResource } from "@/lib/orders/resource";
import { metadata, orderBody } from "@/lib/orders/schema";
import { scenarioFromHeaders, scenarioRunHeaders } from "@/lib/sandbox/schema";
import { toScenarioOptions } from "@/lib/sandbox/to-scenario-options";

const INVALID_CURSOR_MESSAGE = "must be a next_cursor of a list with the same parameters";

export const POST = operation({
  operationId: "createOrder",
  isRepeatable: true,
  summary: "Create an order",
  description:
    "Orders a courier delivery with one pickup and one to ten dropoffs. Retrying with the same `external_order_id` is safe: it returns the original order and creates nothing, even if the body is no longer valid. An identifier must not be reused for a different order. If operators have set a service area, each stop must be inside it and open at `delivery_time` or during `delivery_window`, else at a later `ready_at`, or now; a stop that is not is a 400 on its latitude. With a test key, two headers control how the order goes; see `/docs/testing`.",
  russian: {
    summary: "Создать заказ",
    description:
      "Заказывает курьера: один отправитель и от одной до десяти точек. Повтор с тем же `external_order_id` безопасен: вернётся уже созданный заказ, второго не будет, даже если тело запроса теперь не проходит проверку. Не давайте один номер разным заказам. Если операторы задали зону доставки, каждая точка должна быть внутри неё и открыта к `delivery_time` или весь `delivery_window`, а без них к более позднему `ready_at` или сейчас; иначе придёт 400 с указанием на широту этой точки. С тестовым ключом два заголовка задают, как пойдёт заказ: см. `/docs/testing`.",
  },
  body: orderBody,
  testHeaders: scenarioRunHeaders,
  isBodyJudged: true,
  examples: { body: exampleOrderBody },
  responses: {
    201: orderResponse("The order was created.", "Заказ создан.", exampleOrder),
    200: {
      ...orderResponse(
        "The identifier was used before: the original order, unchanged. Nothing was created.",
        "Этот номер уже использован: вернулся тот же заказ без изменений, нового нет.",
        exampleMovingOrder,
      ),
      headers: {
        "Idempotent-Replayed": {
          description: "`true`: this is the original order.",
          russian: "`true`: это уже созданный заказ.",
        },
        "Idempotent-Mismatch": {
          description: "`true` if the body differs from the one that created the order, or is not valid.",
          russian:
            "`true`, если тело отличается от того, по которому создан заказ, или не проходит проверку.",
        },
      },
    },
  },
  errors: ["INVALID_PAYLOAD", "PAYLOAD_TOO_LARGE", "ORDER_CREATION_IN_PROGRESS"],
  async handle({ context, key, arrivedAt, sent, issues, headers }) {
    const run = issues.length > 0 ? null : scenarioFromHeaders(headers);
    const creation = await context.db.runSince(arrivedAt, () =>
      createOrder(context, key.scope, { body: sent, issues, ...toScenarioOptions(run) }),
    );
    return toCreationResponse(context, creation);
  },
});

const instant = dateTime.transform((text) => new Date(text));

const listQuery = z
  .object({
    status: z.array(z.enum(ORDER_STATUSES)).optional().meta({
      description: "Repeat it for orders of several statuses.",
      russian: "Чтобы выбрать несколько статусов, повторите параметр.",
    }),
    created_from: instant.optional().meta({
      description: "Orders created at this instant or later.",
      russian: "Заказы, созданные в этот момент или позже.",
    }),
    created_to: instant.optional().meta({
      description: "Orders created before this instant.",
      russian: "Заказы, созданные раньше этого момента.",
    }),
    updated_since: instant.optional().meta({
      description: "Orders changed at this instant or later, sorted by their last change, oldest first.",
      russian: "Заказы, изменённые в этот момент или позже, по последнему изменению, сначала давние.",
    }),
    external_order_id_prefix: text({ min: 1, max: TEXT_LIMITS.external_order_id })
      .optional()
      .meta({ description: "The beginning of your identifiers.", russian: "Начало ваших номеров заказов." }),
    phone: z
      .string()
      .regex(/^[\s().+-]*(?:\d[\s().+-]*){5,20}$/, { error: "must be a phone number of 5 to 20 digits" })
      .transform((phone) => phone.replaceAll(/\D/g, ""))
      .optional()
      .meta({
        description: "The phone number of a recipient. Only its digits are compared.",
        russian: "Телефон получателя. Сравниваются только цифры.",
      }),
    metadata: metadata.optional().meta({
      description:
        "`metadata[key]=value`: orders whose `metadata` has this value. All given keys must match.",
      russian:
        "`metadata[key]=value`: заказы, у которых в `metadata` есть это значение. Должны совпасть все ключи.",
      param: { style: "deepObject", explode: true },
    }),
    limit: integerParameter({
      min: 1,
      max: 100,
      default: 20,
      description: "How many orders to return.",
      russian: "Сколько заказов вернуть.",
    }),
    offset: optionalIntegerParameter({
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: "How many of the first orders to skip. Not together with `cursor`.",
      russian: "Сколько первых заказов пропустить. Вместе с `cursor` нельзя.",
    }),
    cursor: z
      .string()
      .refine((cursor) => decodeListCursor(cursor) !== null, { error: INVALID_CURSOR_MESSAGE })
      .optional()
      .meta({
        description: "A `next_cursor`, with the parameters of the page that returned it.",
        russian: "`next_cursor` предыдущей страницы; остальные параметры оставьте прежними.",
      }),
  })
  .refine(({ cursor, offset }) => cursor === undefined || offset === undefined, {
    path: ["offset"],
    error: "must not be combined with cursor",
    // Runs even with other issues, so that a 400 lists all.
    when: () => true,
  })
  .refine(
    ({ cursor, updated_since: since }) => {
      const position = cursor === undefined ? null : decodeListCursor(cursor);
      return position === null || (position.sort === "updated") === (since !== undefined);
    },
    { path: ["cursor"], error: INVALID_CURSOR_MESSAGE },
  );

export const GET = operation({
  operationId: "listOrders",
  isRepeatable: true,
  summary: "List orders",
  description:
    "The calling account's orders, newest first; with `updated_since` by their last change, oldest first. All conditions must hold. Pass `next_cursor` as `cursor` for the next page: no order that existed at the beginning is missed or repeated while others are created. Returns only tracking links that already exist. To receive every change, read the event log.",
  russian: {
    summary: "Список заказов",
    description:
      "Заказы вашего аккаунта, новые сверху; с `updated_since` — по последнему изменению, сначала давние. Должны выполняться все условия. Чтобы получить следующую страницу, передайте `next_cursor` как `cursor`: даже если в это время создаются новые заказы, ни один из прежних не пропадёт и не повторится. Ссылки на отслеживание только те, что уже выданы: чтение ничего не создаёт. Чтобы узнать о каждом изменении, читайте журнал событий.",
  },
  query: listQuery,
  responses: {
    200: {
      description: "A page of orders.",
      russian: "Страница заказов.",
      data: z
        .object({
          orders: z.array(orderResource),
          limit: z.int(),
          offset: z.int(),
          next_cursor: z.string().nullable().meta({
            description: "Pass it as `cursor` for the next page. Null on the last page.",
            russian: "Передайте как `cursor`, чтобы получить следующую страницу. На последней странице null.",
          }),
        })
        .meta({ id: "OrderList" }),
      example: {
        orders: [exampleListedOrder],
        limit: 20,
        offset: 0,
        next_cursor: "c1795683000000-1042",
      },
    },
  },
  errors: ["INVALID_PAYLOAD"],
  async handle({ context, key, query }) {
    const { limit, offset = 0, cursor } = query;
    const { orders, nextCursor } = await listForApi(context.db, key.scope, {
      conditions: {
        statuses: query.status,
        createdFrom: query.created_from,
        createdTo: query.created_to,
        updatedSince: query.updated_since,
        externalOrderIdPrefix: query.external_order_id_prefix,
        phone: query.phone,
        metadata: query.metadata,
      },
      limit,
      offset,
      after: cursor === undefined ? null : decodeListCursor(cursor),
    });
    const shown = orders.map((order) => toOrderResponse(context, order));
    return { data: { orders: shown, limit, offset, next_cursor: nextCursor } };
  },
});
