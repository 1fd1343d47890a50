export const FIELD_TEXTS: Readonly<Record<string, string>> = {
  "Assigned by the service.": "Присвоен сервисом.",
  "Number of the delivery.": "Номер доставки.",
  "Webhook endpoints, oldest first.": "Адреса для вебхуков, сначала старые.",
  "Where events are sent.": "Куда отправляются события.",
  "Verifies the signature of webhooks.": "Им проверяют подпись вебхуков.",
  "Deliveries, newest first.": "Доставки, сначала новые.",
  "The same in every attempt: `webhook-id`.": "Один во всех попытках: `webhook-id`.",
  "When it was sent.": "Когда отправлено.",
  "Milliseconds until the response or failure.": "Миллисекунды до ответа или сбоя.",
  "A public URL, https with a live key.": "Публичный URL; с боевым ключом только https.",
  "Default: every event of orders, without positions.":
    "По умолчанию все события заказов, без положения курьера.",
  "Your own note about the endpoint.": "Ваша пометка об адресе.",
  "`disabled` by you, or after failures.": "`disabled`, если отключили вы или после сбоев.",
  "Signs webhooks. Returned only here and by a rotation.":
    "Им подписываются вебхуки. Возвращается только здесь и при смене.",
  "Null for a test.": "Пусто у тестового события.",
  "Null unless `pending`.": "Пусто, если статус не `pending`.",
  "Null without a response.": "Пусто, если ответа не было.",
  "Null after a success.": "Пусто после успеха.",
  "Newest first, at most 20.": "Сначала новые, не больше 20.",
  "How many deliveries to return.": "Сколько доставок вернуть.",
  "A `next_cursor`. Default: from the newest delivery.":
    "`next_cursor`. По умолчанию с самой новой доставки.",
  "Null on the last page.": "Пусто на последней странице.",
  "First instant of the month.": "Первый миг месяца.",
  "Number of lines.": "Сколько строк.",
  "VAT rate; null without one.": "Ставка НДС; null, если не задана.",
  "Who issues the statement.": "Кто выставляет счёт.",
  "Their tax number and address.": "ИНН и адрес.",
  "When it was delivered or cancelled.": "Когда заказ доставлен или отменён.",
  "Cancellation fee in RUB.": "Плата за отмену в рублях.",
  "Waiting in RUB.": "Ожидание в рублях.",
  "Return to the pickup in RUB.": "Возврат отправителю в рублях.",
  "Adjustments by operators in RUB.": "Изменения суммы диспетчерами в рублях.",
  "Amount of the line in RUB.": "Сколько строка добавляет к счёту, в рублях.",
  "Meters of the leg.": "Метры отрезка.",
  "Distance band of the tariff.": "Ступень тарифа по расстоянию.",
  "Price of the leg in RUB, with its cargo surcharge.": "Цена отрезка в рублях с надбавкой за размер.",
  "Number that lines name.": "Номер, указанный в строках.",
  "Newest first.": "Новые первыми.",
  "By the end of their orders.": "По времени завершения заказов.",
  "The month and its total.": "Месяц и его итог.",
  "The price table of the version.": "Таблица цен этой версии.",
  "Such as 2026-11.": "Например, 2026-11.",
  "Calendar of the month.": "По этому часовому поясу считается месяц.",
  "Exclusive.": "Не включительно.",
  "Null while the lines may still change.": "null, пока строки ещё могут измениться.",
  "Sum of the lines in RUB, including VAT.": "Сумма строк в рублях, с НДС.",
  "VAT included in the total; null without a rate.": "НДС в составе суммы; null, если ставка не задана.",
  "A correction has the amounts of an order that earlier statements lack.":
    "Исправление содержит то, чего не хватает по заказу в прежних счетах.",
  "The month of the order's first line.": "Месяц первой строки этого заказа.",
  "0 for a cancelled order.": "0 у отменённого заказа.",
  "Cash paid by the courier for the goods; not part of the total.":
    "Наличные, которые курьер заплатил за товар; в сумму не входят.",
  "Version of the tariff, listed in `tariffs`.": "Версия тарифа из `tariffs`.",
  "Meters of a charged return.": "Метры оплаченного возврата.",
  "One element per dropoff; empty for a correction of an earlier line.":
    "По одному на точку; у исправления прежней строки пусто.",
  "Payments minus closed statements, in RUB; null if no payments are recorded.":
    "Оплаты минус закрытые счета, в рублях; null, если оплат нет.",
  "Every version that a line names.": "Все версии, указанные в строках.",
  "How many lines to return.": "Сколько строк вернуть.",
  "How many lines to skip.": "Сколько строк пропустить.",
  "Test keys only: how the order goes. Default: `happy`.":
    "Только для тестовых ключей: как пойдёт заказ. По умолчанию `happy`.",
  "Test keys only: how many times faster than real time the order goes. Without it, an order takes a minute or two.":
    "Только для тестовых ключей: во сколько раз быстрее, чем в жизни, идёт заказ. Без него заказ занимает минуту-другую.",
  "The client's own identifier; not `.` or `..`. Using one again returns the original order.":
    "Ваш номер заказа; не `.` и не `..`. С тем же номером вернётся уже созданный заказ.",
  "From the quote operation. Honored only while the whole quote is valid; otherwise the trip is priced again.":
    "Номер расчёта. Цена расчёта сохраняется, пока он действует целиком; иначе поездка считается заново.",
  "Degrees, -90 to 90.": "Широта в градусах.",
  "Degrees, -180 to 180.": "Долгота в градусах.",
  "City or locality.": "Город или посёлок.",
  "House or building number.": "Номер дома.",
  "A whole number; anything else goes into instructions.":
    "Только целое число; всё остальное — в `instructions`.",
  "Free text shown to the courier.": "Любой текст, его увидит курьер.",
  "Phone number, E.164 preferred, or messaging handle.":
    "Телефон, лучше в формате E.164, или имя в мессенджере.",
  "What the courier brings from this stop. What is left out is as the account's settings say.":
    "Что курьер приносит с этой точки. Чего здесь нет, то как в настройках аккаунта.",
  "Six digits that the recipient's own tracking page shows and the recipient gives to the courier.":
    "Шесть цифр со страницы отслеживания получателя; их называют курьеру.",
  "Default: the order's cargo_size.": "По умолчанию как у заказа.",
  "How the courier pays for the goods at this dropoff.":
    "Как курьер платит за товар, который выкупает у этой двери.",
  "Buyout amount in RUB for this dropoff; null if there is no buyout. If left out, the first dropoff takes the order's.":
    "Сумма выкупа на этой точке в рублях; null, если выкупа нет. Если не указать, первая точка возьмёт сумму заказа.",
  "True: the courier carries to the door. False: meets at the entrance.":
    "true: курьер поднимается до двери. false: встреча у подъезда.",
  "Applied to the first dropoff when not set there.": "Для первой точки, если там не указано.",
  "Item buyout amount in RUB. Applied to the first dropoff when left out there.":
    "Сумма выкупа в рублях. Для первой точки, если там не указано.",
  "For a scheduled delivery; null for as soon as possible. In the future.":
    "Если доставка к определённому времени в будущем; null — как можно скорее.",
  "Shown to the courier.": "Увидит курьер.",
  "What becomes of goods that cannot be handed over: back to the pickup, left at the door, or asked when it happens.":
    "Что делать, если вручить не удалось: вернуть отправителю, оставить у двери или спросить в ту минуту.",
  "Whether recipients get the text messages that the account has switched on. Default: true.":
    "Получают ли получатели SMS, включённые в аккаунте. По умолчанию true.",
  "Language of messages to recipients. Default: the account's.":
    "Язык сообщений получателям. По умолчанию как в аккаунте.",
  "Whether the recipient gets text messages. Default: the order's notify.":
    "Получает ли получатель SMS. По умолчанию как `notify` заказа.",
  "Language of messages to the recipient. Default: the order's locale.":
    "Язык сообщений получателю. По умолчанию как `locale` заказа.",
  "How many orders to return.": "Сколько заказов вернуть.",
  "How many of the first orders to skip. Not together with `cursor`.":
    "Сколько первых заказов пропустить. Вместе с `cursor` нельзя.",
  "Repeat it for orders of several statuses.": "Чтобы выбрать несколько статусов, повторите параметр.",
  "Orders created at this instant or later.": "Заказы, созданные в этот момент или позже.",
  "Orders created before this instant.": "Заказы, созданные раньше этого момента.",
  "Orders changed at this instant or later, sorted by their last change, oldest first.":
    "Заказы, изменённые в этот момент или позже, по последнему изменению, сначала давние.",
  "The beginning of your identifiers.": "Начало ваших номеров заказов.",
  "The phone number of a recipient. Only its digits are compared.":
    "Телефон получателя. Сравниваются только цифры.",
  "`metadata[key]=value`: orders whose `metadata` has this value. All given keys must match.":
    "`metadata[key]=value`: заказы, у которых в `metadata` есть это значение. Должны совпасть все ключи.",
  "A `next_cursor`, with the parameters of the page that returned it.":
    "`next_cursor` предыдущей страницы; остальные параметры оставьте прежними.",
  "Pass it as `cursor` for the next page. Null on the last page.":
    "Передайте как `cursor`, чтобы получить следующую страницу. На последней странице null.",
  "Your own keys and texts, such as an ID in another system. Never shown to couriers or recipients.":
    "Ваши ключи и тексты, например номер в другой системе. Курьеры и получатели их не видят.",
  "Merged by key; null removes a key.": "Ключи добавляются к прежним; null удаляет ключ.",
  "Your own keys and texts.": "Ваши ключи и тексты.",
  "Why the order is being checked: no courier is assigned before an operator has confirmed it. `unusual_trip`: a leg is very long in a straight line, or a point is at 0, 0; latitude and longitude may be swapped. Null for every other order.":
    "Почему заказ проверяется: курьера не назначат, пока заказ не подтвердит оператор. `unusual_trip`: отрезок очень длинный по прямой, или у точки координаты 0, 0; возможно, перепутаны широта и долгота. У остальных заказов null.",
  "The dropoff's metadata; empty at the pickup.": "`metadata` точки; у отправителя пусто.",
  "Only the dropoffs that change.": "Только точки, которые меняются.",
  "Zero-based position of the dropoff. Default: the element's own position in this array.":
    "Место точки, с нуля. По умолчанию место элемента в этом массиве.",
  "Verified when coordinates, sizes or mode change.":
    "Проверяется, если меняются координаты, размеры или порядок точек.",
  "The most that the cancellation may cost, in RUB. If it costs more by now, nothing is cancelled (409). Default: whatever it costs.":
    "Сколько самое большее может стоить отмена, в рублях. Если уже дороже, заказ не отменится (409). По умолчанию любая цена.",
  "The dropoff as in `stops`: n is dropoff n. May be left out while one question is open.":
    "Точка, как в `stops`: n — точка вручения номер n. Можно не указывать, пока открыт один вопрос.",
  "Default: the request's cargo_size.": "По умолчанию как у всего запроса.",
  "Applies to every dropoff without its own; priced per destination.":
    "Для каждой точки, у которой размер не указан; входит в цену каждой.",
  "`sequential`: one chained trip through every dropoff in order. `parallel`: each dropoff priced on its own from the pickup.":
    "`sequential`: одна поездка по всем точкам подряд. `parallel`: каждая точка считается отдельно от отправителя.",
  "The order's `delivery_time`, if it has one: decides only whether the service area is open at the stops.":
    "`delivery_time` заказа, если он есть: решает только, открыта ли в это время зона доставки.",
  "The text that the user typed, at most 200 characters.": "Что набрал человек.",
  "Maximum number of addresses to return.": "Сколько адресов вернуть самое большее.",
  "`latitude,longitude`: among equal matches, the nearest comes first.":
    "`latitude,longitude`: из одинаковых адресов первым будет ближайший.",
  "A `next_cursor`. Default: from the oldest event.":
    "Прежний `next_cursor`. По умолчанию с самого старого события.",
  "How many events to return.": "Сколько событий вернуть.",
  "At the next dropoff. Default: the next step.":
    "Шаг на ближайшей точке. По умолчанию следующий по порядку.",
  "What the courier reports with the step. Required proof is added automatically.":
    "Что курьер сообщает вместе с шагом. Всё, что просит точка, он приносит сам.",
  "The code that the recipient gives. Default: the right one.":
    "Что назвал получатель. По умолчанию верный код.",
  "Reason of the failure; required with the step `fail`.":
    "Почему вручить не удалось; обязательно для шага `fail`.",
  "The client's identifier.": "Ваш номер заказа.",
  "Human-readable code assigned by the service.": "Короткий код заказа, его даёт сервис.",
  "Delivery price in RUB.": "Цена доставки в рублях.",
  "Amount due in RUB: the price and all charges; for a cancelled order, the charges alone.":
    "Сколько к оплате, в рублях: цена и все начисления; у отменённого заказа только начисления.",
  "Where the distances behind the price come from: `roads` of a map, or an `estimate` from straight lines. Null for orders made before 2026-11-24.":
    "Откуда расстояния, по которым посчитана цена: `roads` — по дорогам на карте, `estimate` — по прямой. Пусто у заказов, созданных до 24.11.2026.",
  "Public tracking page of the whole order, safe to forward to the recipient. Null if the order has no link; reads never create one.":
    "Публичная страница отслеживания всего заказа, её можно отправить получателю. null, если ссылки ещё нет: чтение её не создаёт.",
  "One page per dropoff, in their order. Null for a single dropoff or without a link.":
    "По странице на каждую точку вручения, в их порядке. null, если точка одна или ссылки нет.",
  "When the order completed.": "Когда заказ завершён.",
  "Null until a courier is assigned, and between two couriers: after the first handed the order back, or an edit freed them, until another one has it.":
    "null, пока курьер не назначен, и между двумя курьерами: один вернул заказ или его освободила правка, а другой ещё не взял.",
  "Only while assigned or in_progress, and only a position received less than 30 minutes ago.":
    "Только пока заказ `assigned` или `in_progress` и только если место получено меньше 30 минут назад.",
  "Degrees clockwise from true north, 0 to 360.": "Градусы по часовой стрелке от севера, от 0 до 360.",
  "The return of goods to the pickup; null if nothing is returned.":
    "Путь товара обратно к отправителю; null, если ничего не возвращается.",
  "`pending` while other stops or questions come first, `on_the_way` while the courier brings the goods back, then `returned`.":
    "`pending`, пока впереди другие точки или вопросы; `on_the_way`, пока курьер везёт товар обратно; потом `returned`.",
  "RUB; the price of the return trip, charged when it begins.":
    "Цена обратного пути в рублях; начисляется, когда он начался.",
  "When the courier may be back; only while on_the_way.": "Когда курьер вернётся; только пока `on_the_way`.",
  "Only while on_the_way, also of a cancelled order, and only a position received less than 30 minutes ago.":
    "Только пока `on_the_way`, в том числе у отменённого заказа, и только если место получено меньше 30 минут назад.",
  "In the order of the trip.": "В порядке поездки.",
  "0 is the pickup, n is dropoff n; the return trip to the pickup, if there is one, is the last.":
    "0 — забор, n — точка вручения номер n; последним стоит обратный путь, если он есть.",
  "When the goods were handed over.": "Когда товар передали.",
  "Only on a dropoff whose outcome is `failed`.": "Только у точки с исходом `failed`.",
  "The recipient's decision after a failed attempt, where the account allows it: the courier comes again, leaves the goods at the door, or comes later. Null without a decision.":
    "Что решил получатель после неудачной попытки, если аккаунт это разрешает: чтобы курьер приехал ещё раз, оставил заказ у двери или приехал позже. Пусто, пока он ничего не решил.",
  "Failed attempts, including this one.": "Сколько попыток не удалось вместе с этой.",
  "How often the courier has called the recipient from the app.":
    "Сколько раз курьер звонил получателю из приложения.",
  "What happens to the goods; `open` while the question has no answer.":
    "Что будет с товаром; `open`, пока вопрос ждёт ответа.",
  "Time until which POST …/undeliverable accepts an answer; null once answered.":
    "До какого времени можно ответить через `POST …/undeliverable`; null, когда ответ уже есть.",
  "Null while there is none.": "null, пока его нет.",
  "URLs of the photos, valid for five minutes. Null in events: read the order for them.":
    "Адреса, по которым пять минут открываются фото. В событиях null: читайте их в заказе.",
  "The same for the signature.": "То же для подписи.",
  "`overridden`: an operator has let the courier go on without the recipient's code.":
    "`overridden`: оператор разрешил вручить без кода получателя.",
  "The courier's newest position at that moment.": "Где был курьер по последнему известному месту.",
  "Distance from there to the stop, in meters.": "Оттуда до точки, в метрах.",
  "Charges in addition to the price, oldest first.": "Что начислено сверх цены, по порядку.",
  "In RUB; only an adjustment may be negative.": "В рублях; меньше нуля бывает только поправка.",
  "Oldest first; the first is `new`.": "По порядку; первый `new`.",
  "When the courier may be expected at each dropoff, in their order; null for one that has been handed over. Null unless the order is on its way and its courier was seen within five minutes.":
    "Когда ждать курьера на каждой точке, в их порядке; null для той, где уже вручено. Целиком null, если заказ не в пути или курьера не видно больше пяти минут.",
  "False once the order has ended.": "false, когда заказ уже завершён.",
  "RUB; all charges of a cancellation now.": "Сколько рублей начислит отмена, если отменить сейчас.",
  "Why it costs that much. `free_until_assigned`: no courier has it. `courier_assigned`, `courier_arrived`: a courier is on the way to the pickup, or there. `goods_return`: the goods are picked up and would go back. `already_cancelled`, `already_delivered`: there is nothing to cancel.":
    "Почему столько. `free_until_assigned`: заказ ещё ничей. `courier_assigned`, `courier_arrived`: курьер едет к отправителю или уже у него. `goods_return`: товар забран и поедет обратно. `already_cancelled`, `already_delivered`: отменять нечего.",
  "The earliest time at which it may change without an event; null if only an event of the order changes it.":
    "Раньше этого времени цена сама не изменится; null, если она зависит только от хода заказа.",
  "Pass it to order creation to keep these prices.":
    "Передайте его при создании заказа, и эти цены сохранятся.",
  "RUB; the sum of every leg with its cargo surcharge.":
    "Сумма всех участков с надбавкой за размер, в рублях.",
  "RUB; the cost of a return to the pickup. Charged in addition to `price`, never part of it; 0 while returns are free.":
    "Сколько рублей стоит возврат товара отправителю. Начисляется сверх `price`; 0, если возврат бесплатный.",
  "Meters, the sum over the legs.": "Метры, сумма по участкам.",
  "Seconds of driving, the sum over the legs. Time at the stops is not part of it.":
    "Секунды в дороге, сумма по участкам. Без времени на точках.",
  "Where distances and durations come from: `roads` of a map, or an `estimate` from straight lines where the map has no route.":
    "Откуда расстояние и время: `roads` — по дорогам карты, `estimate` — оценка по прямой там, где маршрута на карте нет.",
  "Five minutes after issue.": "Через пять минут после расчёта.",
  "Meters.": "Метры.",
  "Seconds.": "Секунды.",
  "RUB; the leg's route price plus its cargo surcharge.": "Цена участка с надбавкой за размер, в рублях.",
  "Price in RUB of a trip shorter than first_threshold_km.":
    "Цена любой поездки короче `first_threshold_km`, в рублях.",
  "Kilometers that the base price covers.": "Сколько километров входит в базовую цену.",
  "Kilometers of each band after the first.": "Ширина каждой полосы после первой, в километрах.",
  "RUB added per band.": "Сколько рублей добавляет каждая полоса.",
  "Distance at which pricing by the kilometer starts.": "С какого километра счёт идёт по километрам.",
  "RUB for each kilometer past max_threshold_km.": "Рублей за километр после `max_threshold_km`.",
  "Cargo surcharge in RUB per size step.": "Надбавка за шаг размера, в рублях.",
  "Inclusive.": "Включительно.",
  "Exclusive; null on the last band only.": "Не включая; null только у последней полосы.",
  "Flat price in RUB of any distance in the band.": "Цена любого расстояния в полосе, в рублях.",
  "On the last band only; null elsewhere.": "Только у последней полосы; у остальных null.",
  "Possible charges in addition to a trip's price; all free unless set.":
    "Что начисляется сверх цены; всё бесплатно, пока не задано.",
  "RUB for a cancellation once a courier is assigned.": "Рублей за отмену, когда курьер назначен.",
  "RUB for a cancellation once the courier has arrived at the pickup.":
    "Рублей за отмену, когда курьер уже у отправителя.",
  "Whole minutes of waiting at a stop that cost nothing.":
    "Сколько полных минут ожидания на точке бесплатны.",
  "RUB for each further whole minute.": "Рублей за каждую следующую полную минуту.",
  "Price of a return in percent of the price of a leg over the return route with the trip's largest cargo size; 0: returns are free.":
    "Цена возврата в процентах от цены такого же пути с самым большим размером груза поездки; 0 — возврат бесплатный.",
  "City or locality; empty if the map does not have it.": "Город или посёлок; пусто, если карта не знает.",
  "Empty for a locality.": "Улица; пусто, если найден населённый пункт.",
  "House or building number; empty for a street.": "Номер дома; пусто, если найдена улица.",
  "The whole address in one line, for display.": "Весь адрес в одну строку, для людей.",
  "Whether the point is an estimate: the house is not on the map, only the street is known, or a part of the query, such as a town, matches nothing there. Also true if several places have this address, and neither the query nor `near` decides between them.":
    "Приблизительна ли точка: дома нет на карте, найдена только улица, или часть запроса, например город, там ни к чему не относится. Также true, если такой адрес есть в нескольких местах и ни запрос, ни `near` не говорят, какое нужно.",
  "Meters from the point.": "Метры от точки.",
  "Null if the key is not limited.": "null, если запросы не ограничены.",
  "Changes when the service may have lost data: after a restore or a failover.":
    "Меняется, когда сервис мог потерять данные: после восстановления или переезда на запасной сервер.",
  "At the newest restore from a backup, changes after this instant were lost. Null without one.":
    "При последнем восстановлении из копии потеряны изменения после этого момента. null, если его не было.",
  "The same in the journal and in every delivery of a webhook.":
    "Один и тот же в журнале и в каждой отправке вебхука.",
  "Only on order.cancelled; null on every other event.":
    "Только у `order.cancelled`; у остальных событий null.",
  "Counts the events of one order, from 1, without gaps.": "Номер события заказа: с 1 и без пропусков.",
  "True for orders made with a test key.": "true, если заказ создан тестовым ключом.",
  "The stop that the event is about: on order.stop_completed, order.stop_failed, order.proof_added, and on order.updated when a question about a stop was answered or an operator let a courier go on without its code; null on every other event. Addresses of files are null here: read the order for fresh ones.":
    "Точка, о которой событие: у `order.stop_completed`, `order.stop_failed`, `order.proof_added`, а у `order.updated` — если ответили на вопрос о точке или оператор разрешил вручить без кода; у остальных null. Адресов файлов здесь нет: свежие читайте в заказе.",
  "Pass it as `after`. Stays the same while nothing is new.":
    "Передайте его как `after`. Не меняется, пока нет нового.",
  "Where the courier picks up the goods.": "Откуда: где курьер забирает товар.",
  "One to ten stops, in the order of the trip.": "Куда: от одной до десяти точек, по порядку поездки.",
  "Distance, duration and price of each dropoff, in the order of the request.":
    "Расстояние, время и цена каждой точки, в порядке запроса.",
  "The address. Its coordinates determine route and price; its texts are for the courier.":
    "Адрес. Маршрут и цену решают координаты, слова нужны курьеру.",
  "The address; null if there is none.": "Адрес; null, если его нет.",
  "Street, without the building.": "Улица без номера дома.",
  "Number of the entrance.": "Подъезд.",
  "Floor.": "Этаж.",
  "Intercom code.": "Что набрать на домофоне.",
  "The person whom the courier contacts.": "Кому курьер звонит или пишет.",
  "Name of the contact.": "Кого спросить.",
  "The courier’s name.": "Имя курьера.",
  "How to reach the contact.": "Как связаться.",
  "Kind of vehicle.": "Вид транспорта.",
  "Proof that the courier collects at this stop.": "Что курьер приносит с этой точки.",
  "Whether the courier takes a photo.": "Нужно ли фото.",
  "Whether the courier collects a signature on the phone.": "Нужна ли подпись на телефоне курьера.",
  "Size of the goods: affects the price and the required vehicle.":
    "Размер груза: входит в цену и решает, какой транспорт возьмёт заказ.",
  "In one chain through every dropoff, or each dropoff from the pickup.":
    "Все точки подряд одной поездкой или каждая отдельно от отправителя.",
  "Status of the order.": "На каком этапе заказ.",
  "The new status.": "Какой статус получил заказ.",
  "The courier’s phone number.": "Телефон курьера.",
  "The courier’s vehicle, as far as known.": "Транспорт курьера; только то, что о нём известно.",
  "Make.": "Марка.",
  "Model.": "Модель.",
  "Color.": "Цвет.",
  "Number plate.": "Госномер.",
  "When the location was received.": "Когда получено это место.",
  "The orders, newest first.": "Заказы, новые сверху.",
  "The limit of this page.": "Сколько заказов на странице.",
  "How many orders were skipped.": "Сколько заказов пропущено.",
  "What the courier does at this stop.": "Что курьер делает на этой точке.",
  "Outcome of the stop.": "Чем закончилась точка.",
  "When the courier arrived; null before.": "Когда курьер приехал; до этого null.",
  "Why the dropoff failed.": "Почему вручить не удалось.",
  "Free text.": "Своими словами.",
  "When it happened.": "Когда это произошло.",
  "Who signed.": "Кто расписался.",
  "Who signs. Default: the name of the contact.": "Кто расписывается. По умолчанию имя контакта.",
  "Kind of charge.": "Вид начисления.",
  "What the charge is for.": "За что начислено.",
  "When the status changed.": "Когда статус изменился.",
  "The earliest.": "Самое раннее время.",
  "The latest.": "Самое позднее время.",
  "Why the order is cancelled, in your own words.": "Почему заказ отменён, своими словами.",
  "What happens to the goods.": "Что делать с товаром.",
  "Identifies the leg within the quote.": "Номер участка внутри расчёта.",
  "Prices by distance, nearest first.": "Цены по расстоянию, от ближних.",
  "The addresses, best first.": "Адреса, сначала самые подходящие.",
  "Always true.": "Всегда true.",
  "The account of the key.": "Чей это ключ.",
  "Identifies the account.": "Номер аккаунта.",
  "The account’s email address.": "Почта аккаунта.",
  "Always `orders:write`, which gives access to everything.":
    "Что можно ключу: всегда `orders:write`, то есть всё.",
  "The events, oldest first.": "События по порядку.",
  "What happened.": "Что произошло.",
  "Your own order ID.": "Ваш номер заказа.",
  "The order as it was at that moment.": "Заказ, каким он был в ту минуту.",
  "Whether there is another page right now.": "Есть ли сейчас ещё страница.",
  "How often the courier has called the recipient.": "Сколько раз курьер звонил получателю.",
  "`true`: this is the original order.": "`true`: это уже созданный заказ.",
  "`true` if the body differs from the one that created the order, or is not valid.":
    "`true`, если тело отличается от того, по которому создан заказ, или не проходит проверку.",
  "Instead of a step: let the order move automatically (`play`) or only manually (`pause`), lose or restore the courier's position, or stop the courier for 15 minutes of sandbox time.":
    "Вместо шага: заказ идёт сам (`play`) или только вручную (`pause`), место курьера теряется (`lose_gps`) или находится снова (`find_gps`), курьер стоит 15 минут по часам песочницы (`delay`).",
  "Instead of a step: how many times faster than real time the order goes from now on.":
    "Вместо шага: во сколько раз быстрее жизни заказ пойдёт дальше.",
  "Instead of one step: take steps until the order has this status.":
    "Вместо одного шага: идти по шагам, пока у заказа не будет этого статуса.",
  "From the response that created the batch.": "Из ответа на создание пакета.",
  "The client's own identifier. Using one again returns the original batch.":
    "Ваш номер пакета. Повторное использование вернёт уже созданный пакет.",
  "Orders as in POST /orders, each judged by itself.":
    "Заказы, как в POST /orders; каждый проверяется отдельно.",
  "How many outcomes to return.": "Сколько итогов вернуть.",
  "How many of the first outcomes to skip.": "Сколько первых итогов пропустить.",
  "Identifies the batch.": "Номер пакета.",
  "The client's own identifier.": "Ваш номер пакета.",
  "`stopped` means that orders were skipped: the batch was stopped or its key no longer works.":
    "`stopped`: часть заказов пропущена, потому что пакет остановили или ключ больше не действует.",
  "How many orders the batch has.": "Сколько заказов в пакете.",
  "How many were created.": "Сколько создано.",
  "How many identifiers were used before.": "Сколько номеров уже использовано раньше.",
  "How many are invalid.": "Сколько отклонено.",
  "How many have not been started.": "Сколько ещё ждёт создания.",
  "When the batch was submitted.": "Когда пакет отправлен.",
  "When its last order got its outcome.": "Когда получен итог последнего заказа.",
  "A page of outcomes, in the order of `orders`.": "Страница итогов в порядке `orders`.",
  "Position in `orders`, from 0.": "Место в `orders`, с 0.",
  "The order's identifier; null if it is invalid.": "Номер заказа; null, если он неверный.",
  "`existing`: the identifier was used before. `skipped`: the batch was stopped first.":
    "`existing`: номер уже использован раньше. `skipped`: пакет остановили раньше.",
  "Code of the created or existing order, such as `7KQ2-M4XR`.":
    "Код созданного или уже существующего заказа, например `7KQ2-M4XR`.",
  "The kind of error.": "Вид ошибки.",
  "The same in upper snake case.": "То же заглавными буквами через подчёркивание.",
  "The first invalid field and its message.": "Первое неверное поле и сообщение о нём.",
  "A JSON array of `{field, message}`, encoded as a string.":
    "JSON-массив из `{field, message}`, записанный строкой.",
  "Why the order was rejected, as POST /orders would say it.":
    "Почему заказ отклонён, как об этом сообщил бы POST /orders.",
};
