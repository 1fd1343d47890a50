import type { CreateOrderBody } from "@/lib/orders/schema";
import type { DemoPlace, DemoPlaces } from "@/lib/traffic/town";

/** How far the life of a demo order has gone, and how many minutes ago it began. */
export interface DemoDelivery {
  readonly body: CreateOrderBody;
  readonly mode: "live" | "test";
  readonly minutesAgo: number;
  readonly fate: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  /** Minutes from the order to the handover, of a delivered one. */
  readonly tookMinutes?: number;
}

const SHOP_CONTACT = { value: "+37322555010", name: "Лавка «Полка»", type: "phone" } as const;

function order(
  externalOrderId: string,
  shop: DemoPlace,
  dropoffs: readonly (readonly [DemoPlace, phone: string, name: string, apartment: number])[],
  more: Partial<CreateOrderBody> = {},
): CreateOrderBody {
  return {
    external_order_id: externalOrderId,
    pickup: {
      address: shop,
      contact: SHOP_CONTACT,
    },
    dropoffs: dropoffs.map(([at, value, name, apartment]) => ({
      address: { ...at, apartment, entrance: 1, floor: Math.ceil(apartment / 4) },
      contact: { value, name },
    })),
    ...more,
  };
}

/** The places that the demo's account picks up from. */
export const demoAddresses = ({ shops }: DemoPlaces) =>
  (["Лавка в центре", "Вторая лавка", "Третья лавка"] as const).map(
    (name, index) => [name, { address: turn(shops, index), contact: SHOP_CONTACT }] as const,
  );

/** A dozen orders in every status, so that nothing of a fresh service is empty. */
export function demoOrders({ shops, doors }: DemoPlaces): readonly DemoDelivery[] {
  const [centre, second, third] = shops;
  const door = (index: number): DemoPlace => turn(doors, index);
  return [
    {
      body: order("polka-2001", centre, [[door(0), "+37369123401", "Анна", 12]], { cargo_size: "S" }),
      mode: "live",
      minutesAgo: 1440,
      fate: "delivered",
    },
    {
      body: order("polka-2002", second, [[door(1), "+37369123402", "Борис", 7]], { comment: "Хрупкое" }),
      mode: "live",
      minutesAgo: 1310,
      fate: "delivered",
    },
    {
      body: order("polka-2003", third, [[door(2), "+37369123403", "Вера", 41]], { cargo_size: "L" }),
      mode: "live",
      minutesAgo: 420,
      fate: "delivered",
    },
    {
      body: order("polka-2004", centre, [[door(3), "+37369123404", "Глеб", 88]], { cargo_size: "XL" }),
      mode: "live",
      minutesAgo: 300,
      fate: "cancelled",
    },
    {
      body: order("polka-2005", centre, [
        [door(6), "+37369123405", "Дарья", 3],
        [door(5), "+37369123406", "Егор", 19],
        [door(7), "+37369123407", "Жанна", 25],
      ]),
      mode: "live",
      minutesAgo: 36,
      fate: "in_progress",
    },
    {
      body: order("polka-2006", second, [[door(4), "+37369123408", "Захар", 16]], {
        payment_amount: 2490,
        payment_type: "card",
      }),
      mode: "live",
      minutesAgo: 28,
      fate: "in_progress",
    },
    {
      body: order("polka-2007", third, [[door(1), "+37369123409", "Ирина", 34]]),
      mode: "live",
      minutesAgo: 11,
      fate: "assigned",
    },
    {
      body: order("polka-2008", centre, [[door(2), "+37369123410", "Кирилл", 5]], { cargo_size: "L" }),
      mode: "live",
      minutesAgo: 8,
      fate: "assigned",
    },
    {
      body: order("polka-2009", second, [[door(3), "+37369123411", "Лидия", 61]]),
      mode: "live",
      minutesAgo: 3,
      fate: "new",
    },
    {
      body: order(
        "polka-2010",
        centre,
        [
          [door(4), "+37369123412", "Максим", 9],
          [door(0), "+37369123413", "Нина", 52],
        ],
        { routing_mode: "parallel" },
      ),
      mode: "live",
      minutesAgo: 1,
      fate: "new",
    },
    {
      body: order("test-1", centre, [[door(7), "+37369123414", "Олег", 1]]),
      mode: "test",
      minutesAgo: 50,
      fate: "delivered",
    },
    {
      body: order("test-2", second, [[door(6), "+37369123415", "Полина", 22]]),
      mode: "test",
      minutesAgo: 20,
      fate: "cancelled",
    },
  ];
}

const DAYS = 13;
const MINUTES_A_DAY = 24 * 60;
const NAMES = ["Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Захар"];
const SIZES = ["S", "M", "M", "L"] as const;

const turn = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;

/** The orders of the days before those, so that charts and lists have something to show: three to six a day. */
export function pastOrders({ shops, doors }: DemoPlaces): readonly DemoDelivery[] {
  return Array.from({ length: DAYS }, (_, day) =>
    Array.from({ length: 3 + ((day * 5) % 4) }, (_, index): DemoDelivery => {
      const number = day * 6 + index;
      const phone = `+3736912${String(4600 + number).padStart(4, "0")}`;
      return {
        body: order(
          `polka-${1900 - number}`,
          turn(shops, number),
          [[turn(doors, number * 3), phone, turn(NAMES, number), 3 + ((number * 7) % 80)]],
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
}

/** The couriers of the demo, who carry those orders. */
export const DEMO_COURIERS = [
  {
    name: "Алексей Громов",
    phone: "+37360555001",
    transport: { type: "car", make: "Dacia", model: "Logan", color: "белый", number: "ABC123" },
  },
  {
    name: "Тимур Ахметов",
    phone: "+37360555002",
    transport: { type: "bike", color: "зелёный" },
  },
  {
    name: "Светлана Мороз",
    phone: "+37360555003",
    transport: { type: "car", make: "Kia", model: "Rio", color: "синий", number: "DEF456" },
  },
  {
    name: "Даниил Лисин",
    phone: "+37360555004",
    transport: { type: "van", make: "ГАЗ", model: "ГАЗель", color: "белый", number: "GHI789" },
  },
  {
    name: "Юлия Соколова",
    phone: "+37360555005",
    transport: { type: "foot" },
  },
] as const;
