import type { Block, Doc } from "@/lib/docs/doc";
import type { Locale } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

type Texts = Readonly<Record<Locale, string>>;

interface Entry {
  readonly date: string;
  readonly title: Texts;
  readonly changes: readonly Texts[];
  readonly operations?: readonly string[];
  /** Fields added by this change, as `name` or `operationId.name`. Those of a new operation are not listed. */
  readonly fields?: readonly string[];
}

/** Newest first (spec, VER-2). */
const ENTRIES: readonly Entry[] = [
  {
    date: "2026-11-29",
    title: { en: "No Postman collection, no status page", ru: "Без коллекции Postman и страницы состояния" },
    changes: [
      {
        en: "`/postman.json` redirects to `/openapi.json`, which Postman imports.",
        ru: "`/postman.json` перенаправляет на `/openapi.json`: Postman импортирует и этот документ.",
      },
      {
        en: "The page `/status` and `/status.json` are gone. `/readyz` responds with 200 while the service works.",
        ru: "Страницы `/status` и `/status.json` больше нет. Пока сервис работает, `/readyz` отвечает 200.",
      },
    ],
  },
  {
    date: "2026-11-29",
    title: { en: "Stricter requests", ru: "Строже к запросам" },
    changes: [
      {
        en: "`GET /orders` reads `status[]` and `status[0]` as `status`, and refuses other parameters in brackets with a 400 instead of ignoring them. With `phone`, orders are listed exactly by their creation, newest first.",
        ru: "`GET /orders` понимает `status[]` и `status[0]` как `status`, а другие параметры в скобках не пропускает молча, а отклоняет с ответом 400. При поиске по `phone` заказы идут точно по времени создания, сначала новые.",
      },
      {
        en: "A metadata key `__proto__`, which was dropped, is a 400. One PATCH can replace 20 keys by 20 others.",
        ru: "Ключ метаданных `__proto__`, который раньше терялся, теперь вызывает ответ 400. Один PATCH может заменить 20 ключей на 20 других.",
      },
      {
        en: "A 400 also names a private or insecure `url` of a webhook endpoint and a dropoff `index` past the last one when other fields are invalid. A PATCH to the URL of another endpoint is a 400, since each event would arrive twice.",
        ru: "Ответ 400 называет внутренний или незащищённый `url` адреса для вебхуков и `index` точки, которой нет, и тогда, когда ошибки есть в других полях. PATCH на URL другого адреса вызывает ответ 400, иначе каждое событие приходило бы дважды.",
      },
      {
        en: "`GET /events` refuses an `after` that is not a whole `next_cursor`.",
        ru: "`GET /events` не принимает в `after` ничего, кроме целого `next_cursor`.",
      },
    ],
  },
  {
    date: "2026-11-29",
    title: { en: "Unusual trips", ru: "Необычные поездки" },
    fields: ["held_reason"],
    changes: [
      {
        en: "A live order with a leg over 100 km in a straight line, or with a point at 0, 0, gets a courier only after an operator has confirmed it. Until then its status stays `new`, `held_reason` is `unusual_trip`, and cancelling is free. The confirmation emits `order.updated` with `held_reason` null. Operators can change the length, or refuse such orders with a 400. Test orders are not checked.",
        ru: "Рабочий заказ с отрезком длиннее 100 км по прямой или с точкой 0, 0 получает курьера только после подтверждения оператором. До этого статус остаётся `new`, `held_reason` равен `unusual_trip`, а отмена бесплатна. О подтверждении сообщает `order.updated`, в нём `held_reason` уже null. Операторы могут изменить длину или не принимать такие заказы: тогда придёт 400. Тестовые заказы не проверяются.",
      },
      {
        en: "An edit with PUT or PATCH checks a trip whose coordinates or routing mode it changes: it holds the order and frees its courier, or releases it.",
        ru: "Правка через PUT или PATCH проверяет поездку, если меняет координаты или порядок точек: заказ начинает ждать подтверждения, а курьер освобождается, либо заказ снова отправляется.",
      },
    ],
  },
  {
    date: "2026-11-29",
    title: { en: "Nested and very long lists", ru: "Вложенные и очень длинные списки" },
    changes: [
      {
        en: "A body with more than 32 levels of arrays and objects, or with more than 20,000 values (250,000 for a batch), is a 400. No valid request comes close.",
        ru: "На тело, в котором больше 32 уровней вложенности или больше 20 000 значений (у пакета 250 000), сервис отвечает 400. Обычные запросы намного меньше.",
      },
    ],
  },
  {
    date: "2026-11-29",
    title: { en: "Batches in both modes", ru: "Пакеты в обоих режимах" },
    changes: [
      {
        en: "The limit of 2,000 pending orders applies to each mode, and pending test orders wait for live ones.",
        ru: "Лимит в 2000 ожидающих заказов действует отдельно в каждом режиме, а тестовые заказы ждут, пока создаются боевые.",
      },
    ],
  },
  {
    date: "2026-11-29",
    title: { en: "Address search", ru: "Поиск адресов" },
    operations: ["searchAddresses"],
    changes: [
      {
        en: "`GET /addresses` understands more spellings of entrances, floors, flats and buildings. An address in another town, or with a number that matches nothing, is now `approximate`.",
        ru: "`GET /addresses` понимает больше написаний подъездов, этажей, квартир и корпусов. Адрес в другом городе или с номером, который ни к чему не относится, теперь `approximate`.",
      },
    ],
  },
  {
    date: "2026-11-27",
    title: { en: "Restored data", ru: "Восстановленные данные" },
    fields: ["data_epoch", "data_until"],
    changes: [
      {
        en: "`GET /ping` returns `data_epoch`, which changes when the service may have lost its latest data, and `data_until`, up to which everything was kept at a restore. Send later orders and changes again, with the same identifiers.",
        ru: "`GET /ping` возвращает `data_epoch`, который меняется, когда сервис мог потерять последние данные, и `data_until`: до этого момента при восстановлении сохранилось всё. Более поздние заказы и изменения отправьте ещё раз с теми же идентификаторами.",
      },
    ],
  },
  {
    date: "2026-11-27",
    title: { en: "Traces", ru: "Трассировка" },
    changes: [
      {
        en: "Send `traceparent` (W3C Trace Context) with a request, and the webhooks of its events continue your trace.",
        ru: "Передайте в запросе `traceparent` (W3C Trace Context), и вебхуки его событий продолжат вашу трассировку.",
      },
    ],
  },
  {
    date: "2026-11-27",
    title: { en: "Erased personal data", ru: "Удалённые персональные данные" },
    changes: [
      {
        en: "The personal data of an ended order may be erased. The order and its events then stay readable, with the same ids, prices and times: `metadata` is `{}`, and links, comments, signer names, locations and photos are null or empty.",
        ru: "Персональные данные завершённого заказа могут быть удалены. Сам заказ и его события остаются доступны, с теми же идентификаторами, ценами и временем: `metadata` равно `{}`, а ссылки, комментарии, имена подписавших, координаты и фотографии пусты или равны null.",
      },
    ],
  },
  {
    date: "2026-11-27",
    title: { en: "Batches of orders", ru: "Пакеты заказов" },
    operations: ["createBatch", "getBatch", "stopBatch"],
    changes: [
      {
        en: "New: `POST /batches` submits up to 500 orders at once, `GET /batches/{batch_id}` returns the result of each, and `POST /batches/{batch_id}/stop` skips the rest.",
        ru: "Новое: `POST /batches` принимает до 500 заказов сразу, `GET /batches/{batch_id}` показывает итог по каждому, а `POST /batches/{batch_id}/stop` пропускает остальные.",
      },
    ],
  },
  {
    date: "2026-11-27",
    title: { en: "Finding orders", ru: "Как найти заказ" },
    fields: [
      "metadata",
      ...["status", "created_from", "created_to", "updated_since", "external_order_id_prefix", "phone"].map(
        (name) => `listOrders.${name}`,
      ),
      "listOrders.cursor",
      "listOrders.next_cursor",
    ],
    changes: [
      {
        en: "The list of orders can be filtered by `status`, `created_from`, `created_to`, `updated_since`, `external_order_id_prefix`, `phone` and `metadata[key]`, and read page by page with `cursor`: `next_cursor` is the next page's.",
        ru: "Список заказов можно отобрать по `status`, `created_from`, `created_to`, `updated_since`, `external_order_id_prefix`, `phone` и `metadata[key]` и читать страницами: передайте `next_cursor` как `cursor`.",
      },
      {
        en: "Orders and dropoffs can have `metadata`: up to 20 of your own keys with texts. Responses, events, search and the CSV export contain it. Couriers and recipients never see it.",
        ru: "У заказов и точек может быть `metadata`: до 20 ваших ключей с текстами. Они есть в ответах, событиях, поиске и выгрузке CSV. Курьеры и получатели их не видят.",
      },
    ],
  },
  {
    date: "2026-11-27",
    title: { en: "Text messages to recipients", ru: "SMS получателям" },
    fields: ["notify", "locale"],
    changes: [
      {
        en: "Create, PUT and PATCH take `notify` and `locale` for the order and each dropoff: whether recipients get the text messages that the account has switched on, and in which language.",
        ru: "Создание, PUT и PATCH принимают `notify` и `locale` у заказа и у каждой точки: получают ли получатели SMS, которые включены в аккаунте, и на каком языке.",
      },
    ],
  },
  {
    date: "2026-11-27",
    title: { en: "Webhook endpoints by API", ru: "Адреса для вебхуков через API" },
    operations: [
      "createWebhookEndpoint",
      "listWebhookEndpoints",
      "getWebhookEndpoint",
      "patchWebhookEndpoint",
      "deleteWebhookEndpoint",
      "rotateWebhookSecret",
      "testWebhookEndpoint",
      "listWebhookDeliveries",
      "resendWebhookDelivery",
    ],
    changes: [
      {
        en: "New: `/webhook_endpoints` creates, changes, tests and deletes webhook endpoints, rotates their secrets, and lists and resends deliveries.",
        ru: "Новое: `/webhook_endpoints` создаёт, меняет, проверяет и удаляет адреса для вебхуков, меняет их секреты, показывает доставки и отправляет их снова.",
      },
      {
        en: "Keys and accounts can be limited to networks in the dashboard. Other addresses get a 401 `auth.network_not_allowed`.",
        ru: "В кабинете ключ или весь аккаунт можно ограничить сетями. С других адресов приходит 401 `auth.network_not_allowed`.",
      },
    ],
  },
  {
    date: "2026-11-27",
    title: { en: "Monthly statements", ru: "Счета по месяцам" },
    operations: ["listStatements", "getStatement"],
    changes: [
      {
        en: "New: `GET /statements` and `GET /statements/{month}` return what each month's orders cost, as JSON or CSV. A month closes on the 3rd; later changes become corrections in the next one.",
        ru: "Новое: `GET /statements` и `GET /statements/{month}` возвращают, сколько стоили заказы каждого месяца, в JSON или CSV. Месяц закрывается третьего числа, поздние изменения входят исправлениями в следующий.",
      },
    ],
  },
  {
    date: "2026-11-24",
    title: { en: "What recipients may decide", ru: "Что могут решать получатели" },

    changes: [
      {
        en: "Stops have `recipient_decision`: the recipient's decision after a failed attempt, where the account allows it. It is null otherwise.",
        ru: "У точек есть `recipient_decision`: что решил получатель после неудачной попытки, если аккаунт это разрешает. Иначе поле пусто.",
      },
    ],
  },
  {
    date: "2026-11-24",
    title: { en: "Prices that hold under load", ru: "Цена не зависит от нагрузки" },
    fields: ["routing"],
    changes: [
      {
        en: "Orders have `routing`, as quotes do: `roads`, or `estimate` if the distances behind the price come from straight lines. It is null for orders made before.",
        ru: "У заказов, как и у расчётов, есть `routing`: `roads` или `estimate`, если расстояния, по которым посчитана цена, взяты по прямой. У заказов, созданных раньше, это поле пусто.",
      },
      {
        en: "Load no longer turns a price into an estimate. A request whose route cannot be found within 2.5 seconds because of load gets 503 `service.overloaded` with `Retry-After`; nothing of it is kept.",
        ru: "Из-за нагрузки цена больше не становится приблизительной. Если из-за неё маршрут не найден за 2,5 секунды, запрос получает 503 `service.overloaded` с `Retry-After`, и от него ничего не остаётся.",
      },
    ],
  },
  {
    date: "2026-11-24",
    title: {
      en: "What a client may send, and what it gets back",
      ru: "Что можно отправить и что придёт в ответ",
    },

    changes: [
      {
        en: "A 400 lists at most 100 fields. Elements of a list that has too many are not validated: the 400 names the list.",
        ru: "Ответ 400 перечисляет не больше 100 полей. Элементы слишком длинного списка не проверяются: в ответе назван сам список.",
      },
      {
        en: "`delivery_time` may have its offset without a colon (`+0300`) and a lower-case `t` and `z`. `comment` of a cancellation may be null.",
        ru: "В `delivery_time` смещение можно писать без двоеточия (`+0300`), а `t` и `z` — строчными. `comment` отмены может быть null.",
      },
      {
        en: "A `next_cursor` works for the account and mode that got it, and is a 400 on `after` elsewhere. Cursors from before still work.",
        ru: "`next_cursor` действует для того аккаунта и режима, которому он выдан; для других это 400 на `after`. Курсоры, полученные раньше, работают.",
      },
      {
        en: "`RateLimit-Policy` says `w=61`: requests are counted in whole seconds, as before.",
        ru: "`RateLimit-Policy` сообщает `w=61`: запросы, как и раньше, считаются по целым секундам.",
      },
      {
        en: "MCP: every message counts against the key’s limit, batches are refused, and five cancellations of a key at most wait for their users.",
        ru: "MCP: каждое сообщение учитывается в лимите ключа, пакеты сообщений отклоняются, и подтверждения ждут не больше пяти отмен одного ключа.",
      },
      {
        en: "Amounts with floating-point noise, such as 0.1 + 0.2, are accepted.",
        ru: "Суммы с погрешностью двоичных дробей, такие как 0.1 + 0.2, принимаются.",
      },
      {
        en: "`payment_amount` of the first dropoff: null means no buyout; if it is left out, the order's amount applies.",
        ru: "`payment_amount` первой точки: null означает, что выкупа нет; сумму заказа она берёт, только если поле не указано.",
      },
      {
        en: "A create whose `external_order_id` is taken returns the original order even if its body is not valid.",
        ru: "Создание с уже занятым `external_order_id` возвращает исходный заказ, даже если тело не проходит проверку.",
      },
      {
        en: "`total` is what is owed: for a cancelled order its charges alone, so 0 if the cancellation was free. `price` stays.",
        ru: "`total` — сумма к оплате: у отменённого заказа это только начисления, то есть 0, если отмена бесплатна. `price` остаётся прежней.",
      },
      {
        en: "`from` in `estimated_arrivals` is never after the arrival that is expected.",
        ru: "`from` в `estimated_arrivals` никогда не позже ожидаемого прибытия.",
      },
      {
        en: "Sandbox: `answer_until` and arrival windows pass at the speed of the order, `late_30` arrives after them, and concurrent orders take no longer than one.",
        ru: "Песочница: `answer_until` и окна прибытия идут со скоростью заказа, `late_30` приезжает позже них, а несколько заказов сразу идут не дольше одного.",
      },
      {
        en: "Trips have no maximum length unless operators set one.",
        ru: "Длина поездки не ограничена, пока предел не задан операторами.",
      },
      {
        en: "Any `delivery_time` in the future is accepted; a near one is dispatched at once.",
        ru: "Принимается любое `delivery_time` в будущем; если оно близко, курьер ищется сразу.",
      },
    ],
  },
  {
    date: "2026-11-22",
    title: { en: "When a delivery does not go to plan", ru: "Когда доставка идёт не по плану" },
    operations: ["answerUndeliverable"],
    fields: ["if_undeliverable", "proof", "stops", "stop", "charges", "total", "return"],
    changes: [
      {
        en: "Reading one order also returns `stops`, with the outcome, failure and proof of each, and `charges`.",
        ru: "Чтение одного заказа возвращает и `stops`: чем закончилась каждая точка, почему не удалось и чем подтверждено, а также `charges`.",
      },
      {
        en: "Orders have `total`, the price and all charges, and `return`, the return of goods to the pickup.",
        ru: "У заказов есть `total`, цена со всеми начислениями, и `return`, путь товара обратно к отправителю.",
      },
      {
        en: "Create, PUT and PATCH take `if_undeliverable` (`ask`, `return` or `leave`) and a `proof` (`photo`, `code`, `signature`) for the pickup and each dropoff.",
        ru: "Создание, PUT и PATCH принимают `if_undeliverable` (`ask`, `return` или `leave`) и `proof` (`photo`, `code`, `signature`) для забора и каждой точки вручения.",
      },
      {
        en: "New: `POST /orders/{external_order_id}/undeliverable` decides about a dropoff that could not be handed over.",
        ru: "Новое: `POST /orders/{external_order_id}/undeliverable` решает, что делать на точке, где вручить не удалось.",
      },
      {
        en: "New events `order.stop_completed`, `order.stop_failed`, `order.return_started`, `order.returned` and `order.proof_added`. Webhook endpoints get them only if they select them. Events have `stop`, which is null unless the event is about one.",
        ru: "Новые события `order.stop_completed`, `order.stop_failed`, `order.return_started`, `order.returned` и `order.proof_added`. Адреса вебхуков получают их, только если выберут. У событий есть `stop`; он пуст, если событие не о точке.",
      },
      {
        en: "After a cancellation past the pickup, the courier brings the goods back; the order is `cancelled` at once, as before.",
        ru: "После отмены уже забранного заказа товар едет обратно; сам заказ, как и раньше, сразу `cancelled`.",
      },
    ],
  },
  {
    date: "2026-11-22",
    title: { en: "Fees that are known before", ru: "Платежи, известные заранее" },
    operations: ["getCancellation"],
    fields: ["max_fee", "return_price", "fees"],
    changes: [
      {
        en: "New: `GET /orders/{external_order_id}/cancellation` returns what cancelling an order would cost now, and why.",
        ru: "Новое: `GET /orders/{external_order_id}/cancellation` говорит, сколько сейчас стоит отмена и почему.",
      },
      {
        en: "The body of a cancellation takes an optional `max_fee`: 409 `order.cancellation_fee_exceeded` if it costs more at that moment.",
        ru: "Отмена принимает необязательный `max_fee`: если в эту минуту она дороже, придёт 409 `order.cancellation_fee_exceeded`.",
      },
      {
        en: "Quotes have `return_price`, what it costs if the goods go back to the pickup. It is charged in addition to `price`.",
        ru: "В расчёте есть `return_price`: сколько стоит вернуть товар отправителю. Это начисление сверх `price`, а не его часть.",
      },
      {
        en: "`GET /pricing` has `fees`: of cancelling, waiting and returns. All are 0 until operators set them.",
        ru: "В `GET /pricing` есть `fees`: за отмену, ожидание и возврат. Все равны 0, пока их не зададут операторы.",
      },
    ],
  },
  {
    date: "2026-11-22",
    title: { en: "A sandbox that misbehaves on purpose", ru: "Песочница, где всё идёт не так" },
    operations: ["stepOrder"],
    fields: ["X-Sandbox-Scenario", "X-Sandbox-Speed"],
    changes: [
      {
        en: "With a test key, `POST /orders` takes `X-Sandbox-Scenario`, one of fifteen ways in which an order can go, and `X-Sandbox-Speed`, how fast. `/docs/testing` lists the statuses, events and webhooks of each.",
        ru: "С тестовым ключом `POST /orders` принимает `X-Sandbox-Scenario`, один из пятнадцати вариантов хода заказа, и `X-Sandbox-Speed`, его скорость. Статусы, события и вебхуки каждого перечислены в `/docs/testing`.",
      },
      {
        en: "New: `POST /sandbox/orders/{external_order_id}/step` moves a test order by hand.",
        ru: "Новое: `POST /sandbox/orders/{external_order_id}/step` двигает тестовый заказ вручную.",
      },
      {
        en: "The dashboard lists the scenarios that your integration has passed, and what is still missing.",
        ru: "Кабинет показывает, какие сценарии ваша интеграция прошла и чего ещё не хватает.",
      },
    ],
  },
  {
    date: "2026-11-22",
    title: { en: "Roads, addresses and a service area", ru: "Дороги, адреса и зона доставки" },
    operations: ["searchAddresses", "findNearestAddress"],
    fields: ["createQuote.routing", "createQuote.delivery_time"],
    changes: [
      {
        en: "Quotes have `routing`: `roads` if distances and durations are of a route by road, `estimate` if they come from straight lines.",
        ru: "В расчёте есть `routing`: `roads`, если расстояние и время посчитаны по дорогам, `estimate`, если по прямой.",
      },
      {
        en: "On roads, `duration` is the driving time at the hour of the pickup. It still includes no time at the stops.",
        ru: "По дорогам `duration` — время в пути в час забора. Времени на точках в нём по-прежнему нет.",
      },
      {
        en: "A trip with a point more than 500 m from any road is estimated as a whole; the limit used to be 5 km.",
        ru: "Если от точки до дороги больше 500 м, вся поездка оценивается по прямой; раньше предел был 5 км.",
      },
      {
        en: "New: `GET /addresses` finds addresses and their coordinates while a user types, and `GET /addresses/reverse` finds the address of a point.",
        ru: "Новое: `GET /addresses` ищет адреса и координаты прямо во время ввода, `GET /addresses/reverse` находит адрес точки.",
      },
      {
        en: "Where operators have turned a service area on, a stop outside it, or in a zone that is closed at the time, is a 400 on that stop's latitude in quotes, create, PUT and PATCH. Until then every place is served, as before.",
        ru: "Если операторы включили зону доставки, то точка вне её или в зоне, которая в это время закрыта, даёт 400 на широту этой точки: в расчёте, создании, PUT и PATCH. До этого обслуживаются все места, как раньше.",
      },
      {
        en: "`POST /quotes` takes an optional `delivery_time`: the service area and the traffic of that time count.",
        ru: "`POST /quotes` принимает необязательный `delivery_time`: учитываются зона и дороги этого времени.",
      },
      { en: "Operators can set the longest trip.", ru: "Операторы могут ограничить длину поездки." },
    ],
  },
  {
    date: "2026-11-22",
    title: {
      en: "Couriers who cannot be found, edits, and limits",
      ru: "Когда курьер не находится, правки и пределы",
    },

    changes: [
      {
        en: "New event `order.courier_not_found`: no courier has taken the order for a while. It is sent once per search, and the search continues. Endpoints with an event filter get it only if they select it.",
        ru: "Новое событие `order.courier_not_found`: заказ долго никто не берёт. Приходит один раз за поиск, а поиск продолжается. Адреса с выбором событий получают его, только если выберут.",
      },
      {
        en: "A trip longer than the limit (300 km by default) is a 400 on the coordinates of its dropoff, in quotes, create, PUT and PATCH; swapped latitude and longitude used to get a price.",
        ru: "Поездка длиннее предела (обычно 300 км) даёт 400 на координаты этой точки: в расчёте, создании, PUT и PATCH. Раньше перепутанные широта и долгота получали цену.",
      },
      {
        en: "`delivery_time` must be at least ten minutes ahead; the 400 names a time that works.",
        ru: "`delivery_time` должно быть не раньше чем через десять минут; в тексте 400 названо подходящее время.",
      },
      {
        en: "An edit that postpones the delivery, or moves the pickup by more than 500 m, frees the courier and emits `order.driver_changed`. Another courier is found when the time comes.",
        ru: "Правка, которая переносит доставку на позже или сдвигает забор больше чем на 500 м, освобождает курьера, и приходит `order.driver_changed`. Другой курьер найдётся к нужному времени.",
      },
      {
        en: "Concurrent edits of one order run one after another; none gets a 503 because of another.",
        ru: "Одновременные правки одного заказа выполняются по очереди; ни одна не получит 503 из-за другой.",
      },
      {
        en: "`quote_id` in PUT and PATCH counts only if the edit changes something that is priced.",
        ru: "`quote_id` в PUT и PATCH учитывается, только если меняется то, от чего зависит цена.",
      },
      {
        en: "Tracking links follow their recipients through PUT, even if their position in `dropoffs` changes.",
        ru: "Ссылки на отслеживание остаются у своих получателей и после PUT, даже если их место в `dropoffs` другое.",
      },
      {
        en: "The rate limit applies to any 60 seconds. `Retry-After` and `RateLimit` show when the next call succeeds.",
        ru: "Лимит запросов считается за любые 60 секунд. `Retry-After` и `RateLimit` говорят, когда пройдёт следующий запрос.",
      },
      {
        en: "A 401 has a `WWW-Authenticate` header, and the scheme may be written `bearer`.",
        ru: "У 401 есть заголовок `WWW-Authenticate`, а слово `bearer` можно писать и с маленькой буквы.",
      },
    ],
  },
  {
    date: "2026-11-21",
    title: { en: "First release of Dropline", ru: "Первый выпуск Dropline" },

    changes: [
      {
        en: "Every operation of version 1 under `/v1/partner` and `/v1/delivery`.",
        ru: "Все операции версии 1 под `/v1/partner` и `/v1/delivery`.",
      },
      {
        en: "Also new: `GET /events`, the account's event log, read by cursor, and the headers `Idempotent-Replayed` and `Idempotent-Mismatch` on a repeated create.",
        ru: "Кроме того: `GET /events`, журнал событий аккаунта, который читают по курсору, и заголовки `Idempotent-Replayed` и `Idempotent-Mismatch` при повторном создании.",
      },
      {
        en: "Webhooks: signed events of every order, described in the OpenAPI document and under `/docs/webhooks`.",
        ru: "Вебхуки: события каждого заказа с подписью. Они описаны в документе OpenAPI и в `/docs/webhooks`.",
      },
      {
        en: "Reading one order also returns `estimated_arrivals`, a window for each dropoff while the courier is on the way.",
        ru: "Чтение одного заказа возвращает `estimated_arrivals`: когда ждать курьера на каждой точке, пока он в пути.",
      },
    ],
  },
  {
    date: "2026-09-20",
    title: { en: "Cancellation details and drivers", ru: "Причина отмены и курьер" },
    fields: ["cancellation", "delivered_at", "driver", "driver_location"],
    changes: [
      {
        en: "The `order.cancelled` event gained the `cancellation` object (`reason`, `comment`), which is null for other events.",
        ru: "В событии `order.cancelled` появился объект `cancellation` (`reason`, `comment`); у других событий он null.",
      },
      {
        en: "Order responses of create, list, read, PATCH, PUT and cancel gained `delivered_at`, `driver` and `driver_location`.",
        ru: "В ответах создания, списка, чтения, PATCH, PUT и отмены появились `delivered_at`, `driver` и `driver_location`.",
      },
    ],
  },
];

export const CHANGELOG = { en: listEntries("en"), ru: listEntries("ru") };

function listEntries(locale: Locale) {
  return ENTRIES.map(({ date, title, changes }) => ({
    date,
    title: title[locale],
    changes: changes.map((change) => change[locale]),
  }));
}

export const SINCE = { operations: listDates("operations"), fields: listDates("fields") };

function listDates(key: "operations" | "fields"): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ENTRIES.flatMap(({ date, [key]: names = [] }) => names.map((name) => [name, date])),
  );
}

export function operationSince(operationId: string): string | null {
  return SINCE.operations[operationId] ?? null;
}

export function fieldSince(operationId: string, name: string): string | null {
  if (operationSince(operationId) !== null) return null;
  return SINCE.fields[`${operationId}.${name}`] ?? SINCE.fields[name] ?? null;
}

export function changelogDoc(locale: Locale): Doc {
  const words = MESSAGES[locale].docs;
  return {
    path: "changelog",
    title: words.changelog,
    lead: words.changelog_lead,
    blocks: CHANGELOG[locale].flatMap(({ date, title, changes }, index): Block[] => [
      { h2: `${date}: ${title}`, id: entryId(locale, index) },
      { list: changes },
    ]),
  };
}

export function entryId(locale: Locale, index: number): string {
  const entries = CHANGELOG[locale];
  const date = entries[index]?.date ?? "";
  const before = entries.slice(0, index).filter((one) => one.date === date).length;
  return before === 0 ? date : `${date}-${before + 1}`;
}
