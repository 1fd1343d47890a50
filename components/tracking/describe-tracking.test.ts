import { describe, expect, it } from "vitest";
import { describeTracking } from "@/components/tracking/describe-tracking";
import type { DelayCause } from "@/lib/db/generated/enums";
import { LOCALES, type Locale } from "@/lib/locale/locale";
import { FAILURE_CODES, type FailureCode } from "@/lib/orders/order";
import { NOT_STARTED } from "@/lib/orders/progress";
import { PRIOR_MODEL } from "@/lib/tracking/arrivals/duration-model";
import type { Phase } from "@/lib/tracking/phase";
import type { StopView } from "@/lib/tracking/stop-view";
import type { TrackedOrder, TrackedStop } from "@/lib/tracking/tracked-order";
import { trackingView } from "@/lib/tracking/tracking-view";
import { withShownArrivals } from "@/testing/with-shown-arrivals";

const NOW = new Date("2026-11-21T12:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

const SHOP = {
  name: "Полынь",
  accent: "#8a2f4c",
  glyph: "white" as const,
  logoUrl: null,
  contact: { phone: "+78125550000", url: null },
};

type Viewer = "alone" | "overview" | "next" | "later";

const place = (index: number, change: Partial<TrackedStop> = {}): TrackedStop => ({
  latitude: 59.93 + index * 0.02,
  longitude: 30.31 + index * 0.02,
  area: "Санкт-Петербург",
  street: `улица ${index}`,
  building: `${index}`,
  ...NOT_STARTED,
  failureCode: null,
  signerName: null,
  needsCode: false,
  isCodeBlocked: false,
  asksPhoto: false,
  note: null,
  isNoteSeen: false,
  deliveryWindow: null,
  messages: null,
  request: null,
  mayDecide: false,
  isInPerson: false,
  waiting: null,
  feedback: null,
  feedbackText: null,
  given: [],
  buyoutRubles: null,
  paymentType: "cash",
  door: { handover: "plain", floor: "unknown", size: "S", area: "" },
  ...change,
});
const HISTORY = (["new", "assigned", "in_progress", "delivered", "cancelled"] as const).map(
  (status, index) => ({ status, at: ago(40 - 5 * index) }),
);
const until = (status: TrackedOrder["status"]) =>
  HISTORY.filter((change) =>
    status === "cancelled"
      ? change.status === "new" || change.status === status
      : HISTORY.indexOf(change) <= HISTORY.findIndex((one) => one.status === status),
  );
const at = (stop: TrackedStop) => ({ ...stop, heading: 0, recordedAt: ago(0), receivedAt: ago(0) });

function order(
  viewer: Viewer,
  status: TrackedOrder["status"],
  change: Partial<TrackedOrder> = {},
): TrackedOrder {
  const stops = (viewer === "alone" ? [1] : [1, 2, 3]).map((index) =>
    place(index, status === "delivered" ? { deliveredAt: ago(25) } : {}),
  );
  return {
    id: 1n,
    version: 1,
    accountId: "shop",
    orderCode: "7KQ2-M4XR",
    isTest: false,
    shop: SHOP,
    status,
    deliveryTime: null,
    readyAt: null,
    windowOpenUntil: null,
    dropoff: viewer === "next" ? 0 : viewer === "later" ? 2 : null,
    history: until(status),
    arrivedAtPickup: null,
    wasAccepted: false,
    isHeld: false,
    planned: null,
    pickup: place(0),
    dropoffs: stops,
    approach: null,
    legs: stops.map((stop, index) => ({ path: [place(index), stop], durationSeconds: 600 })),
    courier:
      status === "new"
        ? null
        : {
            name: "Анна Белова",
            phone: "+79115550001",
            transport: { type: "car", make: null, model: null, color: null, number: null },
          },
    position: status === "new" ? null : at(place(0)),
    isNext: true,
    isAtStopOfOthers: false,
    stopsOfOthers: [],
    othersBefore: [],
    earlierPosition: change.position ?? null,
    returnState: null,
    takeover: null,
    returnedAt: null,
    cancelledBy: status === "cancelled" ? "shop" : null,
    cancelReason: null,
    code: "904217",
    photos: [],
    arrivals: new Map(),
    courierId: "anna",
    speed: 1,
    durations: PRIOR_MODEL,
    ...change,
  };
}

/** With the windows of a pass at that time. */
const buildView = (tracked: TrackedOrder) => trackingView(withShownArrivals(tracked, NOW), NOW);

const firstStop = (viewer: Viewer, change: Partial<TrackedStop>) => {
  const [, ...rest] = order(viewer, "in_progress").dropoffs;
  return [place(1, change), ...rest];
};

const planAt = (at: string) => ({ arrivesAt: new Date(at), validUntil: ago(-1) });

/** Phases after a failed handover; OUTCOMES lists their texts. */
type FinalView = "again" | "undecided" | "going_back" | "returned" | "left" | "partly";
type Plain = Exclude<Phase, FinalView>;

/** An order in each phase, for each reader. */
const SITUATIONS: Readonly<Record<Plain, (viewer: Viewer) => TrackedOrder>> = {
  new: (viewer) => order(viewer, "new"),
  checking: (viewer) => order(viewer, "new", { isHeld: true }),
  planned: (viewer) => order(viewer, "new", { planned: planAt("2026-11-21T12:22:00Z") }),
  scheduled: (viewer) => order(viewer, "new", { deliveryTime: new Date("2026-11-22T09:00:00Z") }),
  preparing: (viewer) => order(viewer, "new", { readyAt: new Date("2099-11-22T09:00:00Z") }),
  replacing: (viewer) => order(viewer, "assigned", { courier: null, position: null, wasAccepted: true }),
  assigned: (viewer) => order(viewer, "assigned", { position: at(place(-1)) }),
  at_pickup: (viewer) => order(viewer, "assigned", { arrivedAtPickup: ago(1) }),
  in_progress: (viewer) => order(viewer, "in_progress"),
  near: (viewer) => order(viewer, "in_progress", { position: at(place(0.995)) }),
  here: (viewer) =>
    order(viewer, "in_progress", {
      position: at(place(1)),
      dropoffs: firstStop(viewer, { arrivedAt: ago(1) }),
    }),
  delivered: (viewer) => order(viewer, "delivered"),
  cancelled: (viewer) => order(viewer, "cancelled"),
};

type PageText = readonly [headline: string, status: string, details: string];

const WINDOW = "W";
const TIME = "T";

/** The texts of each phase, and the stops that the page names: the pickup and the reader's first dropoff. */
const WORDS: Readonly<
  Record<
    Plain,
    Readonly<Record<Locale, PageText>> & { readonly stops: readonly [StopView["state"], StopView["state"]] }
  >
> = {
  new: {
    ru: [
      "Ищем курьера рядом с магазином",
      "Ищем курьера",
      "Как только курьер возьмёт заказ, здесь появятся его имя и время прибытия.",
    ],
    en: [
      "Finding a courier near the shop",
      "Finding a courier",
      "As soon as a courier takes the order, you’ll see their name and arrival time here.",
    ],
    stops: ["waiting", "waiting"],
  },
  preparing: {
    ru: [
      "Магазин готовит ваш заказ",
      "Магазин готовит заказ",
      "Курьер найдётся, когда заказ будет почти готов. Здесь появятся его имя и время прибытия.",
    ],
    en: [
      "The shop is preparing your order",
      "The shop is preparing the order",
      "A courier is found once it’s almost ready. You’ll see their name and arrival time here.",
    ],
    stops: ["waiting", "waiting"],
  },
  checking: {
    ru: [
      "Заказ проверяется",
      "Заказ проверяется",
      "Мы проверяем адреса. Потом найдётся курьер, и здесь появятся его имя и время прибытия.",
    ],
    en: [
      "The order is being checked",
      "The order is being checked",
      "We’re checking the addresses. Then a courier is found, and you’ll see their name and arrival time here.",
    ],
    stops: ["waiting", "waiting"],
  },
  planned: {
    ru: [
      "Курьер заберёт заказ примерно в T",
      "Курьер заберёт заказ",
      "Как только курьер возьмёт заказ, здесь появятся его имя и время прибытия.",
    ],
    en: [
      "A courier will pick up your order at about T",
      "A courier will pick up your order",
      "As soon as the courier takes the order, you’ll see their name and arrival time here.",
    ],
    stops: ["waiting", "waiting"],
  },
  scheduled: {
    ru: [
      "Доставка запланирована на 22 ноября, T",
      "Доставка запланирована",
      "Курьера найдём ближе к этому времени.",
    ],
    en: [
      "Delivery is scheduled for 22 Nov, T",
      "Delivery is scheduled",
      "A courier will be found closer to that time.",
    ],
    stops: ["waiting", "waiting"],
  },
  replacing: {
    ru: [
      "Ищем другого курьера",
      "Ищем другого курьера",
      "Прежний курьер не сможет приехать. Как только заказ возьмёт другой, здесь появятся его имя и время прибытия.",
    ],
    en: [
      "Finding another courier",
      "Finding another courier",
      "The courier who took your order can’t make it. As soon as another one takes it, you’ll see their name and arrival time here.",
    ],
    stops: ["waiting", "waiting"],
  },
  assigned: {
    ru: [
      "Приедет в W",
      "Курьер едет за заказом",
      "Примерно через M. Анна едет за заказом, до магазина 2,5 км.",
    ],
    en: [
      "Arrives W",
      "Courier is on the way to the shop",
      "In about M. Anna is on the way to the shop, 2.5 km from it.",
    ],
    stops: ["next", "waiting"],
  },
  at_pickup: {
    ru: ["Анна забирает ваш заказ", "Курьер забирает заказ", "Приедет в W, примерно через M."],
    en: ["Anna is picking up your order", "Courier is picking up the order", "Arrives W, in about M."],
    stops: ["here", "waiting"],
  },
  in_progress: {
    ru: ["Приедет в W", "Курьер в пути", "Примерно через M. Анна в 2,5 км от вас, ваш адрес следующий."],
    en: ["Arrives W", "Courier is on the way", "In about M. Anna is 2.5 km away, you’re next."],
    stops: ["done", "next"],
  },
  near: {
    ru: ["Курьер почти у вас", "Курьер почти у вас", "Приготовьтесь встретить. Анна в 50 м от вас."],
    en: ["Almost there", "Courier is almost there", "Please be ready. Anna is 50 m away."],
    stops: ["done", "next"],
  },
  here: {
    ru: ["Курьер на месте", "Курьер у двери", "Курьер Анна ждёт вас."],
    en: ["Your courier is here", "Courier is at the door", "Anna is waiting for you."],
    stops: ["done", "here"],
  },
  delivered: {
    ru: ["Заказ доставлен в T", "Заказ доставлен", "Курьер: Анна, улица 1, 1."],
    en: ["Delivered at T", "Delivered", "Courier: Anna, ulitsa 1, 1."],
    stops: ["done", "done"],
  },
  cancelled: {
    ru: ["Заказ отменён", "Заказ отменён", "Сегодня в T, магазином. Курьер не приедет."],
    en: ["Your order was cancelled", "Order cancelled", "Today at T, by the shop. No courier will come."],
    stops: ["cancelled", "cancelled"],
  },
};

/**
 * Phases shown as another phase, because the exact one would reveal another recipient's delivery.
 */
const TOLD_AS: Readonly<Record<Viewer, Partial<Record<Plain, Plain>>>> = {
  alone: {},
  overview: { near: "in_progress", here: "in_progress" },
  next: {},
  later: { near: "in_progress", here: "in_progress" },
};

const LAST: Readonly<Record<Locale, (text: string) => string>> = {
  ru: (text) => text.replace("Приедет в W", "Последняя доставка — в W"),
  en: (text) => text.replace("Arrives W", "Last stop: W"),
};
const BEFORE = {
  ru: "Сначала 2 других адреса, потом ваш.",
  en: "2 other stops first, then yours.",
} as const;

/** Details with several dropoffs, for a reader who may not follow the courier and for a reader of the whole. */
const OF_SEVERAL: Readonly<Record<Locale, Partial<Record<`${Plain} ${Viewer}`, string>>>> = {
  ru: {
    "assigned next": "Примерно через M. Анна едет за заказом.",
    "assigned later": `Примерно через M. ${BEFORE.ru}`,
    "at_pickup overview": "Последняя доставка — в W.",
    "at_pickup later": `Приедет в W, примерно через M. ${BEFORE.ru}`,
    "in_progress overview": "Примерно через M.",
    "in_progress later": `Примерно через M. ${BEFORE.ru}`,
    "delivered overview": "",
    "delivered next": "Адрес: улица 1, 1.",
    "delivered later": "Адрес: улица 3, 3.",
  },
  en: {
    "assigned next": "In about M. Anna is on the way to the shop.",
    "assigned later": `In about M. ${BEFORE.en}`,
    "at_pickup overview": "Last stop: W.",
    "at_pickup later": `Arrives W, in about M. ${BEFORE.en}`,
    "in_progress overview": "In about M.",
    "in_progress later": `In about M. ${BEFORE.en}`,
    "delivered overview": "",
    "delivered next": "Address: ulitsa 1, 1.",
    "delivered later": "Address: ulitsa 3, 3.",
  },
};

const CLOCK = /\d{1,2}:\d\d(\s[AP]M)?/;
const WINDOWS = new RegExp(`${CLOCK.source}\\s?–\\s?${CLOCK.source}`, "g");
/** The text without its times. */
const timeless = (text: string) =>
  text
    .replace(/\u2060/g, "")
    .replace(/\u00a0/g, " ")
    .replace(/\d+ (минут[уы]?|minutes?)/g, "M")
    .replace(WINDOWS, WINDOW)
    .replace(new RegExp(CLOCK.source, "g"), TIME);

const plainSpaces = (text: string) => text.replace(/\u2060/g, "").replace(/[\u00a0\u202f]/g, " ");

const photoUrl = (id: string) => `/files/${id}`;

const CASES = (Object.keys(SITUATIONS) as Plain[]).flatMap((phase) =>
  (["alone", "overview", "next", "later"] as const).flatMap((viewer) =>
    LOCALES.map((locale) => [phase, viewer, locale] as const),
  ),
);

describe("a page's title, headline, status and stops", () => {
  it.each(CASES)("match the table in phase %s for the reader of %s, in %s", (situation, viewer, locale) => {
    const phase = TOLD_AS[viewer][situation] ?? situation;
    const view = buildView(SITUATIONS[situation](viewer));
    const state = describeTracking(view, place(0), locale, NOW, photoUrl);
    const [headline, status, details] = WORDS[phase][locale].map(
      viewer === "overview" ? LAST[locale] : String,
    );
    const hasWindow = phase === "assigned" || phase === "at_pickup" || phase === "in_progress";
    const ownWindow = hasWindow && viewer !== "overview" ? `${WINDOW} · ${status}` : status;
    expect({
      phase: state.phase,
      headline: timeless(state.headline),
      title: timeless(state.title),
      status: state.announcement,
      details: timeless(state.details.join(" ")),
    }).toEqual({
      phase,
      headline,
      title: ownWindow,
      status,
      details: OF_SEVERAL[locale][`${phase} ${viewer}`] ?? details,
    });
    const [pickup, dropoff] = WORDS[situation].stops;
    const others = dropoff === "next" || dropoff === "here" ? "waiting" : dropoff;
    // A dropoff's link shows one address; the headline states its phase.
    expect(state.stops.map((stop) => stop.state)).toEqual(
      viewer === "overview" ? [pickup, dropoff, others, others] : [],
    );
    const isOver = phase === "delivered" || phase === "cancelled";
    expect(state.where === null).toBe(viewer === "overview" || isOver);
    expect(state.courier === null).toBe(
      !["assigned", "at_pickup", "in_progress", "near", "here"].includes(phase),
    );
    const current = state.steps.find((step) => step.state === "current")?.key;
    expect(current).toBe(
      {
        planned: "new",
        replacing: "new",
        preparing: "new",
        checking: "new",
        scheduled: "new",
        at_pickup: "assigned",
        near: "in_progress",
        here: "in_progress",
      }[phase as string] ?? phase,
    );
  });
});

describe("the courier at another recipient's door", () => {
  const dropoffs = [place(1, { arrivedAt: ago(2), deliveredAt: ago(1) }), place(2), place(3)];
  const read = (position: TrackedOrder["position"], locale: string) => {
    const view = trackingView(order("later", "in_progress", { dropoff: 1, dropoffs, position }), NOW);
    return describeTracking(view, place(0), locale, NOW, photoUrl);
  };

  it("is announced instead of shown, without a distance or a last position (TRK-3)", () => {
    const [there, gone] = [at(place(1)), at(place(1.5))];
    expect(["ru", "en"].map((locale) => read(there, locale).details.at(-1))).toEqual([
      "Курьер появится на карте, когда отъедет от прошлого адреса.",
      "You’ll see the courier on the map once they’ve left the previous address.",
    ]);
    const hidden = read(there, "en");
    expect([hidden.follows, hidden.seenAt, hidden.details.join().includes("away")]).toEqual([
      false,
      null,
      false,
    ]);
    const shown = read(gone, "en");
    expect([shown.follows, shown.details.join().includes("away")]).toEqual([true, true]);
  });
});

describe("a courier who takes an order over", () => {
  it.each(["ru", "en"])("has no name, phone number, distance or window yet, in %s (TRK-9)", (locale) => {
    const view = trackingView(order("alone", "in_progress", { takeover: place(0.5) }), NOW);
    const state = describeTracking(view, place(0), locale, NOW, photoUrl);
    expect([state.courier, state.status, state.seenAt, state.follows, state.drawing?.courier]).toEqual([
      null,
      null,
      null,
      false,
      null,
    ]);
    expect([state.headline, ...state.details]).toEqual(
      locale === "ru"
        ? ["Заказ в пути", "Заказ забирает другой курьер, он его и привезёт."]
        : ["Your order is on the way", "Another courier is taking your order over and will bring it."],
    );
  });
});

describe("the planned time of the pickup", () => {
  const readerOf =
    (planned: TrackedOrder["planned"], change: Partial<TrackedOrder> = {}) =>
    (locale: string) => {
      const view = buildView(order("alone", "new", { planned, ...change }));
      return describeTracking(view, place(0), locale, NOW, photoUrl);
    };

  it("is rounded to five minutes, in the place's time zone and the reader's format", () => {
    const read = readerOf(planAt("2026-11-21T12:22:29Z"));
    expect(["ru", "en", "en-US"].map((locale) => plainSpaces(read(locale).headline))).toEqual([
      "Курьер заберёт заказ примерно в 15:20",
      "A courier will pick up your order at about 15:20",
      "A courier will pick up your order at about 3:20 PM",
    ]);
    expect(readerOf(planAt("2026-11-21T12:22:31Z"))("ru").headline).toContain("15:25");
  });

  it("follows the delivery time of a scheduled order", () => {
    const deliveryTime = new Date("2026-11-21T13:00:00Z");
    const read = readerOf(planAt("2026-11-21T12:20:00Z"), { deliveryTime });
    expect(["ru", "en"].map((locale) => read(locale).details.map(plainSpaces))).toEqual([
      ["Курьер заберёт заказ примерно в 15:20."],
      ["A courier will pick it up at about 15:20."],
    ]);
  });

  it("is not shown from an old plan, or while the order is checked", () => {
    const old = { arrivesAt: new Date("2026-11-21T12:20:00Z"), validUntil: NOW };
    expect(readerOf(old)("en").headline).toBe("Finding a courier near the shop");
    expect(readerOf(planAt("2026-11-21T12:20:00Z"), { isHeld: true })("en").headline).toBe(
      "The order is being checked",
    );
  });
});

/** The texts for a failed dropoff or returned goods. */
type ExpectedTexts = Readonly<Record<Locale, readonly [headline: string, details: string, title?: string]>>;

const failed = (index: number, resolution: TrackedStop["resolution"], change: Partial<TrackedStop> = {}) =>
  place(index, {
    arrivedAt: ago(12),
    failedAt: ago(10),
    failureCode: "no_access",
    attempts: 1,
    resolution,
    ...change,
  });
const done = (index: number) => place(index, { arrivedAt: ago(12), deliveredAt: ago(11) });
const again = (index: number) => place(index, { attempts: 1 });
const back = { returnState: "on_the_way" as const };
const returned = { returnState: "returned" as const, returnedAt: ago(2) };
const of = (dropoff: number, dropoffs: readonly TrackedStop[]) => ({ dropoff, dropoffs });

const OUTCOMES: Readonly<Record<string, readonly [TrackedOrder, ExpectedTexts]>> = {
  "the shop decides": [
    order("alone", "in_progress", { dropoffs: [failed(1, "ask")] }),
    {
      ru: [
        "Заказ пока не вручён",
        "Курьер не смог пройти к двери. Магазин решает, что делать дальше. Ответ появится здесь.",
      ],
      en: [
        "We couldn’t deliver your order yet",
        "The courier couldn’t get to the door. The shop is deciding what happens next. You’ll see it here.",
        "Not delivered yet",
      ],
    },
  ],
  "another try, after others": [
    order("next", "in_progress", of(0, [again(1), place(2), place(3)])),
    {
      ru: ["Курьер приедет ещё раз", "Это вторая попытка. Сначала 2 других адреса, потом ваш."],
      en: ["The courier will come again", "This is the second try. 2 other stops first, then yours."],
    },
  ],
  "another try, now": [
    order("alone", "in_progress", { dropoffs: [again(1)] }),
    {
      ru: [
        "Приедет в W",
        "Это вторая попытка. Примерно через M. Анна в 2,5 км от вас, ваш адрес следующий.",
        "W · Курьер в пути",
      ],
      en: [
        "Arrives W",
        "This is the second try. In about M. Anna is 2.5 km away, you’re next.",
        "W · Courier is on the way",
      ],
    },
  ],
  "it goes back": [
    order("alone", "in_progress", { ...back, dropoffs: [failed(1, "return")] }),
    {
      ru: ["Заказ возвращается в магазин", "Курьер не смог пройти к двери."],
      en: [
        "Your order is going back to the shop",
        "The courier couldn’t get to the door.",
        "Going back to the shop",
      ],
    },
  ],
  "it is back": [
    order("alone", "cancelled", { ...returned, dropoffs: [failed(1, "return")] }),
    {
      ru: ["Заказ вернулся в магазин", "Сегодня в T. Курьер не смог пройти к двери."],
      en: [
        "Your order is back at the shop",
        "Today at T. The courier couldn’t get to the door.",
        "Returned to the shop",
      ],
    },
  ],
  "it stands at the door": [
    order("next", "in_progress", of(0, [failed(1, "leave"), place(2)])),
    {
      ru: [
        "Заказ оставлен у двери в T",
        "Адрес: улица 1, 1. Фото курьера появится здесь, как только загрузится.",
        "Заказ оставлен у двери",
      ],
      en: [
        "Left at your door at T",
        "Address: ulitsa 1, 1. The courier’s photo appears here once it’s uploaded.",
        "Left at your door",
      ],
    },
  ],
  "cancelled, on its way back": [
    order("alone", "cancelled", back),
    {
      ru: ["Заказ отменён", "Сегодня в T, магазином. Заказ возвращается в магазин."],
      en: [
        "Your order was cancelled",
        "Today at T, by the shop. The order is going back to the shop.",
        "Order cancelled",
      ],
    },
  ],
  "cancelled, and back": [
    order("alone", "cancelled", returned),
    {
      ru: ["Заказ отменён", "Сегодня в T, магазином. Заказ вернулся в магазин."],
      en: [
        "Your order was cancelled",
        "Today at T, by the shop. The order is back at the shop.",
        "Order cancelled",
      ],
    },
  ],
  "the whole, with a question": [
    order("overview", "in_progress", { dropoffs: [failed(1, "ask"), done(2)] }),
    {
      ru: ["Магазин решает, что дальше", "Часть заказа вручить не удалось. Ответ магазина появится здесь."],
      en: [
        "The shop is deciding what happens next",
        "Part of the order couldn’t be handed over. You’ll see the answer here.",
      ],
    },
  ],
  "the whole, on its way back": [
    order("overview", "in_progress", { ...back, dropoffs: [failed(1, "return"), done(2)] }),
    {
      ru: ["Курьер возвращается в магазин", "Курьер везёт обратно то, что вручить не удалось."],
      en: [
        "The courier is going back to the shop",
        "The courier is bringing back what couldn’t be handed over.",
        "Courier is going back to the shop",
      ],
    },
  ],
  "the whole, in part": [
    order("overview", "delivered", { ...returned, dropoffs: [failed(1, "return"), done(2)] }),
    {
      ru: ["Доставлена часть заказа", "Сегодня в T. Остальное вернулось в магазин."],
      en: ["Part of the order was delivered", "Today at T. The rest went back to the shop."],
    },
  ],
  "signed for": [
    order("alone", "delivered", { dropoffs: [{ ...done(1), signerName: "Вера Ким" }] }),
    {
      ru: ["Заказ доставлен в T", "Курьер: Анна, улица 1, 1. Подпись: Вера Ким.", "Заказ доставлен"],
      en: ["Delivered at T", "Courier: Anna, ulitsa 1, 1. Signed by Vera Kim.", "Delivered"],
    },
  ],
};

it("mentions a required photo that is still uploading once the order is delivered", () => {
  const details = (change: Partial<TrackedStop>, rest: Partial<TrackedOrder> = {}) => {
    const delivered = order("alone", "delivered", { dropoffs: [{ ...done(1), ...change }], ...rest });
    return LOCALES.map((locale) =>
      describeTracking(buildView(delivered), place(0), locale, NOW, photoUrl).details.join(" "),
    );
  };
  expect(details({ asksPhoto: true })).toEqual([
    expect.stringContaining("Фото курьера появится здесь, как только загрузится."),
    expect.stringContaining("The courier’s photo appears here once it’s uploaded."),
  ]);
  const photos = [{ id: "a", takenAt: ago(10) }];
  for (const texts of [details({ asksPhoto: false }), details({ asksPhoto: true }, { photos })]) {
    expect(texts.join()).not.toMatch(/photo|Фото/);
  }
});

it("states the buyout and its payment type", () => {
  const notified = (locale: Locale, change: Partial<TrackedStop>) =>
    describeTracking(
      buildView(order("alone", "in_progress", { dropoffs: [place(1, change)] })),
      place(0),
      locale,
      NOW,
      photoUrl,
    ).buyout;
  expect([
    notified("ru", { buyoutRubles: 1_500 }),
    notified("en", { buyoutRubles: 1_500.5, paymentType: "card" }),
    notified("en", {}),
  ]).toEqual([
    "Курьер платит за товар 1\u00a0500\u00a0₽ наличными",
    "The courier pays ₽1,500.50 for the goods, by card",
    null,
  ]);
});

describe("the reason of a cancellation", () => {
  it.each([
    ["shop", "out_of_stock", "en", "Something in the order was out of stock. "],
    ["shop", "too_late", "ru", "Заказ приехал бы слишком поздно. "],
    ["shop", "MARK: the customer is rude", "en", ""],
    ["service", "out_of_stock", "en", ""],
  ] as const)("shows the %s’s reason %s in %s as “%s”", (cancelledBy, cancelReason, locale, text) => {
    const view = buildView(order("alone", "cancelled", { cancelledBy, cancelReason }));
    const state = describeTracking(view, place(0), locale, NOW, photoUrl);
    const end = locale === "ru" ? "Курьер не приедет." : "No courier will come.";
    expect(state.details[0]?.slice(state.details[0].indexOf(". ") + 2)).toBe(text + end);
    expect(JSON.stringify(state)).not.toContain("MARK");
  });
});

describe("the texts of a failed dropoff", () => {
  it("omit the door and the courier once a cancelled order goes back", () => {
    const [told] = OUTCOMES["cancelled, on its way back"] ?? [];
    if (told === undefined) throw new Error("OUTCOMES has no cancelled order.");
    const { where, buyout, courier } = describeTracking(buildView(told), place(0), "en", NOW, photoUrl);
    expect([where, buyout, courier]).toEqual([null, null, null]);
  });

  it.each(Object.keys(OUTCOMES).flatMap((name) => LOCALES.map((locale) => [name, locale] as const)))(
    "match the table for %s, in %s",
    (name, locale) => {
      const [told, words] = OUTCOMES[name] ?? [];
      if (told === undefined || words === undefined) throw new Error(`OUTCOMES has no entry ${name}`);
      const state = describeTracking(buildView(told), place(0), locale, NOW, photoUrl);
      const [headline, details, title = headline] = words[locale];
      expect([state.headline, state.details.join(" "), state.title].map(timeless)).toEqual([
        headline,
        details,
        title,
      ]);
    },
  );

  it.each(LOCALES)("state the reason in %s without blame and without the courier's comment", (locale) => {
    const why = (failureCode: FailureCode) => {
      const notified = order("alone", "in_progress", { dropoffs: [failed(1, "ask", { failureCode })] });
      return describeTracking(buildView(notified), place(0), locale, NOW, photoUrl).details[0] ?? "";
    };
    const output = FAILURE_CODES.map(why);
    expect(new Set(output).size).toBe(FAILURE_CODES.length);
    for (const sentence of output) {
      expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
      expect(sentence).not.toMatch(
        /\b(you (did|were|refused|failed)|fault|mistake)|вы не|вина|отказал|ошиб/i,
      );
    }
  });

  it.each([
    [
      "en",
      "Price: ₽0. If the courier waits more than 5 min, each further minute costs ₽7.50. The shop pays.",
    ],
    [
      "ru",
      "Цена: 0 ₽. Если курьер прождёт дольше 5 мин, каждая следующая минута стоит 7,50 ₽. Платит магазин.",
    ],
  ] as const)("state the price of a recipient's decision, in %s (TRK-12)", (locale, price) => {
    const pricesWith = (waiting: TrackedStop["waiting"]) => {
      const change = { failureCode: "recipient_absent", mayDecide: true, waiting } as const;
      const failedOrder = order("alone", "in_progress", { dropoffs: [failed(1, "ask", change)] });
      const { decisions } = describeTracking(buildView(failedOrder), place(0), locale, NOW, photoUrl);
      return decisions.map((one) => [one.value, one.price.replaceAll("\u00a0", " ")]);
    };
    const free = price.slice(0, price.indexOf("."));
    expect(pricesWith({ perMinute: 7.5, freeMinutes: 5 })).toEqual([
      ["come_again", price],
      ["leave", free],
    ]);
    expect(pricesWith(null)).toEqual([
      ["come_again", free],
      ["leave", free],
    ]);
  });

  it("lists the completed steps and the next one", () => {
    const steps = (name: string) => {
      const [told] = OUTCOMES[name] ?? [];
      if (told === undefined) throw new Error(`OUTCOMES has no entry ${name}`);
      const state = describeTracking(buildView(told), place(0), "en", NOW, photoUrl);
      return state.steps.slice(-2).map(({ label, state: step }) => [label, step]);
    };
    expect(steps("the shop decides")).toEqual([
      ["Picked up from the shop", "done"],
      ["Couldn’t be handed over", "current"],
    ]);
    expect(steps("it goes back")).toEqual([
      ["Couldn’t be handed over", "current"],
      ["Return to the shop", "next"],
    ]);
    expect(steps("it is back")).toEqual([
      ["Couldn’t be handed over", "done"],
      ["Back at the shop", "current"],
    ]);
    expect(steps("it stands at the door").at(-1)).toEqual(["Left at the door", "current"]);
    expect(steps("cancelled, on its way back").at(-1)).toEqual(["Return to the shop", "next"]);
  });

  it("gives photos their URLs and times", () => {
    const photos = [{ id: "a", takenAt: ago(10) }];
    const notified = order("alone", "delivered", { photos, dropoffs: [done(1)] });
    const shown = LOCALES.map((locale) =>
      describeTracking(buildView(notified), place(0), locale, NOW, photoUrl).photos.map((photo) => ({
        ...photo,
        caption: timeless(photo.caption),
      })),
    );
    expect(shown).toEqual([
      [{ key: "a", url: "/files/a", caption: "Фото курьера, T" }],
      [{ key: "a", url: "/files/a", caption: "Courier’s photo, T" }],
    ]);
  });
});

describe("a window that has moved later", () => {
  const FORMER = { from: ago(10), to: ago(0) };
  const moved = (tracked: TrackedOrder, cause: DelayCause): TrackedOrder => {
    const shown = withShownArrivals(tracked, NOW);
    const arrivals = [...shown.arrivals].map(
      ([dropoff, arrival]) => [dropoff, { ...arrival, former: { ...FORMER, cause } }] as const,
    );
    return { ...shown, arrivals: new Map(arrivals) };
  };
  const read = (tracked: TrackedOrder) =>
    LOCALES.map((locale) => {
      const { was, details } = describeTracking(buildView(tracked), place(0), locale, NOW, photoUrl);
      return { reason: was?.reason, details: details.map(plainSpaces).join(" ") };
    });
  const atPickup = (minutes: number) => order("alone", "assigned", { arrivedAtPickup: ago(minutes) });
  const reasons = (tracked: TrackedOrder, cause: DelayCause) =>
    read(moved(tracked, cause)).map(({ reason }) => reason && plainSpaces(reason));

  it.each([
    ["traffic", () => order("alone", "in_progress"), ["Задержка на дороге", "Slow traffic"]],
    [
      "traffic",
      () => order("alone", "assigned", { position: at(place(-1)) }),
      ["Задержка на дороге", "Slow traffic"],
    ],
    ["courier", () => order("alone", "in_progress"), ["Сменился курьер", "Another courier took over"]],
    [
      "stops",
      () => order("later", "in_progress"),
      ["Задержка на адресах перед вашим", "The stops before you take longer"],
    ],
    [
      "stops",
      () => order("overview", "in_progress"),
      ["Задержка на предыдущих адресах", "Earlier stops take longer"],
    ],
    ["packing", () => atPickup(1), ["Магазин ещё собирает заказ", "The shop is still packing"]],
    [
      "packing",
      () => atPickup(9),
      ["Магазин ещё собирает заказ, уже 9 минут", "The shop is still packing, 9 minutes so far"],
    ],
    [
      "packing",
      () => order("alone", "in_progress"),
      ["Магазин дольше собирал заказ", "The shop took longer to pack"],
    ],
  ] as const)("names its cause %s in both languages (TRK-16)", (cause, tracked, expected) => {
    expect(reasons(tracked(), cause)).toEqual(expected);
  });

  it("is preceded by how long the shop keeps the courier, which is stated once (TRK-17)", () => {
    expect(read(withShownArrivals(atPickup(21), NOW)).map(({ details }) => details.split(".")[0])).toEqual([
      "Магазин ещё собирает заказ, уже 21 минуту",
      "The shop is still packing, 21 minutes so far",
    ]);
    for (const { details } of read(moved(atPickup(21), "packing"))) expect(details).not.toMatch(/21/);
  });
});
