import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MUTANTS } from "@/scripts/mutants.mjs";
import { pathsBelow } from "@/scripts/sources";

type Texts = Readonly<Record<string, string>>;
type Bug = (typeof MUTANTS)[number];

const readAll = (paths: readonly string[]): Texts =>
  Object.fromEntries(paths.map((path) => [path, readFileSync(path, "utf8")]));

/** Returns the bugs whose replaced text is not in its file. */
const findStale = (bugs: readonly Bug[], files: Texts): string[] =>
  bugs.filter(({ file, from }) => !files[file]?.includes(from)).map(({ bug }) => bug);

const DEFINITION = /CREATE (?:OR REPLACE )?(?:CONSTRAINT )?(FUNCTION|TRIGGER) (\w+)/g;

/** Returns the bugs in a function or trigger that a later migration defines again: they would change nothing. */
const findReplaced = (bugs: readonly Bug[], migrations: Texts): string[] =>
  bugs
    .filter(({ file, from }) => {
      const text = migrations[file] ?? "";
      const before = text.slice(0, text.indexOf(from) + from.length);
      const [, kind, name] = [...before.matchAll(DEFINITION)].at(-1) ?? [];
      if (name === undefined) return false;
      const again = new RegExp(`${kind} ${name}\\b`);
      return Object.entries(migrations).some(([path, later]) => path > file && again.test(later));
    })
    .map(({ bug }) => bug);

/** Returns the bugs whose test does not exist: a run without tests fails, and would count as caught. */
const findUntested = (bugs: readonly Bug[], tests: Texts): string[] =>
  bugs
    .filter(
      ({ tests: path, named = "" }) =>
        !Object.entries(tests).some(([file, text]) => file.includes(path) && text.includes(named)),
    )
    .map(({ bug }) => bug);

const PLANTED: Bug = {
  bug: "planted",
  file: "lib/orders/order.ts",
  from: "FOR UPDATE",
  to: "",
  tests: "orders/order",
  named: "locks",
};

it("every planted bug matches the current code", () => {
  expect(MUTANTS.length).toBeGreaterThan(30);
  expect(findStale(MUTANTS, readAll(MUTANTS.map(({ file }) => file)))).toEqual([]);
  expect(findStale([PLANTED], { "lib/orders/order.ts": "FOR SHARE" })).toEqual(["planted"]);
  expect(findStale([PLANTED], { "lib/orders/order.ts": "SELECT 1 FOR UPDATE" })).toEqual([]);
});

it("every planted bug of a migration is in the newest definition of its function or trigger", () => {
  const migrations = readAll(pathsBelow(["prisma/migrations"], /\.sql$/));
  expect(findReplaced(MUTANTS, migrations)).toEqual([]);
  const first = "CREATE FUNCTION lock_order() AS $$ SELECT 1 FOR UPDATE $$";
  const bug = { ...PLANTED, file: "prisma/migrations/1/migration.sql" };
  const later = (text: string) => ({ [bug.file]: first, "prisma/migrations/2/migration.sql": text });
  expect(findReplaced([bug], later("CREATE OR REPLACE FUNCTION lock_order() AS $$ SELECT 1 $$"))).toEqual([
    "planted",
  ]);
  expect(findReplaced([bug], later("CREATE FUNCTION lock_order_of() AS $$ SELECT 1 $$"))).toEqual([]);
});

it("every planted bug names existing tests", () => {
  const folders = ["app", "components", "e2e", "lib", "messages", "packages", "scripts"];
  expect(findUntested(MUTANTS, readAll(pathsBelow(folders, /\.test\.tsx?$/)))).toEqual([]);
  expect(findUntested([PLANTED], { "lib/orders/order.test.ts": 'it("locks")' })).toEqual([]);
  expect(findUntested([PLANTED], { "lib/orders/order.test.ts": 'it("waits")' })).toEqual(["planted"]);
  expect(findUntested([PLANTED], { "lib/orders/stop.test.ts": 'it("locks")' })).toEqual(["planted"]);
});
