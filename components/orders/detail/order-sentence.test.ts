import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { orderSentence, type SentenceFormatter } from "@/components/orders/detail/order-sentence";
import type { OrderPageView, StopState } from "@/components/orders/detail/order-state";
import {
  formatDay,
  formatTime,
  formatWindow,
  formatWindowOrDay,
  isSameDay,
} from "@/components/tracking/format";
import type { Locale } from "@/lib/locale/locale";
import { dueAt } from "@/lib/orders/due-at";
import { MESSAGES } from "@/messages/messages";

const NOW = Date.parse("2026-11-22T11:20:00Z");
const zone = "Europe/Moscow";

function sayingIn(locale: Locale): SentenceFormatter {
  const translator = createTranslator({ locale, messages: MESSAGES[locale], namespace: "order" });
  const telling = { locale, zone };
  const isToday = (at: string) => isSameDay(new Date(at), new Date(NOW), zone);
  const time = (at: string) => (isToday(at) ? formatTime : formatDay)(new Date(at), telling);
  const t = translator as unknown as SentenceFormatter["t"];
  return {
    t,
    isToday,
    when: (at) => t(isToday(at) ? "when.today" : "when.other_day", { time: time(at) }),
    clock: (at) => formatTime(new Date(at), telling),
    time,
    window: (from, to) => formatWindow({ from: new Date(from), to: new Date(to) }, telling),
    windowOrDay: ({ from, to }) =>
      formatWindowOrDay({ from: new Date(from), to: new Date(to) }, new Date(NOW), telling),
    distance: () => (locale === "ru" ? "1,4 км" : "1.4 km"),
    age: (at) => {
      const minutes = Math.round((NOW - Date.parse(at)) / 60_000);
      return locale === "ru" ? `${minutes} мин назад` : `${minutes} min ago`;
    },
  };
}

const AT = "2026-11-22T11:18:00Z";
const PLANNED = { pickupAt: "2026-11-22T11:40:00Z", reason: null };
const ARRIVAL = { from: "2026-11-22T11:25:00Z", to: "2026-11-22T11:35:00Z" };
const address = { latitude: 47.04, longitude: 28.86 };
const stop = (change: Partial<StopState> = {}) =>
  ({
    address,
    arrivedAt: null,
    completedAt: null,
    attempts: 0,
    failure: null,
    dropoff: null,
    ...change,
  }) as StopState;
const door = (arrival: typeof ARRIVAL | null = ARRIVAL, change: Partial<StopState> = {}) =>
  stop({ dropoff: { arrival } as StopState["dropoff"], ...change });
const failed = (reason: string) =>
  door(null, { attempts: 1, failure: { reason, resolution: "ask" } as StopState["failure"] });
const position = { ...address, heading: 0, updated_at: AT } as unknown as OrderPageView["position"];
const driver = { name: "Даниил Лисин" } as OrderPageView["driver"];

const order = ({ deliveryTime = null, ...change }: Partial<OrderPageView> = {}) =>
  ({
    status: "in_progress",
    resource: { held_reason: null },
    createdAt: "2026-11-22T10:52:00Z",
    deliveryTime,
    readyAt: null,
    dispatchAt: "2026-11-22T10:52:00Z",
    dueAt: dueAt({
      promisedUntil: null,
      createdAt: new Date(change.createdAt ?? "2026-11-22T10:52:00Z"),
      deliveryTime: deliveryTime === null ? null : new Date(deliveryTime),
      readyAt: null,
      windowTo: null,
      durationSeconds: 900,
    }).toISOString(),
    deliveredAt: null,
    acceptedAt: AT,
    driver,
    position,
    stops: [stop({ completedAt: AT }), door()],
    plan: null,
    timeline: [],
    wayBack: null,
    cancellation: null,
    ...change,
  }) as OrderPageView;
const waiting = (change: Partial<OrderPageView> = {}) =>
  order({ status: "assigned", stops: [stop(), door()], ...change });
const seeking = (change: Partial<OrderPageView> = {}) =>
  order({ status: "new", driver: null, position: null, stops: [stop(), door(null)], ...change });
const three = (second: StopState) => [
  stop({ completedAt: AT }),
  door(null, { completedAt: AT }),
  second,
  door(),
];
const old = { ...position, updated_at: "2026-11-22T11:08:00Z" } as OrderPageView["position"];
const returning = (state: "pending" | "on_the_way" | "returned", eta: string | null = null) => ({
  state,
  eta,
  returnedAt: null,
});
const reason = (text: string) => ({ reason: text, comment: null });

/** The sentence and its detail on a desktop. */
const notified = (state: OrderPageView, locale: Locale): string => {
  const { title, where, note } = orderSentence(state, sayingIn(locale), NOW);
  return [[title, where].filter(Boolean).join(", "), note]
    .filter(Boolean)
    .join(" | ")
    .replace(/\u00a0|\u202f/g, " ")
    .replace(/\u2060/g, "");
};

describe("an order's state", () => {
  it.each<[OrderPageView, string, string]>([
    [
      seeking(),
      "Ищем курьера | Время прибытия станет известно, когда курьер найдётся.",
      "Looking for a courier | The arrival time will be known once there is one.",
    ],
    [
      seeking({ timeline: [{ type: "courier_not_found", at: AT, event: null }] }),
      "Курьер пока не нашёлся, ищем дальше | Время прибытия станет известно, когда курьер найдётся.",
      "No courier yet, still looking | The arrival time will be known once there is one.",
    ],
    [
      seeking({ plan: PLANNED, timeline: [{ type: "courier_not_found", at: AT, event: null }] }),
      "Курьер запланирован примерно на 14:40 | Время может измениться, пока курьер не возьмёт заказ.",
      "A courier is planned for about 2:40 PM | The time can change until the courier takes the order.",
    ],
    [
      waiting({ driver: null, position: null, plan: PLANNED }),
      "Курьер запланирован примерно на 14:40 | Время может измениться, пока курьер не возьмёт заказ.",
      "A courier is planned for about 2:40 PM | The time can change until the courier takes the order.",
    ],
    [
      seeking({ plan: PLANNED, deliveryTime: "2026-11-22T15:00:00Z" }),
      "Запланирован на 18:00 | Курьер запланирован примерно на 14:40.",
      "Scheduled for 6:00 PM | A courier is planned for about 2:40 PM.",
    ],
    [
      seeking({ plan: { pickupAt: null, reason: "queue_full" } }),
      "Ищем курьера | Все курьеры заняты. Время прибытия станет известно, когда курьер найдётся.",
      "Looking for a courier | All couriers are busy. The arrival time will be known once there is one.",
    ],
    [
      waiting({ driver: null, position: null, plan: { pickupAt: null, reason: "no_vehicle" } }),
      "Ищем другого курьера | На смене нет курьера с подходящим транспортом. Прежний курьер снят с заказа.",
      "Looking for another courier | No courier with a suitable vehicle is on shift. The former courier was taken off the order.",
    ],
    [
      seeking({ deliveryTime: "2026-11-22T15:00:00Z" }),
      "Запланирован на 18:00 | Ищем курьера к этому времени.",
      "Scheduled for 6:00 PM | Looking for a courier for that time.",
    ],
    [
      seeking({ deliveryTime: "2026-11-22T15:00:00Z", dispatchAt: "2026-11-22T14:15:00Z" }),
      "Запланирован на 18:00 | Курьера начнём искать в 17:15.",
      "Scheduled for 6:00 PM | The search for a courier starts at 5:15 PM.",
    ],
    [
      seeking({ deliveryTime: "2026-11-23T11:00:00Z", dispatchAt: "2026-11-23T10:15:00Z" }),
      "Запланирован на 23 ноября, 14:00 | Курьера начнём искать 23 ноября, 13:15.",
      "Scheduled for Nov 23, 2:00 PM | The search for a courier starts on Nov 23, 1:15 PM.",
    ],
    [
      seeking({ readyAt: "2026-11-22T15:00:00Z", dispatchAt: "2026-11-22T14:45:00Z" }),
      "Готов к выдаче в 18:00 | Курьера начнём искать в 17:45.",
      "Ready for pickup at 6:00 PM | The search for a courier starts at 5:45 PM.",
    ],
    [
      waiting({ driver: null, position: null }),
      "Ищем другого курьера | Прежний курьер снят с заказа.",
      "Looking for another courier | The former courier was taken off the order.",
    ],
    [
      waiting({ acceptedAt: null }),
      "Приедет в 14:25–14:35, ждём, когда Даниил примет заказ | Геопозиция: 2 мин назад.",
      "Arrives 2:25–2:35 PM, waiting for Даниил to accept | Location updated 2 min ago.",
    ],
    [
      waiting(),
      "Приедет в 14:25–14:35, Даниил в 1,4 км от отправителя | Геопозиция: 2 мин назад.",
      "Arrives 2:25–2:35 PM, Даниил is 1.4 km from the pickup | Location updated 2 min ago.",
    ],
    [
      waiting({ position: null, stops: [stop(), door(null)] }),
      "Даниил едет к отправителю | Связи с курьером нет, время прибытия неизвестно.",
      "Даниил is on the way to the pickup | No signal from the courier, so the arrival time is unknown.",
    ],
    [
      waiting({ stops: [stop({ arrivedAt: AT }), door()] }),
      "Приедет в 14:25–14:35, Даниил у отправителя",
      "Arrives 2:25–2:35 PM, Даниил is at the pickup",
    ],
    [
      order(),
      "Приедет в 14:25–14:35, Даниил в 1,4 км от получателя | Геопозиция: 2 мин назад.",
      "Arrives 2:25–2:35 PM, Даниил is 1.4 km from the recipient | Location updated 2 min ago.",
    ],
    [
      order({ deliveryTime: "2026-11-22T11:10:00Z" }),
      "Опаздывает, приедет в 14:25–14:35, Даниил в 1,4 км от получателя | Просили к 14:10. Геопозиция: 2 мин назад.",
      "Running late, arrives 2:25–2:35 PM, Даниил is 1.4 km from the recipient | Asked for 2:10 PM. Location updated 2 min ago.",
    ],
    [
      order({ createdAt: "2026-11-22T10:00:00Z" }),
      "Опаздывает, приедет в 14:25–14:35, Даниил в 1,4 км от получателя | Ждали до 13:55. Геопозиция: 2 мин назад.",
      "Running late, arrives 2:25–2:35 PM, Даниил is 1.4 km from the recipient | Expected by 1:55 PM. Location updated 2 min ago.",
    ],
    [
      order({ position: old, stops: [stop({ completedAt: AT }), door(null)] }),
      "Даниил едет к получателю | Геопозиция: 12 мин назад, время прибытия неизвестно.",
      "Даниил is on the way to the recipient | Location updated 12 min ago, so the arrival time is unknown.",
    ],
    [
      order({ stops: [stop({ completedAt: AT }), door(null, { arrivedAt: AT })] }),
      "Даниил у получателя | На месте с 14:18.",
      "Даниил is at the recipient’s | There since 2:18 PM.",
    ],
    [
      order({ stops: three(door()) }),
      "Точка 2 из 3: приедет в 14:25–14:35, Даниил в 1,4 км | Геопозиция: 2 мин назад.",
      "Dropoff 2 of 3: arrives 2:25–2:35 PM, Даниил is 1.4 km away | Location updated 2 min ago.",
    ],
    [
      order({ stops: three(door(null, { arrivedAt: AT })) }),
      "Точка 2 из 3: Даниил у получателя | На месте с 14:18.",
      "Dropoff 2 of 3: Даниил is there | There since 2:18 PM.",
    ],
    [
      order({ stops: [stop({ completedAt: AT }), failed("recipient_absent")] }),
      "Ждём вашего решения | Вручить не получилось: никого не было.",
      "Waiting for your decision | Couldn’t be handed over: nobody was there.",
    ],
    [
      order({ stops: [stop({ completedAt: AT }), door(null, { completedAt: AT }), failed("refused")] }),
      "Ждём вашего решения | Точка 2, вручить не получилось: получатель отказался.",
      "Waiting for your decision | Dropoff 2 couldn’t be handed over: the recipient refused it.",
    ],
    [
      order({ status: "cancelled", wayBack: returning("on_the_way", "2026-11-22T12:10:00Z") }),
      "Даниил везёт товар обратно, вернётся в 15:10",
      "Даниил is bringing the goods back, due at 3:10 PM",
    ],
    [
      order({ status: "delivered", deliveredAt: AT, stops: [stop(), door(null, { completedAt: AT })] }),
      "Доставлен в 14:18",
      "Delivered at 2:18 PM",
    ],
    [
      order({
        status: "delivered",
        deliveredAt: "2026-11-21T11:00:00Z",
        stops: [stop(), door(null, { completedAt: AT }), door(null)],
      }),
      "Доставлен 21 ноября, 14:00 | Вручено 1 из 2.",
      "Delivered on Nov 21, 2:00 PM | 1 of 2 were handed over.",
    ],
    [
      seeking({ status: "cancelled", cancellation: reason("out_of_stock") }),
      "Отменён | Нет в наличии.",
      "Cancelled | Out of stock.",
    ],
    [
      order({ status: "cancelled", cancellation: reason("Переезд."), wayBack: returning("returned") }),
      "Отменён, товар вернулся | Переезд.",
      "Cancelled, the goods are back | Переезд.",
    ],
  ])("is described in one sentence (%#)", (state, ru, en) => {
    expect([notified(state, "ru"), notified(state, "en")]).toEqual([ru, en]);
  });
});
