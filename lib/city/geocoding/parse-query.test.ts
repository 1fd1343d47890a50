import { describe, expect, it } from "vitest";
import { parseQuery } from "@/lib/city/geocoding/parse-query";

describe("a search text with several numbers", () => {
  it.each([
    ["2 Stradela 3 Sitarului", { 2: 0, 3: -0.2 }],
    ["Stradela 3 Sitarului, 2", { 3: -0.2, 2: 0 }],
    ["ул. 31 Августа 1989, 5", { 31: -0.2, 1989: 0, 5: 0 }],
    ["Кишинёв, ул. Пушкина 22, 4", { 22: 0, 4: 0 }],
  ])(
    "is read once per possible house number, and a number inside the street name scores lower: %s",
    (text, points) => {
      const read = parseQuery(text).flatMap(({ house, points }) =>
        house === null ? [] : [[house.key, points]],
      );
      expect(Object.fromEntries(read)).toEqual(points);
    },
  );
});
