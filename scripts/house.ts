// npm run house: reports the size and shape of the code base. A measure with a limit fails npm test.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { pathsBelow, TOP_FILES } from "@/scripts/sources";
import { findStyleIssues } from "@/scripts/style-rules";

const CODE = /\.(ts|tsx|mjs|css|prisma|py|php)$/;
const TEST = /\.(test|spec)\./;
const MAIN = ["app", "components", "lib", "prisma", "scripts"];
const BESIDE = ["bench", "packages", "clients"];
const COLUMN_LINE =
  /^ {2}\w+: (bool|bytea|float8|int4|int8|numeric|text|timestamptz|uuid|oneOf|someOf|arrayOf|json)\b/gm;
const PRISMA_CALL =
  /\.(findUnique|findFirst|findMany|create|createMany|update|updateMany|upsert|delete|deleteMany|count|aggregate|groupBy)(OrThrow|AndReturn)?\(\s*\{/g;
const RAW_STATEMENT = /\b(query|execute)\([^()]*(\([^()]*\))?[^()]*\)`/g;

interface Measure {
  readonly name: string;
  readonly value: number;
  /** Maximum that passes; with `isFloor`, the minimum. A size has none. */
  readonly ceiling?: number;
  readonly isFloor?: boolean;
}

interface File {
  readonly path: string;
  readonly text: string;
}

const read = (paths: readonly string[]): File[] =>
  paths.map((path) => ({ path, text: readFileSync(path, "utf8") }));

const getFiles = (folders: readonly string[], pattern: RegExp): File[] =>
  read(pathsBelow(folders, pattern).filter((path) => !TEST.test(path)));

const countIn = (files: readonly File[], pattern: RegExp): number =>
  files.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
const countLines = (files: readonly File[]): number => countIn(files, /\n/g);
const countWords = (files: readonly File[]): number => countIn(files, /\S+/g);

export function measureHouse(): Measure[] {
  const main = [...getFiles(MAIN, CODE), ...read(TOP_FILES)];
  const all = [...main, ...getFiles(BESIDE, CODE)];
  const scripted = main.filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path));
  const library = scripted.filter(({ path }) => path.startsWith("lib/"));
  const documents = [
    ...getFiles(["docs"], /\.md$/),
    ...read(["README.md", "SECURITY.md", "CONTRIBUTING.md"]),
  ];
  const decisions = documents.filter(({ path }) => /^docs\/decisions\/\d/.test(path));
  const plantedBugs = getFiles(["scripts"], /planted-bugs\.json$/);
  const style = findStyleIssues();
  return [
    { name: "production lines", value: countLines(all) },
    { name: "production lines of the service", value: countLines(scripted) },
    { name: "Prisma client calls", value: countIn(scripted, PRISMA_CALL) },
    { name: "raw statements", value: countIn(scripted, RAW_STATEMENT) },
    { name: "lines that mirror a column", value: countIn(library, COLUMN_LINE) },
    { name: "route files under app/v1", value: routeFiles(main), ceiling: 13, isFloor: true },
    { name: "globalThis singletons", value: countIn(library, /= globalThis as/g), ceiling: 1 },
    {
      name: "types with Order in their names",
      value: countIn(scripted, /^(export )?(interface|type|class) \w*Order\w*/gm),
    },
    { name: "words of documents", value: countWords(documents) },
    { name: "decisions", value: decisions.length },
    { name: "lines of planted bugs", value: countLines(plantedBugs) },
    {
      name: "style issues per 1,000 lines",
      value: round((style.issues.length / style.lines) * 1000),
      ceiling: 2,
    },
    {
      name: "functions named …Of",
      value: countIn(scripted, /^(export )?(async )?function \w+Of\b/gm),
      ceiling: 0,
    },
    {
      name: "limits not named MAX_ or MIN_",
      value: countIn(scripted, /^(export )?const (MOST|LONGEST|SHORTEST|FEWEST)_/gm),
      ceiling: 0,
    },
    { name: "% comment lines in lib", value: commentShare(library) },
  ];
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Comments other than the docstrings of exports, in percent of all lines. */
function commentShare(files: readonly File[]): number {
  const comments = /^[ \t]*(\/\/.*\n|\/\*(?:[^*]|\*(?!\/))*\*\/\n(?![ \t]*export ))/gm;
  const lines = files
    .flatMap(({ text }) => text.match(comments) ?? [])
    .join("")
    .split("\n").length;
  return round((lines / countLines(files)) * 100);
}

const routeFiles = (files: readonly File[]) =>
  files.filter(({ path }) => /^app\/v1\/.+\/route\.ts$/.test(path)).length;

export function isExceeded({ value, ceiling, isFloor = false }: Measure): boolean {
  if (ceiling === undefined) return false;
  return isFloor ? value < ceiling : value > ceiling;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const measures = measureHouse();
  for (const measure of measures) {
    const { name, value, ceiling, isFloor } = measure;
    const verdict = isExceeded(measure) ? "  EXCEEDED" : "";
    const limit = ceiling === undefined ? "" : `  ${isFloor ? "≥" : "≤"} ${ceiling}`;
    console.log(`${name.padEnd(34)} ${String(value).padStart(7)}${limit}${verdict}`);
  }
  process.exit(measures.some(isExceeded) ? 1 : 0);
}
