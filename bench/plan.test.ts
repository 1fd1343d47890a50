import { expect, it } from "vitest";
import { getNeeds, listBenchmarks } from "@/bench/plan";

const DOCUMENT = `# Title

| work | service, µs | PostgreSQL, µs | engine, µs | for each order |
| --- | ---: | ---: | ---: | ---: |
| a create | 1,000 | 500 | 9,000 | 1 |
| a position | 10 | 100 | 0 | 2,400 |

Words.
`;

it("the plan contains the load of an order rate, computed from the document's figures", () => {
  const [create, position] = getNeeds(listBenchmarks(DOCUMENT), 3_600);
  expect(create).toEqual({
    name: "a create",
    perSecond: 1,
    service: 0.001,
    postgres: 0.0005,
    engine: 0.009,
  });
  expect(position).toEqual({
    name: "a position",
    perSecond: 2_400,
    service: 0.024,
    postgres: 0.24,
    engine: 0,
  });
});

it("the plan rejects a cell without a number", () => {
  expect(() => listBenchmarks(DOCUMENT.replace("2,400", "many"))).toThrow("many");
});
