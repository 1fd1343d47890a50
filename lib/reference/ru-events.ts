import type { TestEventType } from "@/lib/webhooks/webhook-event";

export const EVENT_TEXTS: Readonly<
  Record<TestEventType, { readonly summary: string; readonly description: string }>
> = {
  "order.created": {
    summary: "Заказ создан",
    description: "Всегда первое событие заказа, его `sequence` равен 1.",
  },
  "order.updated": {
    summary: "Заказ изменён",
    description:
      "Через PUT, PATCH или кабинет; правка, которая ничего не меняет, события не даёт. Также когда ответили на вопрос о точке и курьер едет дальше, когда оператор разрешил вручить без кода и когда поправили сумму. `stop` — точка, о которой речь, если она есть.",
  },
  "order.courier_not_found": {
    summary: "Курьер пока не нашёлся",
    description:
      "Заказ долго никто не берёт (обычно 15 минут с начала поиска). Приходит один раз за поиск, а сам поиск продолжается: о курьере сообщит `order.assigned` или `order.driver_changed`. Статус `new`, либо `assigned` с пустым `order.driver`, если курьер вернул заказ.",
  },
  "order.assigned": {
    summary: "Курьер назначен",
    description: "Статус `assigned`, и `order.driver` с этого момента заполнен.",
  },
  "order.driver_changed": {
    summary: "Курьер сменился",
    description:
      "Статус остаётся `assigned`. `order.driver` пуст с той минуты, когда заказ ушёл от прежнего курьера (он отказался или его освободила правка), и до назначения нового.",
  },
  "order.in_progress": {
    summary: "Заказ забран",
    description: "Статус `in_progress`. Изменить заказ больше нельзя.",
  },
  "order.stop_completed": {
    summary: "Вручено на одной из точек",
    description:
      "`stop` — эта точка. Приходит, если после неё есть куда ехать; о последней сообщает только `order.delivered`.",
  },
  "order.stop_failed": {
    summary: "Вручить на точке не удалось",
    description:
      "В `stop.failure` сказано, почему и что будет с товаром. Пока `resolution` равен `open`, ответить можно через `POST /orders/{external_order_id}/undeliverable` до `answer_until`. Статус остаётся `in_progress`.",
  },
  "order.return_started": {
    summary: "Курьер везёт товар обратно",
    description:
      "В точку забора: других точек не осталось. В `order.return` цена, которая начислена сейчас, и где курьер. Статус остаётся `in_progress`. Если заказ отменили после забора, об обоих сообщит `order.cancelled`.",
  },
  "order.returned": {
    summary: "Товар вернулся",
    description:
      "Его отдали в точке забора. Дальше придёт `order.delivered`, если хоть что-то вручено, иначе `order.cancelled` с причиной `undeliverable`. Если заказ отменили раньше, больше ничего не придёт.",
  },
  "order.proof_added": {
    summary: "Пришло опоздавшее фото или подпись",
    description:
      "О точке, которая уже завершена: телефон курьера отправляет файлы, как только появится сеть. Адреса файлов есть в самом заказе.",
  },
  "order.delivered": {
    summary: "Заказ доставлен",
    description:
      "Вручать больше нечего, и `order.delivered_at` заполнен. Если где-то не удалось, это видно в `stops` заказа.",
  },
  "order.cancelled": {
    summary: "Заказ отменён",
    description:
      "В `cancellation` причина (`unspecified`, если её не назвали) и комментарий, который может быть пуст. Причина `undeliverable` значит, что вручить не удалось ничего и весь товар вернулся.",
  },
  "driver.location_updated": {
    summary: "Курьер переместился",
    description:
      "Только для адресов, которые его выбрали: последнее место курьера заказа, не чаще раза в 20 секунд. В журнал не попадает, попыток не больше двух. `sequence` — как у последнего события заказа.",
  },
  "webhook.test": {
    summary: "Проверка",
    description:
      "Отправляется из кабинета, с подписью, как любое событие, но о заказе, которого нет. Так же можно отправить образец любого другого события; у всех `test` равно true.",
  },
};
