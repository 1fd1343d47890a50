import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from "zod-openapi";
import {
  buildSampleEvent,
  eventName,
  TEST_EVENTS,
  type TestEventType,
  webhookPayload,
} from "@/lib/webhooks/webhook-event";

interface EventText {
  readonly summary: string;
  readonly description: string;
}

export const WEBHOOK_WORDS: Readonly<Record<TestEventType, EventText & { readonly russian: EventText }>> = {
  "order.created": {
    summary: "An order was created",
    description: "Always the first event of an order, with `sequence` 1.",
    russian: {
      summary: "Заказ создан",
      description: "Всегда первое событие заказа, его `sequence` равен 1.",
    },
  },
  "order.updated": {
    summary: "An order was edited",
    description:
      "By PUT, PATCH or the dashboard; an edit that changes nothing sends no event. Also when a question about a failed stop was answered and the courier goes on, when an operator let a courier go on without the recipient's code, when the total was adjusted, and when an operator confirmed a held order, whose `held_reason` is then null: `stop` is the stop that it is about, if any.",
    russian: {
      summary: "Заказ изменён",
      description:
        "Через PUT, PATCH или кабинет; правка, которая ничего не меняет, события не даёт. Также когда ответили на вопрос о точке и курьер едет дальше, когда оператор разрешил вручить без кода когда поправили сумму и когда оператор подтвердил заказ, который проверялся: `held_reason` тогда становится null. `stop` — точка, о которой речь, если она есть.",
    },
  },
  "order.courier_not_found": {
    summary: "No courier has been found yet",
    description:
      "No courier has taken the order for a while (15 minutes by default), counted from the moment the search began; time with a planned courier does not count. Sent once per search; the search continues, and `order.assigned` or `order.driver_changed` reports that a courier has the order. The status is `new`, or `assigned` with `order.driver` null after a courier has handed the order back.",
    russian: {
      summary: "Курьер пока не нашёлся",
      description:
        "Заказ долго никто не берёт (обычно 15 минут с начала поиска; время, когда курьер был запланирован, не считается). Приходит один раз за поиск, а сам поиск продолжается: о курьере сообщит `order.assigned` или `order.driver_changed`. Статус `new`, либо `assigned` с пустым `order.driver`, если курьер вернул заказ.",
    },
  },
  "order.assigned": {
    summary: "A courier has the order",
    description: "The status is `assigned`, and `order.driver` is filled from now on.",
    russian: {
      summary: "Курьер назначен",
      description: "Статус `assigned`, и `order.driver` с этого момента заполнен.",
    },
  },
  "order.driver_changed": {
    summary: "Another courier has the order",
    description:
      "The status stays `assigned`. `order.driver` is null from the moment the first courier loses the order (they handed it back, or an edit freed them) until another one has it.",
    russian: {
      summary: "Курьер сменился",
      description:
        "Статус остаётся `assigned`. `order.driver` пуст с той минуты, когда заказ ушёл от прежнего курьера (он отказался или его освободила правка), и до назначения нового.",
    },
  },
  "order.in_progress": {
    summary: "The courier has picked up the order",
    description: "The status is `in_progress`. The order can no longer be edited.",
    russian: { summary: "Заказ забран", description: "Статус `in_progress`. Изменить заказ больше нельзя." },
  },
  "order.stop_completed": {
    summary: "A dropoff was handed over",
    description:
      "`stop` is that dropoff. Sent if the order continues after it; the handover that completes the order is reported by `order.delivered` alone.",
    russian: {
      summary: "Вручено на одной из точек",
      description:
        "`stop` — эта точка. Приходит, если после неё есть куда ехать; о последней сообщает только `order.delivered`.",
    },
  },
  "order.stop_failed": {
    summary: "A dropoff could not be handed over",
    description:
      "`stop.failure` has the reason and what happens to the goods. While its `resolution` is `open`, `POST /orders/{external_order_id}/undeliverable` answers until `answer_until`. The status stays `in_progress`.",
    russian: {
      summary: "Вручить на точке не удалось",
      description:
        "В `stop.failure` сказано, почему и что будет с товаром. Пока `resolution` равен `open`, ответить можно через `POST /orders/{external_order_id}/undeliverable` до `answer_until`. Статус остаётся `in_progress`.",
    },
  },
  "order.return_started": {
    summary: "The courier brings goods back",
    description:
      "To the pickup: no other dropoff is left. `order.return` has the price, which is charged now, and the courier's location. The status stays `in_progress`. If an order is cancelled after the pickup, `order.cancelled` reports both.",
    russian: {
      summary: "Курьер везёт товар обратно",
      description:
        "Отправителю: других точек не осталось. В `order.return` цена, которая начислена сейчас, и где курьер. Статус остаётся `in_progress`. Если заказ отменили после забора, об обоих сообщит `order.cancelled`.",
    },
  },
  "order.returned": {
    summary: "The goods are back",
    description:
      "Returned to the pickup. `order.delivered` follows if anything was delivered, otherwise `order.cancelled` with the reason `undeliverable`; nothing follows if the order was cancelled before.",
    russian: {
      summary: "Товар вернулся",
      description:
        "Его отдали отправителю. Дальше придёт `order.delivered`, если хоть что-то вручено, иначе `order.cancelled` с причиной `undeliverable`. Если заказ отменили раньше, больше ничего не придёт.",
    },
  },
  "order.proof_added": {
    summary: "A photo or signature has arrived late",
    description:
      "For a stop that had already ended: couriers' phones send files as soon as they are online. Read the order for the URLs.",
    russian: {
      summary: "Пришло опоздавшее фото или подпись",
      description:
        "О точке, которая уже завершена: телефон курьера отправляет файлы, как только появится сеть. Адреса файлов есть в самом заказе.",
    },
  },
  "order.delivered": {
    summary: "The order was delivered",
    description:
      "Nothing is left to hand over, and `order.delivered_at` is set. `stops` of the order show which dropoffs failed, if any.",
    russian: {
      summary: "Заказ доставлен",
      description:
        "Вручать больше нечего, и `order.delivered_at` заполнен. Если где-то не удалось, это видно в `stops` заказа.",
    },
  },
  "order.cancelled": {
    summary: "The order was cancelled",
    description:
      "`cancellation` has the reason, which is `unspecified` when none was given, and the comment, which may be null. The reason is `undeliverable` when nothing could be delivered and all goods are back.",
    russian: {
      summary: "Заказ отменён",
      description:
        "В `cancellation` причина (`unspecified`, если её не назвали) и комментарий, который может быть пуст. Причина `undeliverable` значит, что вручить не удалось ничего и весь товар вернулся.",
    },
  },
  "driver.location_updated": {
    summary: "The courier has moved",
    description:
      "Only for endpoints that select it: the latest position of an order's courier, at most once every 20 seconds per order. Not in the event log, and attempted at most twice. `sequence` is that of the order's latest event.",
    russian: {
      summary: "Курьер переместился",
      description:
        "Только для адресов, которые его выбрали: последняя геопозиция курьера заказа, не чаще раза в 20 секунд. В журнал событий не попадает, попыток не больше двух. `sequence` — как у последнего события заказа.",
    },
  },
  "webhook.test": {
    summary: "A test",
    description:
      "Sent from the dashboard, signed like every event, about an order that does not exist. Samples of every other event can be sent too; all have `test` true.",
    russian: {
      summary: "Проверка",
      description:
        "Отправляется из кабинета, с подписью, как любое событие, но о заказе, которого нет. Так же можно отправить образец любого другого события; у всех `test` равно true.",
    },
  },
};

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header" as const,
  required: true,
  description,
  schema: { type: "string" as const },
  example,
});

const HEADERS = [
  header(
    "webhook-id",
    "The event's id, the same on every attempt. Store it to recognize repeats.",
    "5139d81c-8b38-429e-8c97-dbb928cd3f08",
  ),
  header("webhook-timestamp", "When this attempt was signed, in seconds since 1970.", "1795260013"),
  header(
    "webhook-signature",
    "`v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`; several, separated by spaces, while a secret is being rotated.",
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  ),
];

const EXAMPLE = {
  id: "5139d81c-8b38-429e-8c97-dbb928cd3f08",
  at: new Date("2026-11-21T11:20:13.002Z"),
  publicUrl: "https://dropline.example",
};

export function webhookExample(type: TestEventType): object {
  return JSON.parse(buildSampleEvent(type, EXAMPLE).body);
}

function operation(type: TestEventType): ZodOpenApiOperationObject {
  const { summary, description } = WEBHOOK_WORDS[type];
  return {
    operationId: `on${eventName(type)}`,
    summary,
    description,
    tags: ["webhooks"],
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { "application/json": { schema: webhookPayload(type), example: webhookExample(type) } },
    },
    responses: {
      "2XX": { description: "The event is delivered. Respond within 15 seconds." },
      "410": { description: "Stop sending: the endpoint is turned off right away." },
      "4XX": { description: "A failure. The event is retried later." },
      "5XX": { description: "A failure. The event is retried later; `Retry-After` is honored." },
    },
  };
}

export const WEBHOOKS: ZodOpenApiPathsObject = Object.fromEntries(
  TEST_EVENTS.map((type) => [type, { post: operation(type) }]),
);
