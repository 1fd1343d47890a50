import type { ErrorCode } from "@/lib/http/errors";

interface ErrorText {
  readonly advice: string;
  readonly russian: { readonly meaning: string; readonly advice: string };
}

/** What to do about each error, and its message in Russian. */
export const ERROR_TEXTS: Partial<Record<ErrorCode, ErrorText>> = {
  INVALID_PAYLOAD: {
    advice:
      "Correct every field named in `error.details` and send the request again. `error.details` is a JSON array inside a string: decode it a second time.",
    russian: {
      meaning: "Запрос отклонён. Все неверные поля перечислены в `error.details`.",
      advice:
        "Исправьте каждое поле из `error.details` и отправьте запрос снова. `error.details` — это JSON-массив внутри строки, поэтому его разбирают второй раз.",
    },
  },
  KEY_MISSING: {
    advice: "Send the header: the scheme `Bearer`, a space, then the key.",
    russian: {
      meaning: "В запросе нет ключа.",
      advice: "Добавьте заголовок `Authorization`: слово `Bearer`, пробел и ключ.",
    },
  },
  KEY_MALFORMED: {
    advice:
      "Check whether the key was cut off or has quotes around it. Its last six characters are a checksum of the rest, so a damaged key is recognized.",
    russian: {
      meaning: "В заголовке `Authorization` ключ не целиком.",
      advice:
        "Проверьте, не обрезан ли ключ и нет ли вокруг него кавычек. Последние шесть знаков — контрольная сумма остальных, так что повреждённый ключ узнаётся сразу.",
    },
  },
  KEY_INVALID: {
    advice: "Check that you are calling the service that issued the key.",
    russian: {
      meaning: "Такого ключа нет.",
      advice: "Проверьте, что обращаетесь к тому сервису, который выдал ключ.",
    },
  },
  KEY_REVOKED: {
    advice: "Create a new key and switch to it. A revoked or expired key never works again.",
    russian: {
      meaning: "Ключ отозван.",
      advice: "Создайте новый ключ и перейдите на него. Отозванный или истёкший ключ больше не заработает.",
    },
  },
  ACCOUNT_DISABLED: {
    advice: "Ask the operators of the service.",
    russian: { meaning: "Аккаунт этого ключа отключён.", advice: "Напишите операторам сервиса." },
  },
  ORDERING_NOT_ALLOWED: {
    advice: "Ask the operators of the service.",
    russian: {
      meaning: "Владелец аккаунта больше не клиент и не может создавать заказы.",
      advice: "Напишите операторам сервиса.",
    },
  },
  ACCOUNT_WAITING: {
    advice:
      "Use a test key until the operators email you that the account is approved. Live keys work from then on.",
    russian: {
      meaning: "Оператор ещё не подтвердил аккаунт. До этого работают только тестовые ключи.",
      advice:
        "Пользуйтесь тестовым ключом, пока не придёт письмо о том, что аккаунт подтверждён. После этого заработают и рабочие ключи.",
    },
  },
  ACCOUNT_REJECTED: {
    advice: "The operators have emailed the reason to the account's owner. Ask them.",
    russian: {
      meaning: "Операторы не подтвердили аккаунт.",
      advice: "Причину операторы прислали владельцу аккаунта. Напишите им.",
    },
  },
  NETWORK_NOT_ALLOWED: {
    advice:
      "Send the request from an allowed network, or add the address to the networks of the key or of the account in the dashboard.",
    russian: {
      meaning: "С этого IP-адреса ключ не принимается.",
      advice: "Отправьте запрос из разрешённой сети или добавьте адрес в сети ключа или аккаунта в кабинете.",
    },
  },
  ORDER_NOT_FOUND: {
    advice:
      "Check the order ID, percent-encoded in the path, and the key: live and test orders are separate, and another account's order is reported as not found.",
    russian: {
      meaning: "Заказа с таким `external_order_id` нет.",
      advice:
        "Проверьте номер заказа (в пути он кодируется процентами) и ключ: рабочие и тестовые заказы живут отдельно, а заказ чужого аккаунта выглядит так, будто его нет.",
    },
  },
  ROUTE_NOT_FOUND: {
    advice: "Check the path. The tariff is under `/v1/delivery` only.",
    russian: {
      meaning: "Такого адреса в API нет.",
      advice: "Проверьте путь. Тариф есть только под `/v1/delivery`.",
    },
  },
  METHOD_NOT_ALLOWED: {
    advice: "Use one of the methods in the `Allow` header.",
    russian: {
      meaning: "Этот адрес не принимает такой метод.",
      advice: "Возьмите один из методов, перечисленных в заголовке `Allow`.",
    },
  },
  ORDER_CREATION_IN_PROGRESS: {
    advice:
      "Send the same request again after `Retry-After` seconds. You will get the order, which is created only once.",
    russian: {
      meaning: "Этот заказ прямо сейчас создаёт другой запрос.",
      advice:
        "Повторите тот же запрос через `Retry-After` секунд. Вы получите заказ, и создан он будет только один раз.",
    },
  },
  ORDER_NOT_EDITABLE: {
    advice: "Nothing was changed. If the order must go elsewhere, cancel it and create another.",
    russian: {
      meaning: "Изменить заказ можно, только пока он `new` или `assigned`.",
      advice: "Ничего не изменилось. Если заказ должен ехать в другое место, отмените его и создайте новый.",
    },
  },
  ORDER_NOT_CANCELLABLE: {
    advice: "The order has been delivered; there is nothing left to cancel.",
    russian: { meaning: "Доставленный заказ отменить нельзя.", advice: "Заказ вручён, отменять уже нечего." },
  },
  STATEMENT_NOT_FOUND: {
    advice: "Take the month from `GET /statements`.",
    russian: { meaning: "Счёта за этот месяц нет.", advice: "Возьмите месяц из `GET /statements`." },
  },
  NO_OPEN_QUESTION: {
    advice:
      "Read the order: `stops` shows the decision about each dropoff. The question may have been answered already, or its time was over.",
    russian: {
      meaning: "Ни одна точка этого заказа не ждёт такого ответа.",
      advice:
        "Прочитайте заказ: в `stops` видно, что решено о каждой точке. На вопрос могли ответить раньше, или время вышло.",
    },
  },
  RETRY_NOT_POSSIBLE: {
    advice: "The question stays open. Answer `return` or `leave`.",
    russian: {
      meaning: "Попыток на этой точке больше не осталось.",
      advice: "Вопрос остаётся открытым. Ответьте `return` или `leave`.",
    },
  },
  CANCELLATION_FEE_EXCEEDED: {
    advice:
      "Ask `GET /orders/{external_order_id}/cancellation` what it costs now, and cancel again with a higher `max_fee` or without one.",
    russian: {
      meaning: "Отмена уже стоит больше, чем `max_fee`. Ничего не отменено.",
      advice:
        "Узнайте нынешнюю цену в `GET /orders/{external_order_id}/cancellation` и отмените снова с большим `max_fee` или без него.",
    },
  },
  ENDPOINT_NOT_FOUND: {
    advice:
      "List the endpoints: live and test keys have separate ones, and another account's endpoint is reported as not found.",
    russian: {
      meaning: "Такого адреса для вебхуков нет.",
      advice:
        "Запросите список адресов: у боевых и тестовых ключей они свои, а чужого адреса как будто нет вовсе.",
    },
  },
  ENDPOINT_DISABLED: {
    advice: "Enable it with PATCH and `status` `enabled`, then repeat the request.",
    russian: {
      meaning: "Адрес для вебхуков отключён.",
      advice: "Включите его через PATCH с `status` `enabled` и повторите запрос.",
    },
  },
  TOO_MANY_ENDPOINTS: {
    advice: "Delete an endpoint that is no longer used, or add events to an existing one.",
    russian: {
      meaning: "У аккаунта уже предельное число адресов для вебхуков.",
      advice: "Удалите ненужный адрес или добавьте события к существующему.",
    },
  },
  DELIVERY_NOT_FOUND: {
    advice: "List the endpoint's deliveries. Events are kept for 30 days.",
    russian: {
      meaning: "Такой доставки нет.",
      advice: "Запросите список доставок адреса. События хранятся 30 дней.",
    },
  },
  STEP_NOT_POSSIBLE: {
    advice:
      "Only the sandbox returns this. Leave `step` out to take the next step. While a question about goods is open and nothing else is left to do, answer it first.",
    russian: {
      meaning: "Этот шаг не следующий: заказ отменён или пропущен шаг до него.",
      advice:
        "Так отвечает только песочница. Не указывайте `step`, и заказ сделает следующий шаг. Если открыт вопрос о товаре и больше делать нечего, сначала ответьте на него.",
    },
  },
  CODE_WRONG: {
    advice:
      "Only the sandbox returns this. The recipient's code is on the tracking page of that dropoff; after five wrong ones only an operator can let the courier go on.",
    russian: {
      meaning: "Это не код получателя, или неверных кодов было слишком много.",
      advice:
        "Так отвечает только песочница. Код получателя стоит на странице отслеживания этой точки. После пяти неверных пропустить курьера может только оператор.",
    },
  },
  BATCH_NOT_FOUND: {
    advice:
      "Check the batch ID and the key: another account's batch, or one of the other mode, is reported as not found. A batch is deleted after 30 days.",
    russian: {
      meaning: "Пакета с таким `batch_id` нет.",
      advice:
        "Проверьте номер пакета и ключ: чужой пакет и пакет другого режима выглядят так, будто их нет. Через 30 дней пакет удаляется.",
    },
  },
  TOO_MANY_PENDING_ORDERS: {
    advice:
      "Read your batches until fewer orders are pending, then send this batch again. An account can have 2,000 pending orders in each mode.",
    russian: {
      meaning: "У аккаунта слишком много заказов в пакетах ждут создания.",
      advice:
        "Подождите, пока часть заказов будет создана, и отправьте пакет снова. Одновременно может ждать 2000 заказов в каждом режиме.",
    },
  },
  PAYLOAD_TOO_LARGE: {
    advice:
      "Send a smaller body. The limit is 256 KiB, far above any valid request, and 5 MiB for a batch of orders.",
    russian: {
      meaning: "Тело запроса больше 256 КиБ, а у пакета заказов — больше 5 МиБ.",
      advice: "Отправьте меньше. Обычному запросу далеко до этого предела.",
    },
  },
  RATE_LIMIT_EXCEEDED: {
    advice:
      "Wait `Retry-After` seconds: one request succeeds then, and more as your earlier requests become a minute old. The `RateLimit` header of every response shows how many requests are left.",
    russian: {
      meaning: "Ключ превысил лимит запросов.",
      advice:
        "Подождите `Retry-After` секунд: тогда пройдёт один запрос, а дальше всё больше, по мере того как прежним исполняется минута. Сколько запросов осталось, говорит заголовок `RateLimit` каждого ответа.",
    },
  },
  INTERNAL_ERROR: {
    advice: "Retry with increasing intervals, and report the `X-Request-Id` if it keeps happening.",
    russian: {
      meaning: "Что-то сломалось у нас. От этого запроса ничего не сохранилось.",
      advice: "Повторяйте всё реже, а если не проходит, пришлите нам `X-Request-Id`.",
    },
  },
  SERVICE_UNAVAILABLE: {
    advice:
      "Retry after `Retry-After` seconds with increasing intervals. Creating an order is safe to retry.",
    russian: {
      meaning: "Сервис сейчас не может ответить.",
      advice: "Повторите через `Retry-After` секунд, дальше всё реже. Создание заказа повторять безопасно.",
    },
  },
  SERVICE_OVERLOADED: {
    advice:
      "Retry after `Retry-After` seconds, and send fewer requests at once: 20 requests of one account are processed at a time, further ones wait up to 2.5 s. Nothing was changed.",
    russian: {
      meaning: "Запросов больше, чем сервис успевает обработать.",
      advice:
        "Повторите через `Retry-After` секунд и отправляйте меньше запросов одновременно: у одного аккаунта обрабатываются 20 запросов сразу, остальные ждут до 2,5 с. От этого запроса ничего не сохранилось.",
    },
  },
};
