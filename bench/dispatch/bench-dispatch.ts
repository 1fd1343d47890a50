import { readdirSync } from "node:fs";
import { join } from "node:path";
import { benchParcelDay } from "@/bench/dispatch/bench-parcel-day";
import {
  evaluateSolution,
  findViolations,
  mean,
  type SolutionFigures,
} from "@/bench/dispatch/evaluate-solution";
import { type Instance, readInstance, withReadyGoods } from "@/bench/dispatch/instance";
import { measurePlanning } from "@/bench/dispatch/measure-planning";
import { dispatchNearestFree } from "@/bench/dispatch/nearest-free";
import { createPlannedDispatch } from "@/bench/dispatch/planned-dispatch";
import {
  PERFECT_INFORMATION,
  PUBLISHED_ESTIMATES,
  PUBLISHED_GROUPS,
  PUBLISHED_MEAN,
  PUBLISHED_SINGLE,
} from "@/bench/dispatch/published";
import { type Dispatcher, simulateDay } from "@/bench/dispatch/simulate-day";
import { writeSolution } from "@/bench/dispatch/solution";
import { buildKnowledge, type Estimates } from "@/bench/dispatch/travel-table";
import { type BarLine, ms, type Section, table, toBarLine, toMeasure } from "@/bench/report";
import { createRandom } from "@/lib/random";

const SINGLE = /^0[or]50/;
/** Instances on which goods are ready when ordered, as for shops that state no time. */
const READY = /^(0[or]50.*|1o50t100s[12]p100|5o50t100s2p100|3r50t100s1p100)$/;
const ESTIMATES_SEED = 1;
const MAX_BUNDLE = 4;

interface Run {
  readonly name: string;
  readonly createDispatch: () => Dispatcher;
  /** Orders of one collection, 1 by default. */
  readonly maxInHand?: number;
  readonly instances?: RegExp;
  readonly change?: (instance: Instance) => Instance;
  /** Which times the planner knows only as estimates. */
  readonly estimates?: Estimates;
}

const RUNS = {
  nearest: { name: "nearest free courier", createDispatch: () => dispatchNearestFree },
  planned: { name: "planned", createDispatch: () => createPlannedDispatch() },
  moved: {
    name: "planned, idle couriers move",
    createDispatch: () => createPlannedDispatch({ areMoved: true }),
  },
  bundled: {
    name: "planned, collected together",
    createDispatch: () => createPlannedDispatch({ maxInHand: MAX_BUNDLE }),
    maxInHand: MAX_BUNDLE,
  },
  bundledMoved: {
    name: "planned, collected together, idle couriers move",
    createDispatch: () => createPlannedDispatch({ maxInHand: MAX_BUNDLE, areMoved: true }),
    maxInHand: MAX_BUNDLE,
  },
  estimated: {
    name: "planned, estimates",
    createDispatch: () => createPlannedDispatch(),
    estimates: "readiness and travel",
  },
  estimatedReadiness: {
    name: "planned, estimated readiness",
    createDispatch: () => createPlannedDispatch(),
    estimates: "readiness",
  },
  nearestReady: {
    name: "nearest free courier, goods ready",
    createDispatch: () => dispatchNearestFree,
    instances: READY,
    change: withReadyGoods,
  },
  plannedReady: {
    name: "planned, goods ready",
    createDispatch: () => createPlannedDispatch(),
    instances: READY,
    change: withReadyGoods,
  },
} as const satisfies Readonly<Record<string, Run>>;

type Results = ReadonlyMap<string, SolutionFigures>;

/**
 * Plans the days of the instances in a folder with one order in hand at a time, and writes the solutions to `out`. Also
 * measures a parcel day and the CPU time of a plan. @throws Error if a solution breaks the rules
 */
export function benchDispatch(instancesFolder: string | undefined, out: string | undefined): Section[] {
  const days = instancesFolder === undefined ? [] : benchInstances(instancesFolder, out);
  return [...days, benchParcelDay(), benchCpu()];
}

function benchInstances(folder: string, out: string | undefined): Section[] {
  const instances = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
    .map((name) => readInstance(join(folder, name)));
  const results = new Map(
    Object.entries(RUNS).map(([key, run]) => [
      key,
      runInstances(instances, run, out === undefined ? undefined : join(out, key)),
    ]),
  );
  const getResults = (key: keyof typeof RUNS): Results => results.get(key) ?? new Map();
  const text = [
    tabulateRuns(instances.length, getResults),
    tabulateGroups(getResults),
    tabulateSingle(getResults),
  ].join("\n\n");
  return [{ name: "dispatch", text, bar: listBar(getResults) }];
}

function runInstances(instances: readonly Instance[], run: Run, out: string | undefined): Results {
  const { createDispatch, maxInHand = 1, instances: pattern, change, estimates } = run;
  const chosen = instances.filter(({ name }) => pattern === undefined || pattern.test(name));
  return new Map(
    chosen.map((original) => {
      const instance = change?.(original) ?? original;
      const knowledge = buildKnowledge(
        instance,
        estimates && { of: estimates, random: createRandom(ESTIMATES_SEED) },
      );
      const solution = simulateDay(instance, createDispatch(), knowledge);
      const [violation] = findViolations(instance, solution, maxInHand);
      if (violation !== undefined) throw new Error(`${run.name}, ${instance.name}: ${violation}`);
      if (out !== undefined) writeSolution(join(out, instance.name), solution);
      return [instance.name, evaluateSolution(instance, solution)];
    }),
  );
}

type GetResults = (key: keyof typeof RUNS) => Results;

function getMean(results: Results, figure: keyof SolutionFigures, pattern = /./): number {
  return mean([...results].flatMap(([name, figures]) => (pattern.test(name) ? [figures[figure]] : [])));
}

const toText = (value: number): string => (Number.isNaN(value) ? "–" : value.toFixed(2));

function tabulateRuns(count: number, getResults: GetResults): string {
  const { undeliveredPercent, clickToDoor, clickToDoor90, readyToPickup, costPerOrder } = PUBLISHED_MEAN;
  const rows = Object.entries(RUNS).map(([key, { name }]) => {
    const results = getResults(key as keyof typeof RUNS);
    const show = (figure: keyof SolutionFigures) => toText(getMean(results, figure));
    return [
      `${name} (${results.size})`,
      show("undeliveredPercent"),
      show("clickToDoor"),
      show("clickToDoor90"),
      show("readyToPickup"),
      show("drivenPerOrder"),
      show("costPerOrder"),
    ];
  });
  const published = [undeliveredPercent, clickToDoor, clickToDoor90, readyToPickup].map(String);
  return table(
    `Means over ${count} instances, in minutes`,
    [
      "",
      "undelivered, %",
      "click to door",
      "90th percentile",
      "ready to pickup",
      "driven per order",
      "pay per order",
    ],
    [...rows, ["published, with bundles (240)", ...published, "–", String(costPerOrder)]],
  );
}

function tabulateGroups(getResults: GetResults): string {
  const show = (results: Results, pattern: RegExp) =>
    (["undeliveredPercent", "clickToDoor", "readyToPickup"] as const)
      .map((figure) => toText(getMean(results, figure, pattern)))
      .join(" / ");
  return table(
    "By group: undelivered % / click to door / ready to pickup",
    ["group", "nearest free courier", "planned", "planned, idle couriers move", "published, all variants"],
    Object.entries(PUBLISHED_GROUPS).map(([group, published]) => {
      const pattern = new RegExp(`${group}(?!\\d)`);
      const { undeliveredPercent, clickToDoor, readyToPickup } = published;
      return [
        group,
        ...(["nearest", "planned", "moved"] as const).map((key) => show(getResults(key), pattern)),
        `${undeliveredPercent} / ${clickToDoor} / ${readyToPickup}`,
      ];
    }),
  );
}

function tabulateSingle(getResults: GetResults): string {
  const rows = (["nearest", "planned", "moved"] as const).map((key) => [
    RUNS[key].name,
    toText(getMean(getResults(key), "clickToDoor", SINGLE)),
    toText(getMean(getResults(key), "readyToPickup", SINGLE)),
  ]);
  const toRow = (name: string, figures: typeof PUBLISHED_SINGLE) => [
    name,
    String(figures.clickToDoor),
    String(figures.readyToPickup),
  ];
  return table(
    "The 16 instances with published values",
    ["", "click to door", "ready to pickup"],
    [
      ...rows,
      toRow("published", PUBLISHED_SINGLE),
      toRow("published optimum with perfect information", PERFECT_INFORMATION),
    ],
  );
}

function listBar(getResults: GetResults): BarLine[] {
  const planned = getResults("planned");
  const show = (value: number) => value.toFixed(2);
  const reach = (value: number, limit: number, name: string) => toMeasure(value, "≤", limit, show, name);
  const worse = (key: keyof typeof RUNS, figure: keyof SolutionFigures) =>
    getMean(getResults(key), figure) - getMean(planned, figure);
  return [
    toBarLine(
      "all instances, one order in hand, idle couriers stay",
      reach(getMean(planned, "undeliveredPercent"), 0.12, "% undelivered"),
      reach(getMean(planned, "clickToDoor"), 32.4, "min click to door"),
      reach(getMean(planned, "clickToDoor90"), 47.8, "min 90th percentile"),
      reach(getMean(planned, "readyToPickup"), 2, "min ready to pickup"),
      reach(getMean(planned, "drivenPerOrder"), 11.8, "min driven per order"),
    ),
    toBarLine(
      "instances with published values",
      reach(getMean(planned, "clickToDoor", SINGLE), 31.2, "min click to door"),
      reach(getMean(planned, "readyToPickup", SINGLE), 1.2, "min ready to pickup"),
    ),
    toBarLine(
      "goods ready when ordered",
      reach(getMean(getResults("plannedReady"), "clickToDoor"), 20.6, "min click to door"),
    ),
    toBarLine(
      "estimated readiness and travel instead of exact times",
      reach(worse("estimated", "clickToDoor"), 1.3, "min more click to door"),
      reach(worse("estimated", "readyToPickup"), 1, "min more ready to pickup"),
    ),
    toBarLine(
      "estimated readiness, as published",
      reach(
        worse("estimatedReadiness", "clickToDoor"),
        PUBLISHED_ESTIMATES.clickToDoor,
        "min more click to door",
      ),
      reach(
        worse("estimatedReadiness", "readyToPickup"),
        PUBLISHED_ESTIMATES.readyToPickup,
        "min more ready to pickup",
      ),
    ),
  ];
}

function benchCpu(): Section {
  const times = measurePlanning();
  return {
    name: "dispatch-cpu",
    text: table(
      "CPU time of one plan with 500 couriers",
      ["", "CPU"],
      times.map(({ name, cpuMs }) => [name, ms(cpuMs)]),
    ),
    bar: times.map(({ name, cpuMs, limitMs }) =>
      toBarLine(`500 couriers, ${name}`, toMeasure(cpuMs, "≤", limitMs, ms)),
    ),
  };
}
