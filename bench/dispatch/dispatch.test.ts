import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluateSolution, findViolations, quantile } from "@/bench/dispatch/evaluate-solution";
import { type Instance, readInstance, withReadyGoods } from "@/bench/dispatch/instance";
import { dispatchNearestFree } from "@/bench/dispatch/nearest-free";
import { createPlannedDispatch } from "@/bench/dispatch/planned-dispatch";
import { simulateDay } from "@/bench/dispatch/simulate-day";
import { type Solution, writeSolution } from "@/bench/dispatch/solution";
import { buildKnowledge } from "@/bench/dispatch/travel-table";
import { createRandom } from "@/lib/random";

let folder: string;
let instance: Instance;

/** 40 orders of four restaurants within two hours, and ten couriers, in a square of 6 km. */
function writeInstance(target: string): void {
  const random = createRandom(3);
  const draw = (most: number) => Math.floor(random() * most);
  const at = () => [draw(6_000), draw(6_000)];
  const write = (name: string, header: string, rows: readonly (readonly (string | number)[])[]) =>
    writeFileSync(
      join(target, `${name}.txt`),
      [header, ...rows.map((row) => row.join("\t"))].join("\n").concat("\n"),
    );
  const list = <Row>(count: number, toRow: (index: number) => Row) =>
    Array.from({ length: count }, (_, index) => toRow(index));
  mkdirSync(target, { recursive: true });
  write(
    "restaurants",
    "restaurant\tx\ty",
    list(4, (index) => [`r${index}`, ...at()]),
  );
  write(
    "orders",
    "order\tx\ty\tplacement_time\trestaurant\tready_time",
    list(40, (index) => {
      const placedAt = draw(120);
      return [`o${index}`, ...at(), placedAt, `r${draw(4)}`, placedAt + 5 + draw(20)];
    }),
  );
  write(
    "couriers",
    "courier\tx\ty\ton_time\toff_time",
    list(10, (index) => [`c${index}`, ...at(), (index % 3) * 20, 200]),
  );
  const parameters = "meters_per_minute\tpickup\tdropoff\ttarget\tmaximum\tpay_order\tpay_hour";
  write("instance_parameters", parameters, [[320, 4, 4, 40, 90, 10, 15]]);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dispatch-"));
  writeInstance(join(folder, "0o50"));
  instance = readInstance(join(folder, "0o50"));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("the days of an instance", () => {
  it("the rule without a plan and the planner keep the rules and deliver everything", () => {
    for (const dispatch of [
      dispatchNearestFree,
      createPlannedDispatch(),
      createPlannedDispatch({ areMoved: true }),
    ]) {
      const solution = simulateDay(instance, dispatch);
      expect(findViolations(instance, solution, 1)).toEqual([]);
      expect(evaluateSolution(instance, solution)).toMatchObject({
        undeliveredPercent: 0,
        ordersPerCollection: 1,
      });
    }
  });

  it("orders of a restaurant are collected together by the rules, and arrive sooner", () => {
    const alone = evaluateSolution(instance, simulateDay(instance, createPlannedDispatch()));
    for (const areMoved of [false, true]) {
      const solution = simulateDay(instance, createPlannedDispatch({ maxInHand: 3, areMoved }));
      expect(findViolations(instance, solution, 3)).toEqual([]);
      const together = evaluateSolution(instance, solution);
      expect(together.undeliveredPercent).toBe(0);
      expect(together.ordersPerCollection).toBeGreaterThan(1);
      expect(together.clickToDoor).toBeLessThan(alone.clickToDoor);
    }
  });

  it("planned orders arrive sooner than by the rule without a plan", () => {
    const measure = (dispatch: Parameters<typeof simulateDay>[1], day: Instance) =>
      evaluateSolution(day, simulateDay(day, dispatch)).clickToDoor;
    for (const day of [instance, withReadyGoods(instance)]) {
      expect(measure(createPlannedDispatch(), day)).toBeLessThan(measure(dispatchNearestFree, day));
    }
  });

  it("estimates change what the planner knows, not what happens", () => {
    const knowledge = buildKnowledge(instance, { of: "readiness and travel", random: createRandom(1) });
    const solution = simulateDay(instance, createPlannedDispatch(), knowledge);
    expect(findViolations(instance, solution, 1)).toEqual([]);
    expect(knowledge.readyAt).not.toEqual(buildKnowledge(instance).readyAt);
  });

  it("solutions are written in the format of the authors' evaluator", () => {
    const solution = simulateDay(instance, dispatchNearestFree);
    writeSolution(join(folder, "out"), solution);
    const read = (name: string) =>
      readFileSync(join(folder, "out", `solution_info_${name}.txt`), "utf8").split("\n");
    const [collection, drive] = [solution.collections[0], read("couriers")[1]];
    expect(read("assignments").slice(0, 2)).toEqual([
      "assignment_time pickup_time courier orders",
      [collection?.assignedAt, collection?.collectedAt, collection?.courier, collection?.orders[0]].join(" "),
    ]);
    expect(read("orders")[0]).toBe("order placement_time ready_time pickup_time dropoff_time courier");
    expect(read("orders")).toHaveLength(solution.deliveries.length + 2);
    expect(drive).toMatch(/^c0 \d+ 0 r\d$/);
  });
});

/** The solution with the first element of a part changed. */
function breakFirst<Part extends keyof Solution>(
  solution: Solution,
  part: Part,
  change: Partial<Solution[Part][number]>,
): Solution {
  const [first, ...others] = solution[part];
  return { ...solution, [part]: [{ ...first, ...change }, ...others] };
}

describe("the evaluator rejects", () => {
  const list = (change: (solution: Solution) => Solution) =>
    findViolations(instance, change(simulateDay(instance, dispatchNearestFree)), 1).join("\n");

  it("a collection before the goods are ready", () => {
    expect(list((solution) => breakFirst(solution, "collections", { collectedAt: 0 }))).toContain(
      "not ready",
    );
  });

  it("an assignment before the order is placed", () => {
    expect(list((solution) => breakFirst(solution, "collections", { assignedAt: -1 }))).toContain(
      "too early",
    );
  });

  it("a collection after the end of the shift", () => {
    const early = {
      ...instance,
      couriers: instance.couriers.map((courier) => ({ ...courier, offAt: 30 })),
    };
    expect(findViolations(early, simulateDay(instance, dispatchNearestFree), 1).join("\n")).toContain(
      "after the shift",
    );
  });

  it("a delivery at another time than the drive takes", () => {
    expect(list((solution) => breakFirst(solution, "deliveries", { deliveredAt: 1 }))).toContain(
      "at another time than stated",
    );
  });

  it("a delivery twice, and one that was not collected", () => {
    const twice = list((solution) => ({
      ...solution,
      deliveries: [...solution.deliveries, ...solution.deliveries.slice(0, 1)],
    }));
    expect(twice).toContain("delivered twice");
    expect(list((solution) => ({ ...solution, collections: solution.collections.slice(1) }))).toContain(
      "was not collected",
    );
  });

  it("a drive from another place, and one while the courier is busy", () => {
    expect(list((solution) => breakFirst(solution, "drives", { origin: "r0", destination: "r1" }))).toContain(
      "from another place",
    );
    const earlier = list((solution) => ({
      ...solution,
      drives: solution.drives.map((drive) => ({ ...drive, departsAt: drive.departsAt - 5 })),
    }));
    expect(earlier).toContain("while busy");
  });

  it("several orders in hand, and orders of several restaurants in one collection", () => {
    const merged = list((solution) => ({
      ...solution,
      collections: [
        {
          assignedAt: 0,
          collectedAt: 100,
          courier: "c0",
          orders: solution.deliveries.slice(0, 3).map(({ order }) => order),
        },
      ],
    }));
    expect(merged).toContain("3 orders in hand");
    expect(merged).toContain("several restaurants");
  });

  it("a delivery by an unknown courier", () => {
    expect(list((solution) => breakFirst(solution, "collections", { courier: "c99" }))).toContain(
      "c99 does not exist",
    );
  });
});

it("a quantile interpolates between the two values around it", () => {
  expect(quantile([40, 10, 20, 30], 0.9)).toBeCloseTo(37);
  expect(quantile([5], 0.9)).toBe(5);
});
