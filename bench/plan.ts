import { readFileSync, writeFileSync } from "node:fs";
import { formatInteger, table, withSections } from "@/bench/report";

const DOCUMENT = "docs/production.md";
const RATES = [100, 10_000, 1_000_000];
/** Above this utilization, a process or server responds late when work comes in bursts. */
const MAX_BUSY = 0.6;

const PARTS = ["service", "postgres", "engine"] as const;
type Parts = Readonly<Record<(typeof PARTS)[number], number>>;

/** CPU time in µs per unit of work for each part, and the number of units per order. */
export interface Work extends Parts {
  readonly name: string;
  readonly perOrder: number;
}

/** In fully used cores for each part. */
export interface Need extends Parts {
  readonly name: string;
  readonly perSecond: number;
}

export function getNeeds(works: readonly Work[], ordersPerHour: number): Need[] {
  return works.map(({ name, service, postgres, engine, perOrder }) => {
    const perSecond = (ordersPerHour * perOrder) / 3600;
    return {
      name,
      perSecond,
      service: (perSecond * service) / 1e6,
      postgres: (perSecond * postgres) / 1e6,
      engine: (perSecond * engine) / 1e6,
    };
  });
}

/** Reads the rows of the table whose first column is titled `work`. @throws Error for a cell without a number */
export function listBenchmarks(document: string): Work[] {
  const rows = document.slice(document.indexOf("| work |")).split("\n\n")[0]?.split("\n").slice(2) ?? [];
  return rows.map((row) => {
    const [, name = "", ...cells] = row.split("|").map((cell) => cell.trim());
    const numbers = cells.slice(0, 4).map((cell) => Number(cell.replaceAll(",", "")));
    const [service = Number.NaN, postgres = Number.NaN, engine = Number.NaN, perOrder = Number.NaN] = numbers;
    if ([service, postgres, engine, perOrder].some(Number.isNaN)) {
      throw new Error(`Not a row of figures: ${row}`);
    }
    return { name, service, postgres, engine, perOrder };
  });
}

export function writePlan(): void {
  const document = readFileSync(DOCUMENT, "utf8");
  const works = listBenchmarks(document);
  const plans = RATES.map((rate) => getNeeds(works, rate));
  const total = (needs: readonly Need[], of: keyof Parts) => needs.reduce((sum, need) => sum + need[of], 0);
  const row = (title: string, cell: (needs: Need[]) => string) => [title, ...plans.map(cell)];
  const cores = (of: keyof Parts) => (needs: Need[]) => formatInteger(Math.ceil(total(needs, of) / MAX_BUSY));
  const text = table(
    "Busy cores and what they require, by orders an hour",
    ["", ...RATES.map(formatInteger)],
    [
      row("busy cores: service + PostgreSQL + engine", (needs) =>
        PARTS.map((part) => short(total(needs, part))).join(" + "),
      ),
      row(`service processes, at most ${MAX_BUSY * 100} % busy`, cores("service")),
      row(`PostgreSQL cores, at most ${MAX_BUSY * 100} % busy`, cores("postgres")),
      row(`road engine cores, at most ${MAX_BUSY * 100} % busy`, cores("engine")),
    ],
  );
  writeFileSync(DOCUMENT, withSections(document, [{ name: "plan", text }]));
  console.log(`\n${text}`);
}

function short(value: number): string {
  if (value >= 100) return formatInteger(value);
  return value >= 10
    ? value.toFixed(0)
    : value >= 1
      ? value.toFixed(1)
      : value.toFixed(value >= 0.01 ? 2 : 3);
}
