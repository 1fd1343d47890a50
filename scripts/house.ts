// npm run house: reports the size and shape of the code base.
import { readFileSync } from "node:fs";
import { pathsBelow, TOP_FILES } from "@/scripts/sources";
import { findStyleIssues, readStyledFiles, type TextFile } from "@/scripts/style-rules";

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
}

const read = (paths: readonly string[]): TextFile[] =>
  paths.map((path) => ({ path, text: readFileSync(path, "utf8") }));

const getFiles = (folders: readonly string[], pattern: RegExp): TextFile[] =>
  read(pathsBelow(folders, pattern).filter((path) => !TEST.test(path)));

const countIn = (files: readonly TextFile[], pattern: RegExp): number =>
  files.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
const countLines = (files: readonly TextFile[]): number => countIn(files, /\n/g);
const countWords = (files: readonly TextFile[]): number => countIn(files, /\S+/g);

function measureHouse(): Measure[] {
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
  const styled = readStyledFiles();
  return [
    { name: "production lines", value: countLines(all) },
    { name: "production lines of the service", value: countLines(scripted) },
    { name: "Prisma client calls", value: countIn(scripted, PRISMA_CALL) },
    { name: "raw statements", value: countIn(scripted, RAW_STATEMENT) },
    { name: "lines that mirror a column", value: countIn(library, COLUMN_LINE) },
    { name: "route files under app/v1", value: routeFiles(main) },
    {
      name: "types with Order in their names",
      value: countIn(scripted, /^(export )?(interface|type|class) \w*Order\w*/gm),
    },
    { name: "words of documents", value: countWords(documents) },
    { name: "decisions", value: decisions.length },
    { name: "lines of planted bugs", value: countLines(plantedBugs) },
    {
      name: "style issues per 1,000 lines",
      value: round((findStyleIssues(styled).length / countLines(styled)) * 1000),
    },
    { name: "% comment lines in lib", value: commentShare(library) },
  ];
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Comments other than the docstrings of exports, in percent of all lines. */
function commentShare(files: readonly TextFile[]): number {
  const comments = /^[ \t]*(\/\/.*\n|\/\*(?:[^*]|\*(?!\/))*\*\/\n(?![ \t]*export ))/gm;
  const lines = files
    .flatMap(({ text }) => text.match(comments) ?? [])
    .join("")
    .split("\n").length;
  return round((lines / countLines(files)) * 100);
}

const routeFiles = (files: readonly TextFile[]) =>
  files.filter(({ path }) => /^app\/v1\/.+\/route\.ts$/.test(path)).length;

for (const { name, value } of measureHouse()) console.log(`${name.padEnd(34)} ${String(value).padStart(7)}`);
