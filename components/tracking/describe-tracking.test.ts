import { describe, expect, it } from "vitest";
import { describeTracking } from "@/components/tracking/describe-tracking";
import { LOCALES, type Locale } from "@/lib/locale/locale";
import type { TrackedOrder, TrackedStop } from "@/lib/tracking/tracked-order";
import { type Phase, type StopView, trackingView } from "@/lib/tracking/tracking-view";

const NOW = new Date("2026-11-21T12:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

type Viewer = "alone" | "overview" | "next" | "later";

const place = (index: number, change: Partial<TrackedStop> = {}): TrackedStop => ({
  latitude: 59.93 + index * 0.02,
  longitude: 30.31 + index * 0.02,
  area: "Санкт-Петербург",
  street: `улица ${index}`,
  building: `${index}`,
  arrivedAt: null,
  deliveredAt: null,
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
    orderCode: "7KQ2-M4XR",
    isTest: false,
    status,
    deliveryTime: null,
    dropoff: viewer === "next" ? 0 : viewer === "later" ? 2 : null,
    history: until(status),
    arrivedAtPickup: null,
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
    speed: 1,
    ...change,
  };
}

const firstStop = (viewer: Viewer, change: Partial<TrackedStop>) => {
  const [, ...rest] = order(viewer, "in_progress").dropoffs;
  return [place(1, change), ...rest];
};

/** How each phase comes about, for whoever looks. */
const SITUATIONS: Readonly<Record<Phase, (viewer: Viewer) => TrackedOrder>> = {
  new: (viewer) => order(viewer, "new"),
  scheduled: (viewer) => order(viewer, "new", { deliveryTime: new Date("2026-11-22T09:00:00Z") }),
  replacing: (viewer) => order(viewer, "assigned", { courier: null, position: null }),
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

type Said = readonly [headline: string, status: string, details: string];

const WINDOW = "W";
const TIME = "T";

/** What is said of each phase, and which stops go with it: the pickup, and the reader's first dropoff. */
const WORDS: Readonly<
  Record<
    Phase,
    Readonly<Record<Locale, Said>> & { readonly stops: readonly [StopView["state"], StopView["state"]] }
  >
> = {
  new: {
    ru: [
      "Ищем курьера",
      "Ищем курьера",
      "Как только курьер возьмёт заказ, здесь появятся его имя и место на карте.",
    ],
    en: [
      "Finding a courier",
      "Finding a courier",
      "As soon as a courier takes the order, you’ll see their name and location here.",
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
      "Delivery is scheduled for Nov 22, T",
      "Delivery is scheduled",
      "A courier will be found closer to that time.",
    ],
    stops: ["waiting", "waiting"],
  },
  replacing: {
    ru: [
      "Ищем другого курьера",
      "Ищем другого курьера",
      "Прежний курьер не сможет приехать. Как только заказ возьмёт другой, здесь появятся его имя и место на карте.",
    ],
    en: [
      "Finding another courier",
      "Finding another courier",
      "The courier who took your order can’t make it. As soon as another one takes it, you’ll see their name and location here.",
    ],
    stops: ["waiting", "waiting"],
  },
  assigned: {
    ru: [
      "Курьер Анна едет за заказом",
      "Курьер едет за заказом",
      "Приедет в W. Следующий шаг: курьер заберёт заказ.",
    ],
    en: [
      "Анна is on the way to pick up your order",
      "Courier is on the way to the shop",
      "Arrives W. Next: the courier picks up the order.",
    ],
    stops: ["next", "waiting"],
  },
  at_pickup: {
    ru: [
      "Курьер Анна забирает заказ",
      "Курьер забирает заказ",
      "Приедет в W. Следующий шаг: курьер привезёт заказ.",
    ],
    en: [
      "Анна is picking up your order",
      "Courier is picking up the order",
      "Arrives W. Next: the courier brings the order.",
    ],
    stops: ["here", "waiting"],
  },
  in_progress: {
    ru: ["Приедет в W", "Курьер в пути", "Следующий шаг: курьер привезёт заказ."],
    en: ["Arrives W", "Courier is on the way", "Next: the courier brings the order."],
    stops: ["done", "next"],
  },
  near: {
    ru: ["Курьер почти у вас", "Курьер почти у вас", "Приготовьтесь встретить."],
    en: ["Almost there", "Courier is almost there", "Please be ready."],
    stops: ["done", "next"],
  },
  here: {
    ru: ["Курьер на месте", "Курьер у двери", "Курьер Анна ждёт вас."],
    en: ["Your courier is here", "Courier is at the door", "Анна is waiting for you."],
    stops: ["done", "here"],
  },
  delivered: {
    ru: ["Доставлено в T", "Доставлено", "Если что-то не так, напишите в магазин."],
    en: ["Delivered at T", "Delivered", "If something is wrong, contact the shop."],
    stops: ["done", "done"],
  },
  cancelled: {
    ru: [
      "Доставка отменена в T",
      "Доставка отменена",
      "По вопросам обращайтесь в магазин, где сделан заказ.",
    ],
    en: [
      "Delivery was cancelled at T",
      "Delivery cancelled",
      "For questions, contact the shop where you ordered.",
    ],
    stops: ["cancelled", "cancelled"],
  },
};

/** What a reader is told in another phase's words, because more would be about somebody else's door. */
const TOLD_AS: Readonly<Record<Viewer, Partial<Record<Phase, Phase>>>> = {
  alone: {},
  overview: { near: "in_progress", here: "in_progress" },
  next: {},
  later: { near: "in_progress", here: "in_progress" },
};

const LAST: Readonly<Record<Locale, (text: string) => string>> = {
  ru: (text) => text.replace("Приедет в W", "Последняя остановка: W"),
  en: (text) => text.replace("Arrives W", "Last stop: W"),
};
const BEFORE = {
  ru: "Сначала 2 другие доставки, потом ваша.",
  en: "2 other deliveries first, then yours.",
} as const;

const CLOCK = /\d{1,2}:\d\d(\s[AP]M)?/;
const WINDOWS = new RegExp(`${CLOCK.source}\\s?–\\s?${CLOCK.source}`, "g");
/** The words without their times. */
const timeless = (text: string) =>
  text
    .replace(/\u2060/g, "")
    .replace(WINDOWS, WINDOW)
    .replace(new RegExp(CLOCK.source, "g"), TIME);

const CASES = (Object.keys(SITUATIONS) as Phase[]).flatMap((phase) =>
  (["alone", "overview", "next", "later"] as const).flatMap((viewer) =>
    LOCALES.map((locale) => [phase, viewer, locale] as const),
  ),
);

describe("a page's title, headline, status and stops", () => {
  it.each(CASES)("say the same of %s to the reader of %s, in %s", (situation, viewer, locale) => {
    const phase = TOLD_AS[viewer][situation] ?? situation;
    const view = trackingView(SITUATIONS[situation](viewer), NOW);
    const state = describeTracking(view, place(0), locale, NOW);
    const [headline, status, details] = WORDS[phase][locale].map(
      viewer === "overview" ? LAST[locale] : String,
    );
    const isLater =
      viewer === "later" && (phase === "assigned" || phase === "at_pickup" || phase === "in_progress");
    const ownWindow = phase === "in_progress" && viewer !== "overview" ? `${WINDOW} · ${status}` : status;
    expect({
      phase: state.phase,
      headline: timeless(state.headline),
      title: timeless(state.title),
      status: state.announcement,
      details: timeless(state.details.join(" ")),
    }).toEqual({ phase, headline, title: ownWindow, status, details: isLater ? BEFORE[locale] : details });
    const [pickup, dropoff] = WORDS[situation].stops;
    // A later dropoff waits for those before it, and the overview names all of them.
    const own = viewer === "later" && phase === "in_progress" ? "waiting" : dropoff;
    const others =
      viewer !== "overview" ? [] : dropoff === "next" || dropoff === "here" ? "waiting" : dropoff;
    expect(state.stops.map((stop) => stop.state)).toEqual([
      pickup,
      own,
      ...(others.length === 0 ? [] : [others, others]),
    ]);
    expect(state.courier === null).toBe(
      !["assigned", "at_pickup", "in_progress", "near", "here"].includes(phase),
    );
    const current = state.steps.find((step) => step.state === "current")?.key;
    expect(current).toBe(
      { replacing: "new", scheduled: "new", at_pickup: "assigned", near: "in_progress", here: "in_progress" }[
        phase as string
      ] ?? phase,
    );
  });
});
