import { readFileSync, writeFileSync } from "node:fs";
import { withSections } from "@/bench/report";
import { table, whole } from "@/bench/table";

const DOCUMENT = "docs/scaling.md";
const RATES = [100, 10_000, 1_000_000];
/** A process or a server that is busier than this answers late when work comes in bursts. */
const MOST_BUSY = 0.6;

/** What one unit of work costs, in µs of the service's main thread and of PostgreSQL, and how many an order causes. */
export interface Work {
  readonly name: string;
  readonly service: number;
  readonly postgres: number;
  readonly perOrder: number;
}

/** What orders at this rate keep busy. */
export interface Need {
  readonly name: string;
  readonly perSecond: number;
  /** Cores, fully used. */
  readonly service: number;
  readonly postgres: number;
}

/** The needs of each kind of work at a rate of orders an hour. */
export function needsOf(works: readonly Work[], ordersPerHour: number): Need[] {
  return works.map(({ name, service, postgres, perOrder }) => {
    const perSecond = (ordersPerHour * perOrder) / 3600;
    return {
      name,
      perSecond,
      service: (perSecond * service) / 1e6,
      postgres: (perSecond * postgres) / 1e6,
    };
  });
}

/**
 * Reads the works from a document: the rows of the table whose first column is titled `work`.
 *
 * @throws Error when a cell that should hold a number holds none
 */
export function worksIn(document: string): Work[] {
  const rows = document.slice(document.indexOf("| work |")).split("\n\n")[0]?.split("\n").slice(2) ?? [];
  return rows.map((row) => {
    const [, name = "", ...cells] = row.split("|").map((cell) => cell.trim());
    const [service = Number.NaN, postgres = Number.NaN, perOrder = Number.NaN] = cells
      .slice(0, 3)
      .map((cell) => Number(cell.replaceAll(",", "")));
    if ([service, postgres, perOrder].some(Number.isNaN)) throw new Error(`Not a row of figures: ${row}`);
    return { name, service, postgres, perOrder };
  });
}

/** Works out what several rates need, from the table of docs/scaling.md, and writes it there. */
export function writePlan(): void {
  const document = readFileSync(DOCUMENT, "utf8");
  const works = worksIn(document);
  const plans = RATES.map((rate) => needsOf(works, rate));
  const total = (needs: readonly Need[], of: "service" | "postgres") =>
    needs.reduce((sum, need) => sum + need[of], 0);
  const cell = ({ perSecond, service, postgres }: Need) =>
    `${short(perSecond)}: ${short(service)} + ${short(postgres)}`;
  const hosts = (of: "service" | "postgres") =>
    plans.map((needs) => whole(Math.ceil(total(needs, of) / MOST_BUSY)));
  const rows = works.map(({ name }, index) => [
    name,
    ...plans.map((needs) => (needs[index] === undefined ? "" : cell(needs[index]))),
  ]);
  const text = table(
    "Units of work a second, and the cores of the service and of PostgreSQL that they keep busy, by orders an hour",
    ["work", ...RATES.map(whole)],
    [
      ...rows,
      [
        "busy cores in all",
        ...plans.map((n) => `${short(total(n, "service"))} + ${short(total(n, "postgres"))}`),
      ],
      [`processes of the service, each at most ${MOST_BUSY * 100} % busy`, ...hosts("service")],
      [`cores of PostgreSQL, at most ${MOST_BUSY * 100} % busy`, ...hosts("postgres")],
    ],
  );
  writeFileSync(DOCUMENT, withSections(document, [{ name: "plan", text }]));
  console.log(`\n${text}`);
}

function short(value: number): string {
  if (value >= 100) return whole(value);
  return value >= 10
    ? value.toFixed(0)
    : value >= 1
      ? value.toFixed(1)
      : value.toFixed(value >= 0.01 ? 2 : 3);
}
