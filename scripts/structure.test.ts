import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { getSources, isTest, type Source } from "@/scripts/sources";
import { ALONE } from "@/vitest.config";

const SOURCES = getSources(
  "app",
  "bench",
  "components",
  "lib",
  "packages",
  "scripts",
  "prisma",
  "testing",
  "e2e",
);

const parseSubject = (file: string): string | undefined => /^lib\/([^/]+)\//.exec(file)?.[1];

/** Files that parse JSON of the service itself, of its operator or of a service that the operator chose. */
const PARSING: readonly string[] = [
  "app/(site)/docs/reference-docs.ts",
  "app/(site)/docs/try-form.ts",
  "app/mcp/call-tool.ts",
  "lib/api-runtime/run-operation.ts",
  "lib/api/webhooks.ts",
  "lib/audit/list-records.ts",
  "lib/backup/list-backups.ts",
  "lib/backup/restore-backup.ts",
  "lib/backup/restore-space.ts",
  "lib/batches/run-batches.ts",
  "lib/city/build/bundled-city.ts",
  "lib/city/build/check-city.ts",
  "lib/city/build/download-extract.ts",
  "lib/city/build/install-city.ts",
  "lib/city/city.ts",
  "lib/config.ts",
  "lib/db/json-rows.ts",
  "lib/db/read-value.ts",
  "lib/geocoding/geocoder.ts",
  "lib/http/bounded-json.ts",
  "lib/package-root.ts",
  "lib/personal-data/erase-event-body.ts",
  "lib/personal-data/erasure.ts",
  "lib/process/check-services.ts",
  "lib/request-log/logged-headers.ts",
  "lib/request-log/mask.ts",
  "lib/request-log/placeholder-body.ts",
  "lib/request-log/request-text.ts",
  "lib/routing/osrm.ts",
  "lib/webhooks/stored-headers.ts",
  "lib/webhooks/webhook-event.ts",
];

/** A rule about imports: which imports break it, the reason, and the fix. */
interface Rule {
  readonly rule: string;
  readonly reason: string;
  readonly wayOut: string;
  readonly isBroken: (file: string, imported: string) => boolean;
}

const isFramework = (name: string): boolean => /^(next|react|react-dom)(\/|$)/.test(name);
const isSubject = (name: string | undefined): boolean =>
  name !== undefined && !["api", "api-runtime", "courier-app", "docs", "db"].includes(name);

const RULES: readonly Rule[] = [
  {
    rule: "No subject of lib imports what serves it over HTTP, Next or React",
    reason: "an order can be cancelled by a page, a job or a command as well as by a request",
    wayOut: "give the verb plain values, and translate in lib/courier-app, app or components",
    isBroken: (file, imported) =>
      isSubject(parseSubject(file)) &&
      !isTest(file) &&
      (/^(app\/|lib\/(api|courier-app\/serve))/.test(imported) || isFramework(imported)),
  },
  {
    rule: "No file under app/v1, app/mcp, lib/api, lib/api-runtime or lib/http imports Next or React",
    reason: "the Node adapter runs the same handlers without either",
    wayOut: "work with HttpRequest and Reply",
    isBroken: (file, imported) =>
      /^(app\/(v1|mcp)|lib\/(api|api-runtime|http))\//.test(file) && isFramework(imported),
  },
  {
    rule: "A store is imported by its own folder alone",
    reason: "a read that bypasses the verbs bypasses their rules and their scope",
    wayOut: "call a verb of that folder, or write one",
    isBroken: (file, imported) => {
      const owner = /^(lib\/.+\/)(?:\w+-)?store$/.exec(imported)?.[1];
      return owner !== undefined && !file.startsWith(owner) && !isTest(file);
    },
  },
  {
    rule: "lib imports neither app nor components, and only its tests import testing",
    reason: "pages know the field, the field knows no pages",
    wayOut: "move what is shared into lib",
    isBroken: (file, imported) =>
      file.startsWith("lib/") &&
      (/^(app|components)\//.test(imported) || (imported.startsWith("testing/") && !isTest(file))),
  },
  {
    rule: "A package imports nothing of this service",
    reason: "it can be understood, replaced or published by itself",
    wayOut: "have the caller pass what the package needs",
    isBroken: (file, imported) => {
      const own = /^packages\/[^/]+\//.exec(file)?.[0];
      return (
        own !== undefined &&
        !isTest(file) &&
        imported.includes("/") &&
        !/^(@(?!\/)|node:)/.test(imported) &&
        !imported.startsWith(own)
      );
    },
  },
  {
    rule: "The service imports nothing of testing, e2e, scripts or the benchmarks",
    reason: "it is built and started without them",
    wayOut: "move what it needs into lib",
    isBroken: (file, imported) =>
      !isTest(file) && !/^(scripts|bench)\//.test(file) && /^(testing|e2e|bench|scripts)\//.test(imported),
  },
  {
    rule: "components imports nothing of app, but in tests",
    reason: "a page puts components together, and a component that knew its page could stand in no other",
    wayOut: "have the page hand over the server action, and keep shared types with the component",
    isBroken: (file, imported) =>
      file.startsWith("components/") && !isTest(file) && imported.startsWith("app/"),
  },
  {
    rule: "maplibre-gl is imported by components/map alone",
    reason: "it is 430 KB and must stay lazy",
    wayOut: "use the components of components/map",
    isBroken: (file, imported) => imported.startsWith("maplibre-gl") && !file.startsWith("components/map/"),
  },
];

/**
 * Files that create proofs; other files only pass them on. A proof states that the caller may act on an account's
 * orders in a mode, that an order's row was read, or that it is locked.
 */
const MINTERS = {
  mintScope: [
    "lib/accounts/check-session.ts",
    "lib/accounts/scope.ts",
    "lib/accounts/store.ts",
    "lib/batches/run-batches.ts",
    "lib/demo/scopes.ts",
    "lib/orders/load-order.ts",
    "lib/reports/sum-order-days.ts",
    "lib/simulator/store.ts",
    "lib/statements/close-statements.ts",
    "prisma/seed.ts",
    "scripts/courier-commands.ts",
    "scripts/webhook-commands.ts",
  ],
  brandOrderRef: ["lib/orders/load-order.ts", "lib/orders/order-ref.ts"],
  brandLockedOrder: ["lib/orders/load-order.ts", "lib/orders/order-ref.ts"],
} as const;

const formatName = (called: ts.SignatureDeclaration): string =>
  ts.getNameOfDeclaration(ts.isVariableDeclaration(called.parent) ? called.parent : called)?.getText() ?? "";

/** Returns the lines where a component or hook writes to a ref in its own body, so while it renders. */
function refWritesInRender({ file, text }: Source): string[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const visit = (node: ts.Node, caller: string): void => {
    const isWrite =
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      node.operatorToken.kind <= ts.SyntaxKind.LastAssignment &&
      ts.isPropertyAccessExpression(node.left) &&
      node.left.name.text === "current";
    if (isWrite && /^(use)?[A-Z]/.test(caller)) {
      const { line } = parsed.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1}`);
    }
    const inner = ts.isFunctionLike(node) ? formatName(node) : caller;
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  ts.forEachChild(parsed, (node) => visit(node, ""));
  return found;
}

// `radio` and its group are left out, since browsers handle the keys of radio buttons.
const COMPOSITE_ROLE =
  /\brole(=|: )\{?"(combobox|grid|gridcell|listbox|menu|menubar|menuitem\w*|option|tab|tablist|tabpanel|tree|treegrid|treeitem)"/;

/**
 * Waits and limits of tests that a busy machine exceeds, each with a line that has it. `testing/patience.mjs` is the
 * limit of every wait.
 */
const HASTY: readonly { readonly pattern: RegExp; readonly sample: string }[] = [
  {
    pattern: /\.poll\([^;]*\btimeout: (?!PATIENCE_MS)/,
    sample: "expect.poll(read, { timeout: 5_000 }).toBe(1);",
  },
  {
    pattern: /\bvi\.wait(For|Until)\((?![^;]*PATIENCE_MS)/,
    sample: "await vi.waitFor(() => expect(sent).toBe(1));",
  },
  {
    pattern: /\bpollUntil\([^;]*, [\d_]+,?\s*\);/,
    sample: "await pollUntil(() => isOver, 10_000);",
  },
  { pattern: /\btest\.setTimeout\(/, sample: "test.setTimeout(60_000);" },
  {
    pattern: /\.(toBe\w+|to(Have|Contain)\w+)\([^;]*\btimeout: (?!1_000\b)\d/,
    sample: "await expect(row).toBeVisible({ timeout: 15_000 });",
  },
];

describe("the structure of the code", () => {
  it.each(HASTY)("waits in tests for at least PATIENCE_MS: $sample", ({ pattern, sample }) => {
    expect(sample).toMatch(pattern);
    const hasty = SOURCES.filter(
      ({ file, text }) =>
        /\.(test|spec)\.tsx?$/.test(file) && file !== "scripts/structure.test.ts" && pattern.test(text),
    );
    expect(
      hasty.map(({ file }) => file),
      "Way out: no own limit, or PATIENCE_MS.",
    ).toEqual([]);
  });

  it.each(RULES)("$rule, since $reason", ({ isBroken, rule, wayOut }) => {
    const broken = SOURCES.flatMap(({ file, imports }) =>
      imports.filter((imported) => isBroken(file, imported)).map((imported) => `${file} imports ${imported}`),
    );
    expect(broken, `${rule}. Way out: ${wayOut}.`).toEqual([]);
  });

  it.each(Object.entries(MINTERS))("calls %s only where its proof is available", (name, places) => {
    const call = new RegExp(`\\b${name}(<[^(]*>)?\\(`);
    const minting = SOURCES.filter(({ file, text }) => !isTest(file) && call.test(text));
    expect(minting.map(({ file }) => file).sort()).toEqual(places);
  });

  it("allows only lib/config.ts to read the environment", () => {
    // The samples in the reference show how a client reads its own settings.
    const exempt = ["lib/config.ts", "lib/docs/samples.ts", "lib/docs/snippets.ts"];
    const reading = SOURCES.filter(
      ({ file, text }) =>
        /^(app|components|lib)\//.test(file) &&
        !isTest(file) &&
        !exempt.includes(file) &&
        /process\.env/.test(text),
    );
    expect(reading.map(({ file }) => file)).toEqual([]);
  });

  it("reads and parses what others send only within limits", () => {
    // The samples of the documentation are not run here.
    const isServed = (file: string) => /^(app|lib\/(?!docs\/))/.test(file) && !isTest(file);
    const served = SOURCES.filter(({ file }) => isServed(file) && !file.startsWith("lib/db/generated/"));
    const list = (pattern: RegExp) => served.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
    expect(list(/\brequest\.(json|text|formData|arrayBuffer|blob|bytes)\(/), "Way out: readWebBody.").toEqual(
      [],
    );
    expect(
      list(/\bJSON\.parse\(/).filter((file) => !PARSING.includes(file)),
      "Way out: parseBoundedJson, or the list if only the service, its operator or its database writes the text.",
    ).toEqual([]);
  });

  it("keeps raw SQL in lib/db/sql.ts, where rows are checked against PostgreSQL's description", () => {
    const raw = SOURCES.filter(
      ({ file, text }) => !file.startsWith("lib/db/") && !isTest(file) && /\$(query|execute)Raw/.test(text),
    );
    expect(
      raw.map(({ file }) => file),
      "Way out: query(db, { … })`…` or execute(db)`…`.",
    ).toEqual([]);
  });

  it("writes no ref while rendering, since React may render without showing the result", () => {
    const rendering = SOURCES.filter(
      ({ file, text }) => /^(app|components)\//.test(file) && !isTest(file) && text.includes(".current"),
    );
    expect(rendering.length).toBeGreaterThan(20);
    expect(rendering.flatMap(refWritesInRender), "Way out: useEffectEvent or useLatest.").toEqual([]);
  });

  it("keeps composite widget roles in components/ui", () => {
    const composite = SOURCES.filter(
      ({ file, text }) => /^(app|components)\//.test(file) && !isTest(file) && COMPOSITE_ROLE.test(text),
    );
    expect(composite.map(({ file }) => file).sort(), "Way out: use Tabs or useCombobox.").toEqual([
      "components/ui/combobox.tsx",
      "components/ui/tabs.tsx",
    ]);
  });

  it("begins transactions only with db.transaction, and uses no model call that escapes a transaction", () => {
    const foreign = SOURCES.filter(
      ({ file, text }) =>
        /^(app|lib|prisma)\//.test(file) &&
        file !== "lib/db/models.ts" &&
        !isTest(file) &&
        /\.(\$transaction|findUnique(OrThrow)?)\(/.test(text),
    );
    expect(
      foreign.map(({ file }) => file),
      "Way out: tx.models in db.transaction(async (tx) => …), and findFirst.",
    ).toEqual([]);
  });

  it("isolates each test that replaces a module, since files of one worker share modules", () => {
    const replacing = SOURCES.filter(({ file, text }) => isTest(file) && /^vi\.mock\(/m.test(text));
    expect(replacing.map(({ file }) => file).sort()).toEqual(Object.values(ALONE).flat().sort());
  });

  it("names files in kebab-case and never with a name without meaning", () => {
    const bad = SOURCES.map(({ file }) => file)
      .filter((file) => /^(lib|components|scripts|testing|e2e|packages)\//.test(file))
      .filter(
        (file) =>
          !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|d))?\.tsx?$/.test(basename(file)) ||
          /(utils?|helpers?|misc|common|manager|service|index)\.tsx?$/.test(basename(file)),
      );
    expect(bad).toEqual([]);
  });

  it("has every path that the documents cite", () => {
    const notes = readdirSync("docs", { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".md"),
    );
    const documents = ["README.md", ...notes.map((name) => join("docs", name))];
    const missing = documents.flatMap((document) => {
      const cited = readFileSync(document, "utf8").matchAll(
        /[`"]((?:app|components|docs|packages|e2e|lib|messages|prisma|public|scripts|testing|\.ci)\/[\w./[\]()-]+)[`"]/g,
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
