import {
  type ArrivalFigures,
  measureArrivals,
  type RecipientRecord,
  sumFigures,
  type WeekResult,
} from "@/bench/arrivals/measure-arrivals";
import { measureEstimates } from "@/bench/arrivals/measure-estimates";
import { formatInteger, type Section, table, toBarLine, toMeasure } from "@/bench/report";

const SEEDS = [1, 2, 3];
const DELIVERIES = 2_000;
/** The width that a window may add to the true central 90 %: a quarter, and rounding both ends to five minutes. */
const WIDTH = { factor: 1.25, minutes: 10 } as const;

/** Deliveries of a city whose habits the estimator learns week by week, next to the former rule. */
export async function benchArrivals(): Promise<Section[]> {
  const worlds: WeekResult[][] = [];
  for (const seed of SEEDS) worlds.push(await measureArrivals(seed, DELIVERIES));
  const pool = (week: number, rule: "learned" | "former"): ArrivalFigures =>
    sumFigures(worlds.flatMap((weeks): readonly RecipientRecord[] => weeks[week]?.[rule] ?? []));
  const first = pool(0, "learned");
  const third = pool(2, "learned");
  const trueWidth =
    worlds.reduce((sum, weeks) => sum + (weeks[2]?.trueWidth ?? Number.NaN), 0) / worlds.length;
  const micros = measureEstimates();
  const rows: [string, ArrivalFigures][] = [
    ["first week, nothing learned", first],
    ["second week", pool(1, "learned")],
    ["third week", third],
    ["third week, former rule", pool(2, "former")],
  ];
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const minutes = (value: number) => `${value.toFixed(1)} min`;
  const text = table(
    `${SEEDS.length} cities with ${formatInteger(DELIVERIES)} deliveries in three weeks; shares of recipients`,
    [
      "",
      "first window holds",
      "early",
      "late",
      "last of eight holds",
      "more than one move later",
      "mean width",
      "moves of its end",
    ],
    rows.map(([name, figures]) => [
      `${name} (${formatInteger(figures.count)})`,
      percent(figures.held),
      percent(figures.early),
      percent(figures.late),
      percent(figures.lastOfEight),
      percent(figures.movedLaterTwice),
      minutes(figures.width),
      figures.moves.toFixed(1),
    ]),
  );
  const width = `The true central 90 % of the third week's arrivals is ${minutes(trueWidth)} wide on average, as of the first window.`;
  return [
    {
      name: "arrivals",
      text: `${text}\n\n${width}`,
      bar: [
        toBarLine(
          "third week, first windows",
          toMeasure(third.held, "≥", 0.88, percent, "hold"),
          toMeasure(third.held, "≤", 0.96, percent, "hold, not wider than needed"),
          toMeasure(third.lastOfEight, "≥", 0.85, percent, "of the last of eight hold"),
          toMeasure(third.width, "≤", trueWidth * WIDTH.factor + WIDTH.minutes, minutes, "wide"),
        ),
        toBarLine(
          "third week, moves",
          toMeasure(third.movedLaterTwice, "≤", 0.08, percent, "more than one move later"),
          toMeasure(third.turnedTwice, "≤", 0, formatInteger, "both ways more than once"),
        ),
        toBarLine("nothing learned, first windows", toMeasure(first.held, "≥", 0.75, percent, "hold")),
        toBarLine(
          "estimate of one arrival",
          toMeasure(micros, "≤", 50, (value) => `${value.toFixed(1)} µs`),
        ),
      ],
    },
  ];
}
