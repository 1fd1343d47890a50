import * as z from "zod";
import { randomFrom } from "@/lib/drills/random";
import type { DemoAddress } from "@/lib/drills/town";
import { MINUTE_MS } from "@/lib/duration";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { greatCircleMeters } from "@/lib/routing/geo";
import { DRILL_SCENARIOS, SPEED_LIMITS, type TestScenario } from "@/lib/sandbox/scenario";

const count = (max: number) => z.int().min(1).max(max);

/** The same seed in the same town gives the same orders. */
export const eveningInput = z.object({
  couriers: count(120).default(60),
  orders: count(2_000).default(400),
  minutes: count(600).default(60),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31)
    .default(1),
});
export type EveningInput = z.infer<typeof eveningInput>;

const evening = eveningInput.extend({ accountId: z.uuid(), startedAt: z.int() });
/** `startedAt` in milliseconds since 1970. */
export type Evening = z.infer<typeof evening>;

export const toEveningKey = (one: Evening): string => JSON.stringify(one);
export const readEvening = (key: string): Evening => evening.parse(JSON.parse(key));

export interface PlannedDelivery {
  readonly at: Date;
  readonly scenario: TestScenario;
  readonly body: CreateOrderBody;
}

const LIFE_MINUTES = 300;
/** The share of orders with a trouble; each trouble occurs at least once. */
const TROUBLED = 1 / 8;
const TROUBLES: readonly TestScenario[] = [
  "no_courier",
  ...DRILL_SCENARIOS.filter((scenario) => scenario !== "evening"),
];
const SHOPS = [
  "Пекарня на углу",
  "Цветы и листья",
  "Книжная полка",
  "Чай и кофе",
  "Сырная лавка",
  "Аптека рядом",
];
const NAMES = ["Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Захар", "Ирина", "Кирилл"];
const SIZES = ["S", "S", "S", "M", "M", "L"] as const;
const NEAREST_METERS = 600;
const FURTHEST_METERS = 5_000;

export const computeSpeed = ({ minutes }: Pick<Evening, "minutes">): number =>
  Math.min(SPEED_LIMITS.max, Math.max(SPEED_LIMITS.min, LIFE_MINUTES / minutes));

/** Plans the orders, sorted by time; most are placed in the middle of the evening. */
export function planDrill(one: Evening, places: readonly DemoAddress[]): PlannedDelivery[] {
  const random = randomFrom(one.seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const shops = SHOPS.map((name) => ({ name, address: pick(places) }));
  const times = Array.from({ length: one.orders }, () => (random() + random()) / 2).sort((a, b) => a - b);
  const scenarios = getScenarios(one.orders, random);
  return times.map((time, index): PlannedDelivery => {
    const { name, address } = pick(shops);
    const near = places.filter((place) => {
      const meters = greatCircleMeters(place, address);
      return meters >= NEAREST_METERS && meters <= FURTHEST_METERS;
    });
    const apartment = 1 + Math.floor(random() * 90);
    const contact = (digits: number) => `+700000${String(digits).padStart(5, "0")}`;
    return {
      at: new Date(one.startedAt + time * one.minutes * MINUTE_MS),
      scenario: scenarios[index] ?? "evening",
      body: {
        external_order_id: `evening-${one.startedAt.toString(36)}-${index + 1}`,
        pickup: { address, contact: { value: contact(index), name } },
        dropoffs: [
          {
            address: { ...pick(near.length > 0 ? near : places), apartment, floor: Math.ceil(apartment / 4) },
            contact: { value: contact(50_000 + index), name: pick(NAMES) },
          },
        ],
        cargo_size: pick(SIZES),
      },
    };
  });
}

export const lastOrderAt = ({ startedAt, minutes }: Evening): number => startedAt + minutes * MINUTE_MS;

function getScenarios(orders: number, random: () => number): TestScenario[] {
  const troubled = Math.min(orders, Math.max(TROUBLES.length, Math.round(orders * TROUBLED)));
  const all = Array.from(
    { length: orders },
    (_, index): TestScenario =>
      index < troubled ? (TROUBLES[index % TROUBLES.length] ?? "evening") : "evening",
  );
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [all[last], all[other]] = [all[other] ?? "evening", all[last] ?? "evening"];
  }
  return all;
}
