import { basename } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { getSources, isTest, type Source, TOP_FILES, toSources } from "@/scripts/sources";
import { ALONE } from "@/vitest.config";

/** All but this file, which contains planted violations. */
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
).filter(({ file }) => file !== "scripts/structure.test.ts");

/** Files that parse JSON of the service itself, of its operator or of a service that the operator chose. */
const PARSING: readonly string[] = [
  "app/(site)/docs/reference-docs.ts",
  "app/(site)/docs/try-form.ts",
  "app/mcp/call-tool.ts",
  "lib/api/run-operation.ts",
  "lib/api/webhooks.ts",
  "lib/audit/list-records.ts",
  "lib/process/backup/list-backups.ts",
  "lib/process/backup/restore-backup.ts",
  "lib/process/backup/restore-space.ts",
  "lib/imports/batches/run-batches.ts",
  "lib/city/build/bundled-city.ts",
  "lib/city/build/check-city.ts",
  "lib/city/build/download-extract.ts",
  "lib/city/build/install-city.ts",
  "lib/city/city.ts",
  "lib/config.ts",
  "lib/db/json-rows.ts",
  "lib/db/get-reader.ts",
  "lib/events/list-order-events.ts",
  "lib/city/geocoding/geocoder.ts",
  "lib/http/bounded-json.ts",
  "lib/package-root.ts",
  "lib/privacy/erase-event-body.ts",
  "lib/privacy/erasure.ts",
  "lib/process/check-services.ts",
  "lib/api/request-log/logged-headers.ts",
  "lib/api/request-log/mask.ts",
  "lib/api/request-log/placeholder-body.ts",
  "lib/api/request-log/request-text.ts",
  "lib/routing/osrm.ts",
  "lib/webhooks/stored-headers.ts",
  "lib/webhooks/webhook-event.ts",
];

/** A rule about source files, and a violation that it must find. */
interface Rule {
  readonly rule: string;
  readonly reason: string;
  readonly fix: string;
  /** Returns each file that breaks the rule, with what it does. */
  readonly find: (sources: readonly Source[]) => string[];
  /** Files that may break the rule. */
  readonly allowed?: readonly string[];
  /** Texts by file. The rule finds exactly `found` in them. */
  readonly planted: Readonly<Record<string, string>>;
  readonly found: readonly string[];
}

const findFiles =
  (isBroken: (source: Source) => boolean) =>
  (sources: readonly Source[]): string[] =>
    sources.filter(isBroken).map(({ file }) => file);

const findImports =
  (isBroken: (file: string, imported: string) => boolean) =>
  (sources: readonly Source[]): string[] =>
    sources.flatMap(({ file, imports }) =>
      imports.filter((imported) => isBroken(file, imported)).map((imported) => `${file} imports ${imported}`),
    );

const isPage = (file: string): boolean => /^(app|components)\//.test(file) && !isTest(file);
const isService = (file: string): boolean => /^(app|components|lib)\//.test(file) && !isTest(file);

const IMPORT_RULES: readonly Rule[] = [
  {
    rule: "No file of lib, app/v1 or app/mcp imports Next or React",
    reason: "jobs, commands and the Node adapter run the same code without either",
    fix: "give the function plain values, and translate in app or components",
    find: findImports(
      (file, imported) =>
        /^(lib|app\/(v1|mcp))\//.test(file) &&
        !isTest(file) &&
        /^(next|react|react-dom)(\/|$)/.test(imported),
    ),
    planted: {
      "lib/orders/cancel-order.ts": `import { headers } from "next/headers";`,
      "lib/orders/cancel-order.test.ts": `import { headers } from "next/headers";`,
      "app/v1/partner/route.ts": `const { cache } = await import("react");`,
      "app/ops/page.tsx": `import { headers } from "next/headers";`,
    },
    found: ["lib/orders/cancel-order.ts imports next/headers", "app/v1/partner/route.ts imports react"],
  },
  {
    rule: "A store is imported by its own folder alone",
    reason: "a read that bypasses the verbs bypasses their rules and their scope",
    fix: "call a verb of that folder, or write one",
    find: findImports((file, imported) => {
      const owner = /^(lib\/.+\/)(?:\w+-)?store$/.exec(imported)?.[1];
      return owner !== undefined && !file.startsWith(owner) && !isTest(file);
    }),
    planted: {
      "lib/pricing/quotes/create-quote.ts": `import { findOrder } from "@/lib/orders/store";`,
      "lib/console/overview/courier-day.ts": `import { findCourier } from "../../couriers/courier-store";`,
      "lib/orders/cancel-order.ts": `import { findOrder } from "./store";`,
    },
    found: [
      "lib/pricing/quotes/create-quote.ts imports lib/orders/store",
      "lib/console/overview/courier-day.ts imports lib/couriers/courier-store",
    ],
  },
  {
    rule: "lib imports neither app nor components, not even in tests",
    reason: "pages know the field, the field knows no pages",
    fix: "move what is shared into lib",
    find: findImports((file, imported) => file.startsWith("lib/") && /^(app|components)\//.test(imported)),
    planted: {
      "lib/clock.ts": `import { OPERATIONS } from "@/app/v1/operations";`,
      "lib/orders/order.test.ts": `import { Tabs } from "@/components/ui/tabs";`,
    },
    found: ["lib/clock.ts imports app/v1/operations", "lib/orders/order.test.ts imports components/ui/tabs"],
  },
  {
    rule: "A package imports nothing of this service",
    reason: "it can be understood, replaced or published by itself",
    fix: "have the caller pass what the package needs",
    find: findImports((file, imported) => {
      const own = /^packages\/[^/]+\//.exec(file)?.[0];
      return (
        own !== undefined &&
        !isTest(file) &&
        !imported.startsWith(own) &&
        (TOP_FILES.includes(`${imported}.ts`) ||
          /^(app|bench|components|e2e|lib|messages|packages|prisma|scripts|testing)\//.test(imported))
      );
    }),
    planted: {
      "packages/city/map/tile.ts": `import { clock } from "@/lib/clock";\nimport { config } from "../../../proxy";`,
      "packages/city/roads/road.ts": `import { Pool } from "pg";\nimport { tile } from "../map/tile";`,
    },
    found: ["packages/city/map/tile.ts imports lib/clock", "packages/city/map/tile.ts imports proxy"],
  },
  {
    rule: "The service imports nothing of testing, e2e, scripts or the benchmarks",
    reason: "it is built and started without them",
    fix: "move what it needs into lib",
    find: findImports(
      (file, imported) =>
        !isTest(file) && !file.startsWith("scripts/") && /^(testing|e2e|bench|scripts)\//.test(imported),
    ),
    planted: {
      "lib/orders/order.ts": `import { pollUntil } from "@/testing/until";`,
      "server.ts": `import { root } from "./scripts/install.mjs";`,
      "scripts/record-scenarios.ts": `import { pollUntil } from "@/testing/until";`,
    },
    found: ["lib/orders/order.ts imports testing/until", "server.ts imports scripts/install.mjs"],
  },
  {
    rule: "components imports nothing of app, but in tests",
    reason: "a page puts components together, and a component that knew its page could stand in no other",
    fix: "have the page hand over the server action, and keep shared types with the component",
    find: findImports(
      (file, imported) => file.startsWith("components/") && !isTest(file) && imported.startsWith("app/"),
    ),
    planted: {
      "components/console/board.tsx": `import { assign } from "@/app/ops/actions";`,
      "components/console/board.test.tsx": `import { assign } from "@/app/ops/actions";`,
    },
    found: ["components/console/board.tsx imports app/ops/actions"],
  },
  {
    rule: "maplibre-gl is imported by components/map alone",
    reason: "it is 430 KB and must stay lazy",
    fix: "use the components of components/map",
    find: findImports(
      (file, imported) => imported.startsWith("maplibre-gl") && !file.startsWith("components/map/"),
    ),
    planted: {
      "components/console/board.tsx": `import "maplibre-gl/dist/maplibre-gl.css";`,
      "components/map/open-map.ts": `const { Map } = await import("maplibre-gl");`,
    },
    found: ["components/console/board.tsx imports maplibre-gl/dist/maplibre-gl.css"],
  },
];

/**
 * Files that create proofs; other files only pass them on. A proof states that the caller may act on an account's
 * orders in a mode, that an order's row was read, or that it is locked.
 */
const MINTERS = {
  mintScope: [
    "lib/accounts/check-session.ts",
    "lib/account-scope.ts",
    "lib/accounts/store.ts",
    "lib/imports/batches/run-batches.ts",
    "lib/sandbox/demo/scopes.ts",
    "lib/orders/load-order.ts",
    "lib/billing/sum-order-days.ts",
    "lib/sandbox/store.ts",
    "lib/billing/close-statements.ts",
    "prisma/seed.ts",
    "scripts/courier-commands.ts",
    "scripts/webhook-commands.ts",
  ],
  brandOrderRef: ["lib/orders/load-order.ts", "lib/orders/order-ref.ts"],
  brandLockedOrder: ["lib/orders/load-order.ts", "lib/orders/order-ref.ts"],
} as const;

const MINTER_RULES: readonly Rule[] = Object.entries(MINTERS).map(([name, allowed]) => ({
  rule: `${name} is called only where its proof is available`,
  reason: "it states what the caller has checked",
  fix: "pass on the proof that the caller has",
  find: findFiles(({ file, text }) => !isTest(file) && new RegExp(`\\b${name}(<[^(]*>)?\\(`).test(text)),
  allowed,
  planted: {
    "lib/pricing/quotes/create-quote.ts": `const proof = ${name}<Order>(order);`,
    "lib/pricing/quotes/create-quote.test.ts": `const proof = ${name}(order);`,
  },
  found: ["lib/pricing/quotes/create-quote.ts"],
}));

/** Returns the name of a function or of the constant that holds it, also where `memo` or `forwardRef` wraps it. */
function formatName(called: ts.SignatureDeclaration): string {
  const wrapper = ts.isCallExpression(called.parent) ? called.parent.parent : called.parent;
  return ts.getNameOfDeclaration(ts.isVariableDeclaration(wrapper) ? wrapper : called)?.getText() ?? "";
}

function isWrite(node: ts.Node): boolean {
  const isCurrent = (written: ts.Node): boolean =>
    ts.isPropertyAccessExpression(written) && written.name.text === "current";
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return isAssignment && isCurrent(node.left);
  }
  return (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isCurrent(node.operand);
}

/** Returns the lines where a component or hook writes to a ref in its own body, so while it renders. */
function refWritesInRender({ file, text }: Source): string[] {
  // Parsing takes the most time.
  if (!text.includes(".current")) return [];
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const visit = (node: ts.Node, caller: string): void => {
    if (isWrite(node) && /^(use)?[A-Z]/.test(caller)) {
      const { line } = parsed.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1}`);
    }
    const inner = ts.isFunctionLike(node) ? formatName(node) : caller;
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  ts.forEachChild(parsed, (node) => visit(node, ""));
  return found;
}

/** Properties whose text a shop, a courier or a recipient has typed. */
const STORED = [
  "name",
  "street",
  "comment",
  "instructions",
  "reason",
  "externalOrderId",
  "fileName",
  "email",
];

/** Whether a text may show a stored one. */
const SHOWS_STORED = new RegExp(`\\b(${STORED.join("|")})\\s*\\}`);

/** Returns the lines where a stored text is next to other text, without a separate element. */
function findMixedTexts({ file, text }: Source): string[] {
  if (!SHOWS_STORED.test(text)) return [];
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found = new Set<string>();
  const isStored = (node: ts.Node): boolean => {
    const shown = ts.isJsxExpression(node) ? node.expression : undefined;
    if (shown === undefined) return false;
    const name = ts.isPropertyAccessExpression(shown) ? shown.name : shown;
    return ts.isIdentifier(name) && STORED.includes(name.text);
  };
  // Such as a pill that is shown under a condition.
  const hasElement = (node: ts.Node): boolean =>
    ts.isJsxElement(node) ||
    ts.isJsxSelfClosingElement(node) ||
    ts.forEachChild(node, (child) => hasElement(child) || undefined) === true;
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const texts = node.children.filter(
        (child) =>
          (ts.isJsxText(child) || (ts.isJsxExpression(child) && !hasElement(child))) &&
          child.getText().trim() !== "",
      );
      const stored = texts.length > 1 ? texts.find(isStored) : undefined;
      if (stored !== undefined)
        found.add(`${file}:${parsed.getLineAndCharacterOfPosition(stored.getStart()).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return [...found];
}

// `radio` and its group are left out, since browsers handle the keys of radio buttons.
const COMPOSITE_ROLE =
  /\brole(=|: )\{?"(combobox|grid|gridcell|listbox|menu|menubar|menuitem\w*|option|tab|tablist|tabpanel|tree|treegrid|treeitem)"/;

/** Waits and limits of tests that a busy machine exceeds, each with a line that has it. */
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

const HASTY_RULES: readonly Rule[] = HASTY.map(({ pattern, sample }) => ({
  rule: `A test waits for at least PATIENCE_MS, unlike ${sample}`,
  reason: "a busy machine exceeds a shorter limit",
  fix: "no own limit, or PATIENCE_MS of testing/patience.mjs",
  find: findFiles(({ file, text }) => /\.(test|spec)\.tsx?$/.test(file) && pattern.test(text)),
  planted: { "lib/orders/order.test.ts": sample, "lib/orders/order.ts": sample },
  found: ["lib/orders/order.test.ts"],
}));

/** Files that read what others send. The samples of the documentation are not run here. */
const isServed = (file: string): boolean =>
  /^(app|lib\/(?!docs\/|db\/generated\/))/.test(file) && !isTest(file);

const kebab = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();

/** Returns the names of a file's exported functions, classes and constants, and of its exported types. */
function listExports({ file, text }: Source): { values: string[]; types: string[] } {
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const types: string[] = [];
  const values = parsed.statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
      return [statement.name?.text ?? "default"];
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
      types.push(statement.name.text);
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  });
  return { values, types };
}

/** Names that Next.js, next-intl or the folder's layout prescribe. */
const PRESCRIBED =
  /^(page|layout|route|error|global-error|not-found|actions|opengraph-image|i18n|schema|resource|store)$|-(actions|store)$/;

function isNamedOtherwise(source: Source): boolean {
  const base = basename(source.file).replace(/(-en|-ru)?\.tsx?$/, "");
  if (PRESCRIBED.test(base)) return false;
  const { values, types } = listExports(source);
  const [name, ...others] = values;
  if (name === undefined || others.length > 0) return false;
  if (types.some((type) => kebab(type) === base)) return false;
  // A constant's file may have the singular, or the name without its prefix.
  if (name === name.toUpperCase()) return !base.split("-").every((word) => kebab(name).includes(word));
  return kebab(name) !== base;
}

const TEXT_RULES: readonly Rule[] = [
  {
    rule: "A stored text next to other text has a separate element",
    reason: "a direction mark in it would reverse the texts next to it, such as a phone number",
    fix: "wrap it in <bdi>",
    find: (sources) =>
      sources.filter(({ file }) => isPage(file) && file.endsWith(".tsx")).flatMap(findMixedTexts),
    planted: {
      "components/orders/detail/stop-line.tsx":
        "const Line = ({ street, phone }) => <p>{street}, {phone}</p>;",
      "components/orders/detail/stop-name.tsx":
        "const Name = ({ order, phone }) => <>{order.name} · {phone}</>;",
      "components/orders/detail/isolated.tsx":
        "const Line = ({ street, phone }) => <p><bdi>{street}</bdi>, <span>{phone}</span></p>;",
      "components/orders/detail/alone.tsx": "const Name = ({ name }) => <p>\n  <Icon />\n  {name}\n</p>;",
    },
    found: ["components/orders/detail/stop-line.tsx:1", "components/orders/detail/stop-name.tsx:1"],
  },
  {
    rule: "Only lib/db/models.ts imports values of Prisma's client",
    reason:
      "pages have another copy of Prisma than the models that they call, with other classes and null values",
    fix: "import the type, read an error's name, or choose rows by SQL or in code",
    find: findFiles(
      ({ file, text }) =>
        isService(file) && /import (?!type )[^;]*? from "@\/lib\/db\/generated\/client"/.test(text),
    ),
    allowed: ["lib/db/models.ts"],
    planted: {
      "lib/orders/list-notes.ts": `import { type Order, Prisma } from "@/lib/db/generated/client";`,
      "lib/orders/list-texts.ts": `import type { Order } from "@/lib/db/generated/client";`,
    },
    found: ["lib/orders/list-notes.ts"],
  },
  {
    rule: "Zod is imported as a namespace",
    reason: "otherwise the bundles contain all of it, which each start parses",
    fix: 'write import * as z from "zod"',
    find: findFiles(({ file, text }) => isService(file) && /import (?!type |\*)[^;]*? from "zod"/.test(text)),
    planted: {
      "lib/orders/schema.ts": `import { z } from "zod";`,
      "lib/orders/list/schema.ts": `import * as z from "zod";`,
    },
    found: ["lib/orders/schema.ts"],
  },
  {
    rule: "Only lib/config.ts reads the environment",
    reason: "it checks every setting and documents it",
    fix: "add a setting to lib/config.ts",
    find: findFiles(
      ({ file, text }) =>
        isService(file) && /\bprocess(\.env|\["env"\])|\} = process;|"(node:)?process"/.test(text),
    ),
    // The samples in the reference show how a client reads its own settings.
    allowed: ["lib/config.ts", "lib/docs/samples.ts", "lib/docs/snippets.ts"],
    planted: {
      "lib/notify/send-mail.ts": "const url = process.env.SMTP_URL;",
      "lib/notify/mail.ts": "const { env } = process;",
      "lib/notify/send-mail.test.ts": "const url = process.env.SMTP_URL;",
    },
    found: ["lib/notify/send-mail.ts", "lib/notify/mail.ts"],
  },
  {
    rule: "A request's body is read only within limits",
    reason: "the methods of a request read and parse any number of bytes at once",
    fix: "readWebBody",
    find: findFiles(
      ({ file, text }) =>
        isServed(file) &&
        /\b(req|request)\.(clone\(\)\.)?(json|text|formData|arrayBuffer|blob|bytes)\(/.test(text),
    ),
    planted: {
      "app/courier/route.ts": "const { id } = await request.json();",
      "lib/http/read-form.ts": "const form = await request.clone().formData();",
    },
    found: ["app/courier/route.ts", "lib/http/read-form.ts"],
  },
  {
    rule: "JSON of others is parsed only within limits",
    reason: "JSON.parse blocks the process and accepts any depth",
    fix: "parseBoundedJson, or the list if only the service, its operator or its database writes the text",
    find: findFiles(({ file, text }) => isServed(file) && /\bJSON\.parse\b/.test(text)),
    allowed: PARSING,
    planted: {
      "lib/imports/read-file.ts": "const rows = JSON.parse(text);",
      "lib/imports/rows.ts": "const rows = texts.map(JSON.parse);",
    },
    found: ["lib/imports/read-file.ts", "lib/imports/rows.ts"],
  },
  {
    rule: "Raw SQL is sent by lib/db alone",
    reason: "its functions check rows against PostgreSQL's description",
    fix: "query(db, { … })`…` or execute(db)`…`",
    find: findFiles(
      ({ file, text }) => !file.startsWith("lib/db/") && !isTest(file) && /\$(query|execute)Raw/.test(text),
    ),
    planted: {
      "lib/orders/store.ts": "await db.$queryRawUnsafe(text);",
      "lib/db/sql.ts": "await db.$queryRawUnsafe(text);",
    },
    found: ["lib/orders/store.ts"],
  },
  {
    rule: "No component or hook writes a ref while rendering",
    reason: "React may render without showing the result",
    fix: "useEffectEvent or useLatest",
    find: (sources) =>
      sources
        .filter(({ file, text }) => isPage(file) && text.includes(".current"))
        .flatMap(refWritesInRender),
    planted: {
      "components/ui/tabs.tsx": [
        "export function Tabs() {",
        "  useEffect(() => { mounted.current = true; });",
        "  count.current += 1;",
        "}",
        "const useCount = () => { count.current++; };",
        "const Row = memo(() => { last.current = null; });",
        "const onClick = () => { last.current = null; };",
      ].join("\n"),
    },
    found: ["components/ui/tabs.tsx:3", "components/ui/tabs.tsx:5", "components/ui/tabs.tsx:6"],
  },
  {
    rule: "Composite widget roles are in components/ui alone",
    reason: "each needs the keyboard handling of its pattern",
    fix: "use Tabs or useCombobox",
    find: findFiles(({ file, text }) => isPage(file) && COMPOSITE_ROLE.test(text)),
    allowed: ["components/ui/combobox.tsx", "components/ui/tabs.tsx"],
    planted: {
      "components/console/board.tsx": `<div role="tablist" />`,
      "components/console/list.tsx": `const props = { role: "option" };`,
      "components/console/choice.tsx": `<div role="radiogroup" />`,
    },
    found: ["components/console/board.tsx", "components/console/list.tsx"],
  },
  {
    rule: "Only db.transaction begins a transaction",
    reason: "Prisma's own transactions have neither its time limit nor its retries",
    fix: "tx.models in db.transaction(async (tx) => …)",
    find: findFiles(
      ({ file, text }) =>
        /^(app|lib|prisma)\//.test(file) &&
        file !== "lib/db/models.ts" &&
        !isTest(file) &&
        /\.\$transaction\(|new PrismaClient\(/.test(text),
    ),
    planted: {
      "lib/orders/cancel-order.ts": "await prisma.$transaction([one, two]);",
      "lib/orders/find-order.ts": "const prisma = new PrismaClient({ adapter });",
    },
    found: ["lib/orders/cancel-order.ts", "lib/orders/find-order.ts"],
  },
  {
    rule: "A test that replaces a module is isolated",
    reason: "files of one worker share modules",
    fix: "list it as ALONE in vitest.config.ts",
    find: findFiles(({ file, text }) => isTest(file) && /\bvi\.(do)?[mM]ock\(/.test(text)),
    allowed: Object.values(ALONE).flat(),
    planted: {
      "lib/orders/order.test.ts": `vi.mock("@/lib/clock");`,
      "lib/orders/stop.test.ts": `  vi.doMock("@/lib/clock");`,
    },
    found: ["lib/orders/order.test.ts", "lib/orders/stop.test.ts"],
  },
  {
    rule: "Only lib/process/runtime.ts and lib/metrics.ts keep state on globalThis",
    reason: "it is shared by all bundles of the process, and hides who uses it",
    fix: "add it to the runtime, or to the context",
    find: findFiles(
      ({ file, text }) => isService(file) && /= globalThis as|\bglobalThis\.\w+ \?*=[^=]/.test(text),
    ),
    allowed: ["lib/process/runtime.ts", "lib/metrics.ts"],
    planted: {
      "lib/orders/order.ts": "const shared = globalThis as unknown as { orders?: Order[] };",
      "lib/orders/stop.ts": "globalThis.stops ??= [];",
      "lib/orders/clock.ts": "const isBrowser = globalThis.window === undefined;",
    },
    found: ["lib/orders/order.ts", "lib/orders/stop.ts"],
  },
  {
    rule: "No function is named …Of, and a limit is named MAX_… or MIN_…",
    reason: "a function starts with a verb, and a reader searches for limits",
    fix: "to…, get…, find…, build…, parse…; MAX_… or MIN_…",
    find: findFiles(({ text }) =>
      /\bfunction [a-z]\w*Of\b|\bconst (MOST|LONGEST|SHORTEST|FEWEST)_/.test(text),
    ),
    planted: {
      "lib/orders/order.ts": "export async function priceOf(order: Order) {}",
      "lib/orders/stop.ts": "const LONGEST_NAME = 80;",
    },
    found: ["lib/orders/order.ts", "lib/orders/stop.ts"],
  },
  {
    rule: "A file has a kebab-case name with a meaning",
    reason: "a reader finds code by it",
    fix: "name the file after its main export",
    find: findFiles(
      ({ file }) =>
        /^(lib|components|scripts|testing|e2e|packages)\//.test(file) &&
        (!/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|d))?\.tsx?$/.test(basename(file)) ||
          /(^index|\b(utils?|helpers?|misc|common|manager|service))\.tsx?$/.test(basename(file))),
    ),
    planted: {
      "lib/orders/cancelOrder.ts": "",
      "lib/orders/order-utils.ts": "",
      "lib/orders/index.ts": "",
      "lib/orders/cancel-order.test.ts": "",
    },
    found: ["lib/orders/cancelOrder.ts", "lib/orders/order-utils.ts", "lib/orders/index.ts"],
  },
  {
    rule: "A file with one exported function, class or constant is named after it, or after its type",
    reason: "a reader opens it by the name that the code calls",
    fix: "git mv the file, or rename the export",
    find: findFiles(
      (source) =>
        /^(app|components|lib|packages)\//.test(source.file) &&
        !isTest(source.file) &&
        isNamedOtherwise(source),
    ),
    planted: {
      "lib/orders/go-on.ts": "export interface Result {}\nexport async function advanceOrder() {}",
      "lib/orders/advance-order.ts": "export async function advanceOrder() {}",
      "lib/orders/to-e164.ts": "export const toE164 = () => 1;",
      "lib/orders/decline-reason.ts": "export const DECLINE_REASONS = [] as const;",
      "lib/orders/refusal.ts": "export const DECLINE_REASONS = [] as const;",
      "lib/orders/tracked-order.ts":
        "export interface TrackedOrder {}\nexport function toTrackedOrder(): TrackedOrder {}",
      "lib/orders/order.ts": "export const isOpen = () => 1;\nexport const isEditable = () => 1;",
      "components/ui/moment.tsx": "export function DateTime() {}",
      "app/ops/page.tsx": "export default function BoardPage() {}",
    },
    found: ["lib/orders/go-on.ts", "lib/orders/refusal.ts", "components/ui/moment.tsx"],
  },
];

const RULES = [...IMPORT_RULES, ...MINTER_RULES, ...HASTY_RULES, ...TEXT_RULES];

const findViolations = ({ find, allowed = [] }: Rule, sources: readonly Source[]): string[] =>
  find(sources).filter((finding) => !allowed.includes(finding));

const findStaleExceptions = ({ find, allowed = [] }: Rule, sources: readonly Source[]): string[] => {
  const findings = find(sources);
  return allowed.filter((file) => !findings.includes(file));
};

describe.each(RULES)("$rule, since $reason", (rule) => {
  it("holds", () => {
    expect(findViolations(rule, SOURCES), `Fix: ${rule.fix}.`).toEqual([]);
  });

  it("finds the planted violation", () => {
    expect(findViolations(rule, toSources(rule.planted))).toEqual(rule.found);
  });
});

it.each(RULES.filter(({ allowed }) => allowed !== undefined))("no exception is stale: $rule", (rule) => {
  expect(findStaleExceptions(rule, SOURCES)).toEqual([]);
  expect(findStaleExceptions(rule, toSources(rule.planted))).toEqual(rule.allowed);
});
