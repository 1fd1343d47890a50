import type { OrderBody } from "@/lib/orders/schema";

const AREA = "Санкт-Петербург";

/** A place in Saint Petersburg: latitude, longitude, street, building. */
type Place = readonly [number, number, string, string];

/** How far the life of a demo order has gone, and how many minutes ago it began. */
export interface DemoOrder {
  readonly body: OrderBody;
  readonly mode: "live" | "test";
  readonly minutesAgo: number;
  readonly fate: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Minutes from the order to the handover, of a delivered one. */
  readonly tookMinutes?: number;
}

const SHOP_CONTACT = { value: "+78125550100", name: "Лавка «Полка»", type: "phone" } as const;

function place([latitude, longitude, street, building]: Place) {
  return { latitude, longitude, area: AREA, street, building };
}

function order(
  externalOrderId: string,
  shop: Place,
  dropoffs: readonly (readonly [Place, phone: string, name: string, apartment: number])[],
  more: Partial<OrderBody> = {},
): OrderBody {
  return {
    external_order_id: externalOrderId,
    pickup: {
      address: place(shop),
      contact: SHOP_CONTACT,
    },
    dropoffs: dropoffs.map(([at, value, name, apartment]) => ({
      address: { ...place(at), apartment, entrance: 1, floor: Math.ceil(apartment / 4) },
      contact: { value, name },
    })),
    ...more,
  };
}

const NEVSKY: Place = [59.935493, 30.325412, "Невский проспект", "28"];
const ZAGORODNY: Place = [59.927436, 30.346789, "Загородный проспект", "13"];
const BOLSHOY: Place = [59.957321, 30.308342, "Большой проспект П. С.", "45"];
const MARATA: Place = [59.928702, 30.360718, "улица Марата", "30"];
const LITEINY: Place = [59.943182, 30.348611, "Литейный проспект", "20"];
const KAMENNOOSTROVSKY: Place = [59.963418, 30.312754, "Каменноостровский проспект", "38"];
const MOSKOVSKY: Place = [59.891264, 30.319027, "Московский проспект", "98"];
const VASILYEVSKY: Place = [59.941573, 30.281942, "6-я линия В. О.", "15"];
const LIGOVSKY: Place = [59.919847, 30.355231, "Лиговский проспект", "74"];
const RUBINSTEINA: Place = [59.930214, 30.344582, "улица Рубинштейна", "15"];
const SADOVAYA: Place = [59.921653, 30.316845, "Садовая улица", "54"];

/** The places that the demo's account picks up from. */
export const DEMO_ADDRESSES = [
  ["Лавка на Невском", { address: place(NEVSKY), contact: SHOP_CONTACT }],
  ["Лавка на Загородном", { address: place(ZAGORODNY), contact: SHOP_CONTACT }],
  ["Лавка на Петроградской", { address: place(BOLSHOY), contact: SHOP_CONTACT }],
] as const;

/** A dozen orders in every status, so that nothing of a fresh service is empty. */
export const DEMO_ORDERS: readonly DemoOrder[] = [
  {
    body: order("polka-2001", NEVSKY, [[MARATA, "+79161234501", "Анна", 12]], { cargo_size: "S" }),
    mode: "live",
    minutesAgo: 1440,
    fate: "delivered",
  },
  {
    body: order("polka-2002", ZAGORODNY, [[LITEINY, "+79161234502", "Борис", 7]], { comment: "Хрупкое" }),
    mode: "live",
    minutesAgo: 1310,
    fate: "delivered",
  },
  {
    body: order("polka-2003", BOLSHOY, [[KAMENNOOSTROVSKY, "+79161234503", "Вера", 41]], { cargo_size: "L" }),
    mode: "live",
    minutesAgo: 420,
    fate: "delivered",
  },
  {
    body: order("polka-2004", NEVSKY, [[MOSKOVSKY, "+79161234504", "Глеб", 88]], { cargo_size: "XL" }),
    mode: "live",
    minutesAgo: 300,
    fate: "cancelled",
  },
  {
    body: order("polka-2005", NEVSKY, [
      [RUBINSTEINA, "+79161234505", "Дарья", 3],
      [LIGOVSKY, "+79161234506", "Егор", 19],
      [SADOVAYA, "+79161234507", "Жанна", 25],
    ]),
    mode: "live",
    minutesAgo: 36,
    fate: "in_progress",
  },
  {
    body: order("polka-2006", ZAGORODNY, [[VASILYEVSKY, "+79161234508", "Захар", 16]], {
      payment_amount: 2490,
      payment_type: "card",
    }),
    mode: "live",
    minutesAgo: 28,
    fate: "in_progress",
  },
  {
    body: order("polka-2007", BOLSHOY, [[LITEINY, "+79161234509", "Ирина", 34]]),
    mode: "live",
    minutesAgo: 11,
    fate: "assigned",
  },
  {
    body: order("polka-2008", NEVSKY, [[KAMENNOOSTROVSKY, "+79161234510", "Кирилл", 5]], { cargo_size: "L" }),
    mode: "live",
    minutesAgo: 8,
    fate: "assigned",
  },
  {
    body: order("polka-2009", ZAGORODNY, [[MOSKOVSKY, "+79161234511", "Лидия", 61]]),
    mode: "live",
    minutesAgo: 3,
    fate: "new",
  },
  {
    body: order(
      "polka-2010",
      NEVSKY,
      [
        [VASILYEVSKY, "+79161234512", "Максим", 9],
        [MARATA, "+79161234513", "Нина", 52],
      ],
      { routing_mode: "parallel" },
    ),
    mode: "live",
    minutesAgo: 1,
    fate: "new",
  },
  {
    body: order("test-1", NEVSKY, [[SADOVAYA, "+79161234514", "Олег", 1]]),
    mode: "test",
    minutesAgo: 50,
    fate: "delivered",
  },
  {
    body: order("test-2", ZAGORODNY, [[RUBINSTEINA, "+79161234515", "Полина", 22]]),
    mode: "test",
    minutesAgo: 20,
    fate: "cancelled",
  },
];

const DAYS = 13;
const MINUTES_A_DAY = 24 * 60;
const SHOPS = [NEVSKY, ZAGORODNY, BOLSHOY];
const DOORS = [MARATA, LITEINY, KAMENNOOSTROVSKY, MOSKOVSKY, VASILYEVSKY, LIGOVSKY, RUBINSTEINA, SADOVAYA];
const NAMES = ["Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Захар"];
const SIZES = ["S", "M", "M", "L"] as const;

const turn = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;

/** The orders of the days before those, so that charts and lists have something to show: three to six a day. */
export const PAST_ORDERS: readonly DemoOrder[] = Array.from({ length: DAYS }, (_, day) =>
  Array.from({ length: 3 + ((day * 5) % 4) }, (_, index): DemoOrder => {
    const number = day * 6 + index;
    const phone = `+7916123${String(4600 + number).padStart(4, "0")}`;
    return {
      body: order(
        `polka-${1900 - number}`,
        turn(SHOPS, number),
        [[turn(DOORS, number * 3), phone, turn(NAMES, number), 3 + ((number * 7) % 80)]],
        { cargo_size: turn(SIZES, number) },
      ),
      mode: "live",
      minutesAgo: (day + 2) * MINUTES_A_DAY + 90 * index,
      fate: number % 11 === 7 ? "cancelled" : "delivered",
      tookMinutes: 24 + ((number * 13) % 50),
    };
  }),
)
  .flat()
  .reverse();

/** The couriers of the demo, who carry those orders. */
export const DEMO_COURIERS = [
  {
    name: "Алексей Громов",
    phone: "+79115550001",
    transport: { type: "car", make: "Lada", model: "Largus", color: "белый", number: "А123ВС178" },
    at: [59.93012, 30.34011, 95],
  },
  {
    name: "Тимур Ахметов",
    phone: "+79115550002",
    transport: { type: "bike", color: "зелёный" },
    at: [59.93811, 30.29904, 270],
  },
  {
    name: "Светлана Мороз",
    phone: "+79115550003",
    transport: { type: "car", make: "Kia", model: "Rio", color: "синий", number: "М456ОР198" },
    at: [59.95502, 30.31507, 180],
  },
  {
    name: "Даниил Лисин",
    phone: "+79115550004",
    transport: { type: "van", make: "ГАЗ", model: "ГАЗель", color: "белый", number: "Е789КХ178" },
    at: [59.93309, 30.32812, 12],
  },
  {
    name: "Юлия Соколова",
    phone: "+79115550005",
    transport: { type: "foot" },
    at: [59.92744, 30.34655, 0],
  },
] as const;
