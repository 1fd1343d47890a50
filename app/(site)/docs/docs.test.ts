import MiniSearch from "minisearch";
import { describe, expect, it } from "vitest";
import { findDoc, listDocPaths } from "@/app/(site)/docs/docs";
import { ERROR_PAGES } from "@/app/(site)/docs/errors";
import { operationFields, webhookFields } from "@/app/(site)/docs/fields";
import { listSearchEntries } from "@/app/(site)/docs/list-search-entries";
import { buildNavigation, PAGE_GROUPS } from "@/app/(site)/docs/navigation";
import { withNestedFields } from "@/app/(site)/docs/reference-docs";
import { responseExamples, tryForm } from "@/app/(site)/docs/try-form";
import { openApiDocument } from "@/app/v1/openapi";
import { OPERATIONS } from "@/app/v1/operations";
import { WEBHOOK_WORDS } from "@/lib/api/webhooks";
import { CHANGELOG, fieldSince, SINCE } from "@/lib/docs/changelog";
import type { Field } from "@/lib/docs/field";
import { describeField, describeType } from "@/lib/docs/field-words";
import { GUIDES } from "@/lib/docs/guides";
import { PLAIN_FIELDS } from "@/lib/docs/plain-fields";
import { renderMarkdown } from "@/lib/docs/render-markdown";
import { placeSample } from "@/lib/docs/sample-town";
import { fillIndex, SEARCH_OPTIONS, type SearchEntry, searchIndex } from "@/lib/docs/search";
import { LOCALES, type Locale } from "@/lib/locale/locale";

const base = "https://drop.example";
const getFields = (operation: (typeof OPERATIONS)[number]) => {
  const path = `/v1/${operation.prefixes[0]}${operation.path}`;
  return operationFields(operation.method, path);
};
const ALL_FIELDS: [string, Field][] = [
  ...OPERATIONS.flatMap((operation) => {
    const { parameters, body, data } = getFields(operation);
    return [...parameters, ...body, ...Object.values(data).flat()]
      .flatMap(withNestedFields)
      .map((field): [string, Field] => [operation.operationId, field]);
  }),
  ...Object.keys(WEBHOOK_WORDS).flatMap((type) =>
    webhookFields(type)
      .flatMap(withNestedFields)
      .map((field): [string, Field] => [type, field]),
  ),
];

/** Removes names in code, which are the same in every language. */
const words = (text: string) => text.replace(/`[^`]*`/g, "").replace(/\]\([^)]*\)/g, "]");
/** Titles that are names. */
const NAMES = new Set(["Dropline API", "OpenAPI"]);
const isRussian = (text: string) => NAMES.has(text) || !/[a-z]{2}/i.test(words(text)) || /[а-яё]/i.test(text);

const isTranslated = (text: string) => text !== "" && isRussian(text);

/** The texts of a value, without code, links' addresses and identifiers. */
function toTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(toTexts);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    ["id", "href", "code", "language", "snippet", "insert", "figure", "mark"].includes(key) ||
    ("isCode" in value && key === "title")
      ? []
      : toTexts(inner),
  );
}

describe("the documentation in Russian", () => {
  it("translates the text of every field and contains no unused text", () => {
    const untranslated = ALL_FIELDS.filter(([, field]) => !isTranslated(describeField("ru", field)));
    expect(untranslated.map(([operation, { path }]) => `${operation} ${path}`)).toEqual([]);
    const english = new Set(ALL_FIELDS.map(([, field]) => describeField("en", field)));
    const unused = Object.entries(PLAIN_FIELDS).filter(([, { description }]) => !english.has(description));
    expect(unused.map(([name]) => name)).toEqual([]);
  });

  // A schema inherits the Russian of the one that it is made from, so a new description alone keeps the former Russian.
  it("translates each description differently", () => {
    const described = ALL_FIELDS.filter(([, { description }]) => description !== "");
    const pairs = new Set(described.map(([, { description, russian }]) => `${description}\n${russian}`));
    const repeated = (texts: (string | undefined)[]) =>
      texts.filter((text, index) => texts.indexOf(text) < index);
    expect(repeated([...pairs].map((pair) => pair.split("\n")[0]))).toEqual([]);
    expect(repeated([...pairs].map((pair) => pair.split("\n")[1]))).toEqual([]);
  });

  it("translates every operation, event, error and changelog entry", () => {
    for (const { russian, responses } of OPERATIONS) {
      const own = Object.values(responses).flatMap((response) => [
        response.russian,
        ...Object.values(response.headers ?? {}).map((header) => header.russian),
      ]);
      expect([russian.summary, russian.description, ...own].filter((text) => !isTranslated(text))).toEqual(
        [],
      );
    }
    for (const { russian } of Object.values(WEBHOOK_WORDS)) {
      expect([russian.summary, russian.description].filter((text) => !isTranslated(text))).toEqual([]);
    }
    for (const { code, meaning, advice } of ERROR_PAGES) {
      expect([code, isTranslated(meaning.ru), isTranslated(advice.ru)]).toEqual([code, true, true]);
    }
    expect(toTexts(CHANGELOG.ru).filter((text) => !/^[\d-]+$/.test(text) && !isRussian(text))).toEqual([]);
  });

  it("has the same guides with the same structure as in English, and no English text", () => {
    const shape = (locale: "ru" | "en") =>
      Object.entries(GUIDES[locale]).map(([path, { blocks }]) => [
        path,
        blocks.map((block) => {
          if (typeof block === "string") return "text";
          if ("snippet" in block) return block.snippet;
          if ("id" in block) return block.id;
          if ("links" in block) return block.links.map(({ href }) => href);
          if ("table" in block) return block.table.map((row) => row.length);
          if ("list" in block) return block.list.length;
          if ("steps" in block) return block.steps.length;
          return block;
        }),
      ]);
    expect(shape("ru")).toEqual(shape("en"));
    const english = toTexts(GUIDES.ru).filter(
      (text) => !isRussian(text) && !/^[\w. ,_/:[\]()-]+$/.test(text),
    );
    expect(english).toEqual([]);
  });

  it("has the same changelog entries as in English", () => {
    const shape = (locale: Locale) => CHANGELOG[locale].map(({ date, changes }) => [date, changes.length]);
    expect(shape("ru")).toEqual(shape("en"));
  });

  it("links only to pages and anchors that exist", () => {
    const ids = (path: string) =>
      JSON.stringify(findDoc(path, { locale: "en", prefix: "partner", base, town: null })?.blocks ?? []);
    for (const locale of LOCALES) {
      for (const path of listDocPaths()) {
        const doc = findDoc(path, { locale, prefix: "partner", base, town: null });
        const text = JSON.stringify(doc);
        for (const [, href = ""] of [
          ...text.matchAll(/\]\((\/docs[^)"]*)\)/g),
          ...text.matchAll(/"href":"(\/docs[^"]*)"/g),
        ]) {
          const [page = "", anchor] = href.replace(/^\/docs\/?/, "").split("#");
          expect([path, href, listDocPaths().includes(page)]).toEqual([path, href, true]);
          if (anchor !== undefined && !/^(body|parameter)-/.test(anchor)) {
            expect([href, ids(page).includes(`"id":"${anchor}"`)]).toEqual([href, true]);
          }
        }
      }
    }
  });
});

describe("the reference", () => {
  it("describes every field in both languages", () => {
    const silent = ALL_FIELDS.filter(([, field]) =>
      LOCALES.some((locale) => describeField(locale, field) === ""),
    );
    expect(silent.map(([operation, { path }]) => `${operation} ${path}`)).toEqual([]);
  });

  it.each([
    ["createOrder", "external_order_id", "string, 1–128"],
    ["createOrder", "dropoffs", "array, 1–10"],
    ["replaceOrder", "dropoffs", "array, 1–10"],
    ["createQuote", "dropoffs", "array, 1–10"],
    ["createOrder", "pickup.address.latitude", "number, -90…90"],
    ["createOrder", "pickup.address.longitude", "number, -180…180"],
    ["createQuote", "pickup.latitude", "number, -90…90"],
    ["createOrder", "pickup.address.intercom", "string, up to 64, or null"],
    ["createOrder", "dropoffs[].address.instructions", "string, up to 1000, or null"],
    ["createOrder", "cargo_size", "S | M | L | XL, default M"],
    ["createOrder", "comment", "string, up to 2000, or null"],
    ["patchOrder", "comment", "string, up to 2000, or null"],
    ["patchOrder", "dropoffs[].index", "integer, 0–9"],
    ["cancelOrder", "reason", "string, up to 255"],
    ["cancelOrder", "comment", "string, up to 2000, or null"],
    ["listOrders", "limit", "integer, 1–100, default 20"],
    ["listOrders", "offset", "integer, from 0, default 0"],
  ])("shows for %s %s the limit from the specification (Limits)", (operationId, path, limit) => {
    const field = ALL_FIELDS.find(([id, one]) => id === operationId && one.path === path)?.[1];
    expect(field === undefined ? null : describeType("en", field)).toBe(limit);
  });

  it("lists every page once", () => {
    const listed = Object.values(PAGE_GROUPS).flat();
    expect(listed.filter((path, index) => listed.indexOf(path) !== index)).toEqual([]);
    expect([...listed].sort()).toEqual(
      listDocPaths()
        .filter((path) => !path.startsWith("errors/"))
        .sort(),
    );
    for (const locale of LOCALES) {
      for (const { title, href } of buildNavigation(locale).flatMap(({ links }) => links))
        expect(title).not.toBe(href);
    }
  });

  it("dates operations and fields only by entries of the changelog", () => {
    const dates = CHANGELOG.en.map(({ date }) => date);
    for (const [id, date] of Object.entries(SINCE.operations)) {
      expect([id, OPERATIONS.some(({ operationId }) => operationId === id), dates.includes(date)]).toEqual([
        id,
        true,
        true,
      ]);
    }
    for (const [name, date] of Object.entries(SINCE.fields)) {
      const isThere = ALL_FIELDS.some(
        ([id, field]) => fieldSince(id, field.name) === date && name.endsWith(field.name),
      );
      expect([name, isThere, dates.includes(date)]).toEqual([name, true, true]);
    }
  });

  it.each(LOCALES)("renders every page in Markdown with all of its text and fields in %s", (locale) => {
    for (const path of listDocPaths()) {
      const doc = findDoc(path, { locale, prefix: "delivery", base, town: null });
      if (doc === null) throw new Error(`There is no page ${path}.`);
      const text = renderMarkdown({ locale, prefix: "delivery", town: null }, doc);
      expect(text.startsWith(`# ${doc.title}\n`)).toBe(true);
      expect([path, /undefined|\[object|\{base\}/.test(text)]).toEqual([path, false]);
      for (const block of doc.blocks) {
        if (typeof block === "string") expect(text).toContain(block);
        else if ("fields" in block) {
          for (const field of block.fields.flatMap(withNestedFields))
            expect(text).toContain(`\`${field.name}\``);
        }
      }
    }
  });

  it("writes samples in the reader's language", () => {
    const text = (locale: Locale) =>
      listDocPaths().map((path) => {
        const doc = findDoc(path, { locale, prefix: "partner", base, town: null });
        return doc === null ? "" : renderMarkdown({ locale, prefix: "partner", town: null }, doc);
      });
    expect(text("en").filter((page) => /[а-яё]/i.test(page))).toEqual([]);
    expect(JSON.stringify(openApiDocument(base)).match(/[а-яё]+/gi)).toBeNull();
    expect(text("ru").filter((page) => /Pușkin|Pajurii|Chișinău|Anna|Aleksey|"white"/.test(page))).toEqual(
      [],
    );
  });

  it.each(LOCALES)("writes every address, point and phone number of the served city in %s", (locale) => {
    const place = { area: "Vaduz", building: "7" };
    const town = {
      shop: { ...place, latitude: 47.140001, longitude: 9.520001, street: "Station Road" },
      door: { ...place, latitude: 47.150001, longitude: 9.530001, street: "Mill Lane" },
      phone: "+423660234567",
      timeZone: "Europe/Vaduz",
    };
    const pages = listDocPaths().flatMap((path) => {
      const doc = findDoc(path, { locale, prefix: "partner", base, town });
      return doc === null
        ? []
        : [JSON.stringify(doc.blocks), renderMarkdown({ locale, prefix: "partner", town }, doc)];
    });
    const tried = OPERATIONS.flatMap((operation) => {
      const example = { orderId: "shop-7", places: [town.shop, town.door], town, locale };
      const prefix = operation.prefixes[0] ?? "partner";
      return [tryForm(operation, prefix, example), responseExamples(operation, prefix, example)].map((form) =>
        JSON.stringify(form),
      );
    });
    const published = JSON.stringify(placeSample(openApiDocument(base), town));
    const all = [...pages, ...tried, published].join("\n");
    const ofChisinau =
      /Chișinău|Кишин[её]в|Pușkin|Пушкина|Pajurii|Пажурий|\+373|47\.0[23]|28\.8|Europe\/Moscow|T21:00:00/gi;
    const found = [...all.matchAll(ofChisinau)];
    expect(found.map(({ 0: text, index }) => all.slice(index - 40, index + text.length + 20))).toEqual([]);
    for (const text of [
      "Station Road",
      "Mill Lane",
      "47.140001",
      "9.530001",
      "+423660234567",
      "Europe/Vaduz",
    ]) {
      expect(all).toContain(text);
    }
  });

  it("writes every sample with the reader's path prefix", () => {
    for (const path of listDocPaths()) {
      const doc = findDoc(path, { locale: "en", prefix: "delivery", base, town: null });
      const code = (doc?.blocks ?? []).flatMap((block) =>
        typeof block === "object" && "code" in block ? [block.code] : [],
      );
      expect([path, code.join("\n").includes("/v1/partner")]).toEqual([path, false]);
    }
  });
});

describe.each(LOCALES)("the search in %s", (locale) => {
  const entries = listSearchEntries(locale);
  const index = new MiniSearch<SearchEntry & { id: number }>(SEARCH_OPTIONS);
  fillIndex(index, entries);
  const found = (typed: string) => searchIndex(index, typed).map((id) => entries[id]?.href ?? "");

  it("shows each error first when its identifier is typed", () => {
    for (const { slug, ids } of ERROR_PAGES) {
      for (const id of ids) expect([id, found(id)[0]?.split("?")[0]]).toEqual([id, `/docs/errors/${slug}`]);
    }
  });

  it.each([
    ["webhook signature", "/docs/verify-signature"],
    ["python", "/docs/clients#ready"],
    ["SDK python", "/docs/clients#ready"],
    ["refund", "/docs/cancelOrder"],
    ["how do I cancel", "/docs/cancelOrder"],
    ["timezone", "/docs/createOrder#body-delivery_time"],
    ["multi stop", "/docs/createOrder#body-dropoffs"],
    ["часовой пояс", "/docs/createOrder#body-delivery_time"],
  ])("finds a page by the synonym %s", (typed, href) => {
    expect(found(typed).slice(0, 5)).toContain(href);
  });

  it("finds each operation by its name and by its title", () => {
    for (const { operationId } of OPERATIONS) {
      const title = entries.find(({ href }) => href === `/docs/${operationId}`)?.title ?? "";
      expect([operationId, found(operationId).slice(0, 3)]).toEqual([
        operationId,
        expect.arrayContaining([`/docs/${operationId}`]),
      ]);
      expect([title, found(title).slice(0, 5)]).toEqual([
        title,
        expect.arrayContaining([`/docs/${operationId}`]),
      ]);
    }
  });

  it("finds each field of a request by its name", () => {
    for (const operation of OPERATIONS) {
      const { parameters, body } = getFields(operation);
      for (const field of [...parameters, ...body].flatMap(withNestedFields)) {
        const hrefs = found(field.name);
        const own = hrefs.some((href) => href.startsWith(`/docs/${operation.operationId}#`));
        expect([operation.operationId, field.path, own]).toEqual([operation.operationId, field.path, true]);
      }
    }
  });

  it("gives each result a distinct URL", () => {
    const hrefs = entries.map(({ href }) => href);
    expect(hrefs.filter((href, at) => hrefs.indexOf(href) !== at)).toEqual([]);
  });
});
