import { describe, expect, it } from "vitest";
import { MESSAGES } from "@/messages/messages";
import { getSources, isTest } from "@/scripts/sources";

/** What is filled into a message; the words of a plural's forms stand in braces as well. */
const FILLED_IN = /(?<=(?<!\b(?:zero|one|two|few|many|other|=\d+) )\{)\w+(?=[},])/g;

/** The paths of all words, with the names of what is filled into each. */
function getWords(messages: object, path = ""): string[] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === "string"
      ? [`${path}${key} ${[...new Set(value.match(FILLED_IN) ?? [])].sort().join(" ")}`]
      : getWords(value, `${path}${key}.`),
  );
}

describe("the page messages", () => {
  it("have the same keys and placeholders in both languages", () => {
    expect(getWords(MESSAGES.ru)).toEqual(getWords(MESSAGES.en));
  });

  it("contain no Russian in the English files, except names of languages", () => {
    const russian = (messages: object, path = ""): string[] =>
      Object.entries(messages).flatMap(([key, value]) =>
        typeof value === "string"
          ? /\p{Script=Cyrillic}/u.test(value)
            ? [path + key]
            : []
          : russian(value, `${path}${key}.`),
      );
    expect(russian(MESSAGES.en)).toEqual(["common.ru", "tracking.languages.ru", "tracking.languages.switch"]);
  });

  it("are never empty", () => {
    const empty = (messages: object): string[] =>
      Object.entries(messages).flatMap(([key, value]) =>
        typeof value === "string" ? (value.trim() === "" ? [key] : []) : empty(value),
      );
    expect([...empty(MESSAGES.ru), ...empty(MESSAGES.en)]).toEqual([]);
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

const PATHS = getWords(MESSAGES.en).map((line) => line.slice(0, line.indexOf(" ")));
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

describe("an operators' page", () => {
  const sources = new Map(
    getSources("app", "components").map((one) => [one.file.replace(/\.tsx?$/, ""), one]),
  );
  /** The texts of app/ops/layout.tsx and OrderTexts, and those that only the dashboard shows of the same files. */
  const SENT = /^(ui|console|dashboard|order|stop|ops\.nav|people\.roles?)(\b|_)/;
  const NOT_RENDERED = /^components\/(palette\/|site\/island|ui\/theme-switch)/;

  /** Lists the texts that client components use, as paths of at most two parts. */
  function findTexts(file: string, isClient = false, seen = new Set<string>()): string[] {
    const source = sources.get(file);
    if (source === undefined || NOT_RENDERED.test(file) || seen.has(file)) return [];
    seen.add(file);
    const isOnClient = isClient || source.text.startsWith('"use client"');
    const parts = [...source.text.matchAll(/useTranslations\("(\w+\.[\w.]+)"\)/g)].map(
      ([, path = ""]) => path,
    );
    const own = [...parts, ...getKeys(source.text).map(({ path }) => path)];
    return [
      ...(isOnClient ? own.map((path) => path.split(".", 2).join(".")) : []),
      ...source.imports.flatMap((imported) => findTexts(imported, isOnClient, seen)),
    ].filter((path) => !SENT.test(path));
  }

  it.each([...sources.keys()].filter((file) => /^app\/ops\/.*page$/.test(file)))(
    "%s sends the texts that its client components use, and no others",
    (file) => {
      const [, list = ""] = /words=\{\[([^\]]*)\]\}/.exec(sources.get(file)?.text ?? "") ?? [];
      const sent = [...list.matchAll(/"([\w.]+)"/g)].flatMap(([, path = ""]) =>
        path === "ui" ? [] : [path],
      );
      const used = findTexts(file);
      const has = (path: string, one: string) => `${one}.`.startsWith(`${path}.`);
      expect(used.filter((one) => !sent.some((path) => has(path, one)))).toEqual([]);
      expect(sent.filter((path) => !used.some((one) => has(path, one)))).toEqual([]);
    },
  );
});
