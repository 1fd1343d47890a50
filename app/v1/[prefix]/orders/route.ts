import * as z from "zod";
import { orderResponse, toCreationResponse, toOrderResponse } from "@/app/v1/present-order";
import { exampleMovingOrder, exampleOrder, exampleOrderBody } from "@/lib/api/examples";
import { operation } from "@/lib/api-runtime/define-operation";
import { integerParameter } from "@/lib/http/query";
import { CREATION_RULES } from "@/lib/orders/body-rules";
import { createOrder, findRepeated } from "@/lib/orders/create-order";
import { loadOrders } from "@/lib/orders/load-order";
import { orderResource } from "@/lib/orders/resource";
import { orderBody } from "@/lib/orders/schema";
import { insertScenarioRunSql, withRequiredCodes } from "@/lib/sandbox/insert-scenario-run";
import { scenarioFromHeaders, scenarioRunHeaders } from "@/lib/sandbox/schema";

export const POST = operation({
  operationId: "createOrder",
  isRepeatable: true,
  summary: "Create an order",
  description:
    "Orders a courier delivery with one pickup and one to ten dropoffs. Retrying with the same `external_order_id` is safe: it returns the original order and creates nothing, even if the body is no longer valid. An identifier must not be reused for a different delivery. Where operators have set a service area, each stop must be inside it and open at `delivery_time`, or now without one; a stop that is not is a 400 on its latitude. With a test key, two headers say how the order goes; see `/docs/testing`.",
  russian: {
    title: "Создать заказ",
    description:
      "Заказывает курьера: один отправитель и от одной до десяти точек. Повтор с тем же `external_order_id` безопасен: вернётся уже созданный заказ, второго не будет, даже если тело запроса теперь не проходит проверку. Не давайте один номер разным заказам. Если операторы задали зону доставки, каждая точка должна быть внутри неё и открыта к `delivery_time`, а без него сейчас; иначе придёт 400 с указанием на широту этой точки. С тестовым ключом два заголовка задают, как пойдёт заказ: см. `/docs/testing`.",
  },
  body: orderBody,
  testHeaders: scenarioRunHeaders,
  rules: CREATION_RULES,
  examples: { body: exampleOrderBody },
  responses: {
    201: orderResponse("The order was created.", "Заказ создан.", exampleOrder),
    200: {
      ...orderResponse(
        "The identifier was used before: the original order, unchanged. Nothing new has been created.",
        "Этот номер уже использован: вернулся тот же заказ без изменений, нового нет.",
        exampleMovingOrder,
      ),
      headers: {
        "Idempotent-Replayed": "`true`: this is the original order.",
        "Idempotent-Mismatch":
          "`true` when the body differs from the one that made the order, or is not valid.",
      },
    },
  },
  errors: ["INVALID_PAYLOAD", "PAYLOAD_TOO_LARGE", "ORDER_CREATION_IN_PROGRESS"],
  async handle({ context, key, arrivedAt, body, headers: given }) {
    const rehearsal = scenarioFromHeaders(given);
    const terms =
      rehearsal === null
        ? { body }
        : { body: withRequiredCodes(body, rehearsal), along: insertScenarioRunSql(rehearsal) };
    const creation = await context.db.runSince(arrivedAt, () => createOrder(context, key.scope, terms));
    return toCreationResponse(context, creation);
  },
  async findEarlier({ context, key, body }) {
    const creation = await findRepeated(context, key.scope, body);
    return creation && toCreationResponse(context, creation);
  },
});

export const GET = operation({
  operationId: "listOrders",
  isRepeatable: true,
  summary: "List orders",
  description: "The calling account's orders, newest first. Returns only tracking links that already exist.",
  russian: {
    title: "Список заказов",
    description:
      "Заказы вашего аккаунта, новые сверху. Ссылки на отслеживание только те, что уже выданы: чтение ничего не создаёт.",
  },
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
      russian: "Страница заказов.",
      data: z
        .object({ orders: z.array(orderResource), limit: z.int(), offset: z.int() })
        .meta({ id: "OrderList" }),
      example: { orders: [exampleMovingOrder], limit: 20, offset: 0 },
    },
  },
  errors: ["INVALID_PAYLOAD"],
  async handle({ context, key, query }) {
    const orders = await loadOrders(context.db, key.scope, query);
    return { data: { orders: orders.map((order) => toOrderResponse(context, order)), ...query } };
  },
});
