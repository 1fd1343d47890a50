import { describe, expect, it } from "vitest";
import { MESSAGES } from "@/messages/messages";
import { getSources, isTest, type Source, toSources } from "@/scripts/sources";

/** What is filled into a message; the words of a plural's forms stand in braces as well. */
const FILLED_IN = /(?<=(?<!\b(?:zero|one|two|few|many|other|=\d+) )\{)\w+(?=[},])/g;

type Texts = readonly (readonly [path: string, text: string])[];

/** Returns all texts with their paths. */
function listTexts(messages: object, path = ""): Texts {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as const] : listTexts(value, `${path}${key}.`),
  );
}

/** Returns the paths of all texts, with the names of what is filled into each. */
const listPlaceholders = (messages: object): string[] =>
  listTexts(messages).map(
    ([path, text]) => `${path} ${[...new Set(text.match(FILLED_IN) ?? [])].sort().join(" ")}`,
  );

/** Returns the paths that only one language has, or has with other placeholders. */
function findDifferences(one: object, other: object): string[] {
  const [first, second] = [listPlaceholders(one), listPlaceholders(other)];
  return [
    ...first.filter((line) => !second.includes(line)),
    ...second.filter((line) => !first.includes(line)),
  ];
}

const findTexts = (messages: object, pattern: RegExp): string[] =>
  listTexts(messages)
    .filter(([, text]) => pattern.test(text))
    .map(([path]) => path);

const findRussian = (messages: object): string[] => findTexts(messages, /\p{Script=Cyrillic}/u);
const findEmpty = (messages: object): string[] => findTexts(messages, /^\s*$/);

describe("the page messages", () => {
  it("have the same keys and placeholders in both languages", () => {
    expect(findDifferences(MESSAGES.en, MESSAGES.ru)).toEqual([]);
    const en = { ui: { hi: "Hi, {name}", many: "{n, plural, one {order} other {# orders}}", bye: "Bye" } };
    const ru = { ui: { hi: "Привет, {nom}", many: "{n, plural, one {заказ} few {# заказа} other {#}}" } };
    expect(findDifferences(en, ru)).toEqual(["ui.hi name", "ui.bye ", "ui.hi nom"]);
  });

  it("contain no Russian in the English files, except names of languages", () => {
    expect(findRussian(MESSAGES.en)).toEqual([
      "common.ru",
      "tracking.languages.ru",
      "tracking.languages.switch",
    ]);
    expect(findRussian({ ui: { yes: "Да", no: "No" } })).toEqual(["ui.yes"]);
  });

  it("are never empty", () => {
    expect([...findEmpty(MESSAGES.ru), ...findEmpty(MESSAGES.en)]).toEqual([]);
    expect(findEmpty({ ui: { yes: " ", no: "No", maybe: "" } })).toEqual(["ui.yes", "ui.maybe"]);
  });

  it("include every key that a page names", () => {
    const missing = getSources("app", "components")
      .filter(({ file }) => !isTest(file))
      .flatMap(({ file, text }) => missingKeys(text).map((key) => `${file} ${key}`));
    expect(missing).toEqual([]);
  });

  it("are checked in the namespace that was declared last", () => {
    const source = [
      'const t = useTranslations("ui"); t("none"); t("form");',
      'const [t, format] = await Promise.all([getTranslations("ops.nav"), getFormatter()]);',
      `t("none"); t.rich("orders", {}); t(\`none.${"$"}{one}\`); t(\`ord${"$"}{one}\`); set("none");`,
      'const t = isOpen ? one : other; t("none");',
    ];
    expect(missingKeys(source.join("\n"))).toEqual(["ui.none", "ops.nav.none", "ops.nav.none."]);
  });
});

const PATHS = listTexts(MESSAGES.en).map(([path]) => path);
const CONSTANT =
  /const \[?(\w+)\b[^=]*= (?:await )?(?:Promise\.all\(\[)?((?:get|use)Translations\((?:"([\w.]+)")?\))?/g;

/** Lists the keys, and beginnings of keys, that a source passes to its own translators. */
function getKeys(source: string): { path: string; isBeginning: boolean }[] {
  const constants = [...source.matchAll(CONSTANT)];
  const names = new Set(constants.filter(([, , call]) => call !== undefined).map(([, name]) => name));
  if (names.size === 0) return [];
  const call = `(?<![\\w.])(${[...names].join("|")})(?:\\.(?:rich|markup|raw))?\\(\\s*`;
  const uses = source.matchAll(new RegExp(`${call}(?:"([\\w.]+)"|\`([\\w.]*)\\$)`, "g"));
  return [...uses].flatMap(({ 1: name, 2: key, 3: beginning, index }) => {
    const [, , translator, namespace] =
      constants.findLast((one) => one[1] === name && one.index < index) ?? [];
    const path = [namespace, key ?? beginning].filter((part) => part !== undefined).join(".");
    return translator === undefined ? [] : [{ path, isBeginning: key === undefined }];
  });
}

function missingKeys(source: string): string[] {
  const missing = getKeys(source).filter(
    ({ path, isBeginning }) =>
      !PATHS.some((one) => (isBeginning ? one.startsWith(path) : `${one}.`.startsWith(`${path}.`))),
  );
  return missing.map(({ path }) => path);
}

/** The texts of app/ops/layout.tsx and OrderTexts, and those that only the dashboard shows of the same files. */
const SENT = /^(ui|console|dashboard|order|stop|ops\.nav|people\.roles?)(\b|_)/;
const NOT_RENDERED = /^components\/(palette\/|site\/island|ui\/theme-switch)/;

type SourceMap = ReadonlyMap<string, Source>;

const toSourceMap = (sources: readonly Source[]): SourceMap =>
  new Map(sources.map((one) => [one.file.replace(/\.tsx?$/, ""), one]));

/** Lists the texts that the client components of a file use, as paths of at most two parts. */
function listClientTexts(
  sources: SourceMap,
  file: string,
  isImportedByClient = false,
  seen = new Set<string>(),
): string[] {
  const source = sources.get(file);
  if (source === undefined || NOT_RENDERED.test(file)) return [];
  const isClient = isImportedByClient || source.text.startsWith('"use client"');
  // A file may be imported on both sides.
  const visit = `${file} ${isClient}`;
  if (seen.has(visit)) return [];
  seen.add(visit);
  const namespaces = [...source.text.matchAll(/useTranslations\("(\w+\.[\w.]+)"\)/g)].map(
    ([, path = ""]) => path,
  );
  const own = [...namespaces, ...getKeys(source.text).map(({ path }) => path)];
  return [
    ...(isClient ? own.map((path) => path.split(".", 2).join(".")) : []),
    ...source.imports.flatMap((imported) => listClientTexts(sources, imported, isClient, seen)),
  ].filter((path) => !SENT.test(path));
}

/** Returns the texts that the client components of a page use and it does not send, and the reverse. */
function findSendingErrors(sources: SourceMap, page: string): string[] {
  const [, list = ""] = /words=\{\[([^\]]*)\]\}/.exec(sources.get(page)?.text ?? "") ?? [];
  const sent = [...list.matchAll(/"([\w.]+)"/g)].map(([, path = ""]) => path).filter((path) => path !== "ui");
  const used = [...new Set(listClientTexts(sources, page))];
  const has = (path: string, one: string) => `${one}.`.startsWith(`${path}.`);
  return [
    ...used.filter((one) => !sent.some((path) => has(path, one))).map((one) => `${one} is not sent`),
    ...sent.filter((path) => !used.some((one) => has(path, one))).map((one) => `${one} is not used`),
  ];
}

describe("an operators' page", () => {
  const sources = toSourceMap(getSources("app", "components"));

  it.each([...sources.keys()].filter((file) => /^app\/ops\/.*page$/.test(file)))(
    "%s sends the texts that its client components use, and no others",
    (file) => {
      expect(findSendingErrors(sources, file)).toEqual([]);
    },
  );

  it("does not send the texts that a planted client component uses", () => {
    const planted = {
      "app/ops/page.tsx": `import "@/components/console/table"; import "@/components/console/board"; <Texts words={["ui", "ops.old"]} />`,
      "components/console/board.tsx": `"use client"; import "@/components/console/table"; const t = useTranslations("ops.board");`,
      "components/console/table.tsx": `const t = useTranslations("ops.table"); t("rows");`,
    };
    expect(findSendingErrors(toSourceMap(toSources(planted)), "app/ops/page")).toEqual([
      "ops.board is not sent",
      "ops.table is not sent",
      "ops.old is not used",
    ]);
  });
});
