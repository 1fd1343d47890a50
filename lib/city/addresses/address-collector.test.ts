import { expect, it } from "vitest";
import { AddressCollector } from "@/lib/city/addresses/address-collector";
import type { Position, Tags } from "@/packages/city/extract/feature";

const AT: Position = [37.2, 55.9];
const STREETS = ["Лесная улица", "6-й переулок", "Зеленоград"];

/** Returns the numbers of the houses on each street that has any. */
function collect(...features: readonly Tags[]): Record<string, string[]> {
  const collector = new AddressCollector();
  for (const [id, name] of STREETS.entries()) {
    const line: Position[] = [
      [AT[0], AT[1] + id * 1e-3],
      [AT[0] + 1e-3, AT[1] + id * 1e-3],
    ];
    const tags = { highway: "residential", name };
    collector.add({ kind: "line", id, tags, line, nodeIds: [id * 2, id * 2 + 1], isClosed: false });
  }
  for (const [id, tags] of features.entries()) collector.add({ kind: "point", id, tags, position: AT });
  const { streets, houses } = collector.rows();
  return Object.fromEntries(
    streets.flatMap(({ id, name }) => {
      const own = houses.filter(({ streetId }) => streetId === id).map(({ key }) => key);
      return own.length === 0 ? [] : [[name, own]];
    }),
  );
}

const onForest = (number: string, more: Tags = {}): Tags => ({
  "addr:street": "Лесная улица",
  "addr:housenumber": number,
  ...more,
});

it.each<[string, Tags, Record<string, string[]>]>([
  [
    "every number of a range on a building",
    onForest("61-65", { building: "yes", "addr:interpolation": "odd" }),
    { "Лесная улица": ["61-65", "61", "63", "65"] },
  ],
  [
    "every number of a range on a shop",
    onForest("2-4", { shop: "florist", "addr:interpolation": "all" }),
    { "Лесная улица": ["2-4", "2", "3", "4"] },
  ],
  [
    "a range that cannot be counted",
    onForest("1-9", { "addr:interpolation": "alphabetic" }),
    { "Лесная улица": ["1-9"] },
  ],
  ["a range without a step", onForest("61-65"), { "Лесная улица": ["61-65"] }],
  [
    "a number that begins with a letter",
    { "addr:place": "Зеленоград", "addr:housenumber": "к1144" },
    { Зеленоград: ["k1144"] },
  ],
  [
    "both numbers of a corner house",
    onForest("37/49", { "addr:street2": "6-й переулок" }),
    { "Лесная улица": ["37/49"], "6-й переулок": ["49", "49/37"] },
  ],
  [
    "the second number of a corner house",
    onForest("39", { "addr:street2": "6-й переулок", "addr:housenumber2": "11" }),
    { "Лесная улица": ["39"], "6-й переулок": ["11"] },
  ],
  [
    "only the first street if the second number is unknown",
    onForest("39", { "addr:street2": "6-й переулок" }),
    { "Лесная улица": ["39"] },
  ],
  ["a number with a further structure", onForest("33соор1"), { "Лесная улица": ["33soor1"] }],
  ["no house without a number", onForest("б/н"), {}],
])("takes from the map %s", (_, tags, houses) => {
  expect(collect(tags)).toEqual(houses);
});
