import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

/** A source file and what it imports, as addresses from the root of the project or package names. */
interface Source {
  readonly file: string;
  readonly imports: readonly string[];
}

const FOLDERS = ["app", "components", "lib"].filter((folder) => existsSync(folder));

function sources(): Source[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("lib/db/generated")),
  ).map((file) => ({ file, imports: importsOf(file, readFileSync(file, "utf8")) }));
}

function importsOf(file: string, text: string): string[] {
  const found = text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g);
  return [...found].map(([, name = ""]) => {
    if (name.startsWith("@/")) return name.slice(2);
    return name.startsWith(".") ? join(dirname(file), name) : name;
  });
}

const subjectOf = (file: string): string | undefined => /^lib\/([^/]+)\//.exec(file)?.[1];
const isTest = (file: string): boolean => file.includes(".test.");

/** One rule of the house: which imports break it, and what to tell whoever wrote one. */
interface Rule {
  readonly rule: string;
  readonly reason: string;
  readonly wayOut: string;
  readonly isBroken: (file: string, imported: string) => boolean;
}

const isFramework = (name: string): boolean => /^(next|react|react-dom)(\/|$)/.test(name);
const isSubject = (name: string | undefined): boolean =>
  name !== undefined && name !== "api" && name !== "db";

const RULES: readonly Rule[] = [
  {
    rule: "No subject of lib imports lib/api, Next or React",
    reason: "an order can be cancelled by a page, a job or a command as well as by a request",
    wayOut: "give the verb plain values, and translate in lib/api, app or components",
    isBroken: (file, imported) =>
      isSubject(subjectOf(file)) &&
      subjectOf(file) !== "reference" &&
      !isTest(file) &&
      (imported.startsWith("lib/api/") || isFramework(imported)),
  },
  {
    rule: "No file under app/v1 or lib/api imports Next or React",
    reason: "the direct lane runs the same handlers without either",
    wayOut: "work with Request and Response",
    isBroken: (file, imported) => /^(app\/v1|lib\/api)\//.test(file) && isFramework(imported),
  },
  {
    rule: "A store is imported by its own folder alone",
    reason: "whoever reads tables past the verbs reads past their rules and their scope",
    wayOut: "call a verb of that folder, or write one",
    isBroken: (file, imported) => {
      const owner = /^lib\/([^/]+)\/(?:\w+-)?store$/.exec(imported)?.[1];
      return owner !== undefined && subjectOf(file) !== owner && !isTest(file);
    },
  },
  {
    rule: "lib imports neither app nor components",
    reason: "pages know the field, the field knows no pages",
    wayOut: "move what is shared into lib",
    isBroken: (file, imported) => file.startsWith("lib/") && /^(app|components)\//.test(imported),
  },
  {
    rule: "components imports nothing of app",
    reason: "a page puts components together, and a component that knew its page could stand in no other",
    wayOut: "have the page hand over the server action, and keep shared types with the component",
    isBroken: (file, imported) => file.startsWith("components/") && imported.startsWith("app/"),
  },
  {
    rule: "maplibre-gl is imported by components/map alone",
    reason: "it is 430 KB and must stay lazy",
    wayOut: "use the components of components/map",
    isBroken: (file, imported) => imported.startsWith("maplibre-gl") && !file.startsWith("components/map/"),
  },
];

const MINTERS = [
  "lib/accounts/check-session.ts",
  "lib/accounts/scope.ts",
  "lib/accounts/store.ts",
  "lib/orders/carrying/store.ts",
  "lib/orders/ops-store.ts",
];

describe("the structure of the house", () => {
  it.each(RULES)("$rule, since $reason", ({ isBroken, rule, wayOut }) => {
    const broken = sources().flatMap(({ file, imports }) =>
      imports.filter((imported) => isBroken(file, imported)).map((imported) => `${file} imports ${imported}`),
    );
    expect(broken, `${rule}. Way out: ${wayOut}.`).toEqual([]);
  });

  it("only the key check and the session gate mint a scope, and an order's own row for its courier and for operators", () => {
    const minting = sources()
      .filter(({ file }) => !isTest(file) && readFileSync(file, "utf8").includes("mintScope("))
      .map(({ file }) => file);
    expect(minting.sort()).toEqual(MINTERS);
  });

  it("only lib/config.ts reads the environment", () => {
    // The samples of the reference show how a client reads its own.
    const exempt = ["lib/config.ts", "lib/reference/samples.ts"];
    const reading = sources().filter(
      ({ file }) =>
        !exempt.includes(file) && !isTest(file) && /process\.env/.test(readFileSync(file, "utf8")),
    );
    expect(reading.map(({ file }) => file)).toEqual([]);
  });

  it("files have names in kebab-case and none that says nothing", () => {
    const bad = sources()
      .map(({ file }) => file)
      .filter((file) => file.startsWith("lib/") || file.startsWith("components/"))
      .filter(
        (file) =>
          !/^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.tsx?$/.test(basename(file)) ||
          /(utils?|helpers?|misc|common|manager|service|index)\.tsx?$/.test(basename(file)),
      );
    expect(bad).toEqual([]);
  });

  it("paths that the documents cite exist", () => {
    const notes = readdirSync("docs").filter((name) => name.endsWith(".md"));
    const documents = ["README.md", ...notes.map((name) => join("docs", name))];
    const missing = documents.flatMap((document) => {
      const cited = readFileSync(document, "utf8").matchAll(
        /[`"]((?:app|lib|scripts|prisma|e2e|docs|public|\.ci)\/[\w./[\]()-]+)[`"]/g,
      );
      return [...cited]
        .map(([, path = ""]) => path)
        .filter((path) => {
          try {
            return readdirSync(dirname(path)).includes(basename(path)) === false;
          } catch {
            return true;
          }
        })
        .map((path) => `${document}: ${path}`);
    });
    expect(missing).toEqual([]);
  });
});
