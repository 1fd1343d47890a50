import { findPatchIssues, findReplacementIssues } from "@/app/v1/[prefix]/orders/edit-issues";
import { operation } from "@/app/v1/operation";
import { orderResponse, toOrderResponse } from "@/app/v1/order-response";
import { exampleOrder, exampleOrderBody, exampleOrderWithHistory } from "@/lib/api/examples";
import { getPlannedArrival } from "@/lib/dispatch/find-order-plan";
import { toPickupWindow } from "@/lib/dispatch/order-plan";
import { fileUrl } from "@/lib/files/file-url";
import { getOrder } from "@/lib/orders/load-order";
import { orderWithHistoryResource, toChargeResource, toStopResource } from "@/lib/orders/resource";
import { orderBody, orderPatchBody } from "@/lib/orders/schema";
import { patchOrder } from "@/lib/orders/update/patch-order";
import { replaceOrder } from "@/lib/orders/update/replace-order";
import type { ArrivalWindow } from "@/lib/tracking/arrivals/arrival-window";
import { findArrivals } from "@/lib/tracking/list-arrivals";

export const GET = operation({
  operationId: "getOrder",
  isRepeatable: true,
  summary: "Read an order",
  description:
    "One order with its status history, its stops and their outcomes, its charges and, while it is on its way, the estimated arrivals; before that, when a courier is planned to pick it up. Never creates a tracking link.",
  russian: {
    summary: "Получить заказ",
    description:
      "Один заказ целиком: история статусов, точки и чем закончилась каждая, начисления, а пока курьер в пути, то и ожидаемое время; до этого — когда курьер по плану его заберёт. Ссылку на отслеживание не создаёт.",
  },
  responses: {
    200: {
      description: "The order.",
      russian: "Заказ.",
      data: orderWithHistoryResource,
      example: exampleOrderWithHistory,
    },
  },
  errors: ["INVALID_PAYLOAD", "ORDER_NOT_FOUND"],
  async handle({ context, fileSecret, key, externalOrderId }) {
    const selector = { scope: key.scope, externalOrderId };
    const order = await getOrder(context.db, selector, [
      "history",
      "stops",
      "charges",
      "plan",
      "stopsBefore",
    ]);
    const { history, stops, charges } = order;
    const now = context.clock.now();
    const formatAddress = (fileId: string) =>
      fileUrl({ publicUrl: context.publicUrl, fileSecret }, fileId, now);
    const statusChanges = history.map(({ status, changedAt }) => ({
      status,
      changed_at: changedAt.toISOString(),
    }));
    const plannedArrival = getPlannedArrival(order, now);
    const pickup = plannedArrival && toPickupWindow(plannedArrival);
    const isMoving = order.status === "assigned" || order.status === "in_progress";
    const arrivals = isMoving ? await findArrivals(context, order) : null;
    const inFull = {
      stops: stops.map((stop) => toStopResource(stop, formatAddress)),
      charges: charges.map(toChargeResource),
      status_changes: statusChanges,
      estimated_arrivals: arrivals?.map((window) => window && toWindowResource(window)) ?? null,
      planned_pickup: pickup && toWindowResource(pickup),
    };
    return { data: Object.assign(toOrderResponse(context, order), inFull) };
  },
});

const toWindowResource = ({ from, to }: ArrivalWindow) => ({
  from: from.toISOString(),
  to: to.toISOString(),
});

export const PUT = operation({
  operationId: "replaceOrder",
  isRepeatable: true,
  isDestructive: true,
  summary: "Update an order",
  description:
    "Replaces everything the create request sets; what the body omits returns to its default. Allowed while the order is `new` or `assigned`. The price changes only when coordinates, sizes or routing mode change; `quote_id` applies only then.",
  russian: {
    summary: "Заменить заказ",
    description:
      "Заменяет всё, что задаёт создание; чего нет в теле, то вернётся к значению по умолчанию. Можно, пока заказ `new` или `assigned`. Цена меняется, только если изменились координаты, размер груза или порядок точек; тогда учитывается и `quote_id`, в других случаях он ни на что не влияет.",
  },
  body: orderBody,
  findIssues: findReplacementIssues,
  examples: { body: exampleOrderBody },
  responses: {
    200: orderResponse("The order after the change.", "Заказ после изменения.", exampleOrder),
  },
  errors: ["INVALID_PAYLOAD", "PAYLOAD_TOO_LARGE", "ORDER_NOT_FOUND", "ORDER_NOT_EDITABLE"],
  async handle({ context, key, externalOrderId, body }) {
    const order = await replaceOrder(context, key.scope, { externalOrderId, body });
    return { data: toOrderResponse(context, order) };
  },
});

export const PATCH = operation({
  operationId: "patchOrder",
  isRepeatable: true,
  summary: "Partially update an order",
  description:
    "Changes the fields that are sent; nested address and contact values are merged with the stored ones. Send only the dropoffs that change. Allowed while the order is `new` or `assigned`. Changing coordinates, cargo size or routing mode routes and prices the trip again, or honors `quote_id`; changing a name, contact, address text, comment or buyout amount keeps route and price, whatever quote is named. An edit that postpones the delivery, moves its pickup or makes the trip unusual frees the courier; another is found when the time comes.",
  russian: {
    summary: "Изменить заказ",
    description:
      "Меняет только то, что прислано; вложенные адрес и контакт дополняются сохранёнными. Присылайте только те точки, которые меняются. Можно, пока заказ `new` или `assigned`. Новые координаты, размер груза или порядок точек ведут к новому маршруту и новой цене, либо действует `quote_id`. Имя, контакт, текст адреса, комментарий и сумма выкупа маршрут и цену не меняют, какой бы расчёт ни был назван. Если доставка переносится на позже, переезжает забор или поездка становится необычной, курьер освобождается; другой найдётся к нужному времени.",
  },
  body: orderPatchBody,
  findIssues: findPatchIssues,
  examples: {
    body: { comment: "Call 10 minutes before", dropoffs: [{ index: 0, address: { apartment: 14 } }] },
  },
  responses: {
    200: orderResponse("The order after the change.", "Заказ после изменения.", exampleOrder),
  },
  errors: ["INVALID_PAYLOAD", "PAYLOAD_TOO_LARGE", "ORDER_NOT_FOUND", "ORDER_NOT_EDITABLE"],
  async handle({ context, key, externalOrderId, body }) {
    const order = await patchOrder(context, key.scope, { externalOrderId, body });
    return { data: toOrderResponse(context, order) };
  },
});
