import type { CreateOrderBody } from "@/lib/orders/schema";
import type { DemoAddress, DemoPlaces } from "@/lib/sandbox/demo/demo-places";

export interface DemoDelivery {
  readonly body: CreateOrderBody;
  readonly mode: "live" | "test";
  readonly minutesAgo: number;
  readonly fate: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  readonly tookMinutes?: number;
}

const SHOP_CONTACT = { value: "+37322555010", name: "Polka", type: "phone" } as const;

function order(
  externalOrderId: string,
  shop: DemoAddress,
  dropoffs: readonly (readonly [DemoAddress, phoneEnding: string, name: string, apartment: number])[],
  more: Partial<CreateOrderBody> = {},
): CreateOrderBody {
  return {
    external_order_id: externalOrderId,
    pickup: { address: shop, contact: SHOP_CONTACT },
    dropoffs: dropoffs.map(([at, phoneEnding, name, apartment]) => ({
      address: { ...at, apartment, entrance: 1, floor: Math.ceil(apartment / 4) },
      contact: { value: `+3736912${phoneEnding}`, name },
    })),
    ...more,
  };
}

export const demoAddresses = ({ shops }: DemoPlaces) =>
  (["Polka Centru", "Polka Botanica", "Polka Buiucani"] as const).map(
    (name, index) => [name, { address: turn(shops, index), contact: SHOP_CONTACT }] as const,
  );

const made = (
  minutesAgo: number,
  fate: DemoDelivery["fate"],
  body: Parameters<typeof order>,
  mode: DemoDelivery["mode"] = "live",
): DemoDelivery => ({ body: order(...body), mode, minutesAgo, fate });

export function demoOrders({ shops, doors }: DemoPlaces): readonly DemoDelivery[] {
  const [center, second, third] = shops;
  const door = (index: number): DemoAddress => turn(doors, index);
  return [
    made(1440, "delivered", ["polka-2001", center, [[door(0), "3401", "Ana", 12]], { cargo_size: "S" }]),
    made(1310, "delivered", ["polka-2002", second, [[door(1), "3402", "Boris", 7]], { comment: "Fragil" }]),
    made(420, "delivered", ["polka-2003", third, [[door(2), "3403", "Vera", 41]], { cargo_size: "L" }]),
    made(300, "cancelled", ["polka-2004", center, [[door(3), "3404", "Gleb", 88]], { cargo_size: "XL" }]),
    made(36, "in_progress", [
      "polka-2005",
      center,
      [
        [door(6), "3405", "Daria", 3],
        [door(5), "3406", "Egor", 19],
        [door(7), "3407", "Jana", 25],
      ],
    ]),
    made(28, "in_progress", [
      "polka-2006",
      second,
      [[door(4), "3408", "Zahar", 16]],
      {
        payment_amount: 2490,
        payment_type: "card",
      },
    ]),
    made(11, "assigned", ["polka-2007", third, [[door(1), "3409", "Irina", 34]]]),
    made(8, "assigned", ["polka-2008", center, [[door(2), "3410", "Chiril", 5]], { cargo_size: "L" }]),
    made(3, "new", ["polka-2009", second, [[door(3), "3411", "Lidia", 61]]]),
    made(1, "new", [
      "polka-2010",
      center,
      [
        [door(4), "3412", "Maxim", 9],
        [door(0), "3413", "Nina", 52],
      ],
      { routing_mode: "parallel" },
    ]),
    made(50, "delivered", ["test-1", center, [[door(7), "3414", "Oleg", 1]]], "test"),
    made(20, "cancelled", ["test-2", second, [[door(6), "3415", "Polina", 22]]], "test"),
  ];
}

const DAYS = 13;
const MINUTES_A_DAY = 24 * 60;
const NAMES = ["Ana", "Boris", "Vera", "Gleb", "Daria", "Egor", "Jana", "Zahar"];
const SIZES = ["S", "M", "M", "L"] as const;

const turn = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;

export function pastOrders({ shops, doors }: DemoPlaces): readonly DemoDelivery[] {
  return Array.from({ length: DAYS }, (_, day) =>
    Array.from({ length: 3 + ((day * 5) % 4) }, (_, index): DemoDelivery => {
      const number = day * 6 + index;
      return {
        body: order(
          `polka-${1900 - number}`,
          turn(shops, number),
          [[turn(doors, number * 3), `${4600 + number}`, turn(NAMES, number), 3 + ((number * 7) % 80)]],
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

export const DEMO_COURIERS = [
  {
    name: "Alexei Gromov",
    phone: "+37360555001",
    transport: { type: "car", make: "Dacia", model: "Logan", color: "white", number: "ABC123" },
  },
  { name: "Timur Ahmetov", phone: "+37360555002", transport: { type: "bike", color: "green" } },
  {
    name: "Svetlana Moroz",
    phone: "+37360555003",
    transport: { type: "car", make: "Kia", model: "Rio", color: "blue", number: "DEF456" },
  },
  {
    name: "Daniil Lisin",
    phone: "+37360555004",
    transport: { type: "van", make: "GAZ", model: "Gazelle", color: "white", number: "GHI789" },
  },
  { name: "Iulia Socolova", phone: "+37360555005", transport: { type: "foot" } },
] as const;
