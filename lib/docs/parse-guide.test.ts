import { expect, it } from "vitest";
import { parseChangelog } from "@/lib/docs/changelog";
import { parseGuide } from "@/lib/docs/parse-guide";

const guide = (...parts: readonly string[]) => parseGuide(["# Title", "The `lead`.", ...parts].join("\n\n"));

it("a guide in Markdown becomes its title, lead and blocks, whose texts keep their marks", () => {
  const parsed = guide(
    "A **paragraph** with `{base}/v1`, <b>, [a link](/docs#keys) and 2 * 3 * 4.",
    "## `details` {#details}",
    "### Part {#part-2}",
    "- one\n- `two` or 3",
    "1. first\n2. second",
    "{snippet quote} Get a price",
    "{insert limits}",
    "{figure statuses}",
    "{table} Sizes",
    "| `name` | a \\| b |\n| --- | --- |\n| S | `1 \\| 2` |",
    "{links}",
    "- [`auth.key_missing`](/docs/errors/auth.key_missing): No key.\n- [Keys](/docs/keys): Modes: two.",
  );
  expect(parsed).toEqual({
    title: "Title",
    lead: "The `lead`.",
    blocks: [
      "A **paragraph** with `{base}/v1`, <b>, [a link](/docs#keys) and 2 * 3 * 4.",
      { h2: "`details`", id: "details" },
      { h3: "Part", id: "part-2" },
      { list: ["one", "`two` or 3"] },
      { steps: ["first", "second"] },
      { snippet: "quote", label: "Get a price" },
      { insert: "limits" },
      { figure: "statuses" },
      { table: [["S", "`1 | 2`"]], head: ["`name`", "a | b"], label: "Sizes" },
      {
        links: [
          { href: "/docs/errors/auth.key_missing", title: "auth.key_missing", text: "No key.", isCode: true },
          { href: "/docs/keys", title: "Keys", text: "Modes: two." },
        ],
      },
    ],
  });
});

it.each([
  [["## No id"], "A heading lacks its id"],
  [["#### Deep {#deep}"], "A heading below the title has level 2 or 3"],
  [["{snippet price} Get a price"], "Unknown directive: {snippet price}"],
  [["{insert everything}"], "Unknown directive: {insert everything}"],
  [["{snippet quote Get a price"], "Not a directive"],
  [["{table} Sizes", "Text"], "{table} is followed by: Text"],
  [["{links}", "- Keys"], "Not [title](address): text: Keys"],
  [["{links}"], "Nothing follows {links}"],
  [["| a |\n| --- |\n| b |"], "A table lacks its label"],
  [["> note"], "A guide cannot contain: > note"],
  [["```\ncode\n```"], "A guide cannot contain: ```"],
  [["<div>"], "A guide cannot contain: <div>"],
])("a guide with %j is refused with the reason", (parts, reason) => {
  expect(() => guide(...parts)).toThrow(reason);
});

it("a guide without a title or lead is refused", () => {
  expect(() => parseGuide("Text")).toThrow("A guide begins with");
  expect(() => parseGuide("# Title\n\n- list")).toThrow("A guide begins with");
});

it("a changelog in Markdown becomes its entries", () => {
  const entry =
    "## 2026-11-29: Sizes\n\n{operations} getSize\n\n{fields} size, getOrder.size\n\n- New: `size`.\n";
  expect(parseChangelog(entry)).toEqual([
    {
      date: "2026-11-29",
      title: "Sizes",
      operations: ["getSize"],
      fields: ["size", "getOrder.size"],
      changes: ["New: `size`."],
    },
  ]);
});

it.each([
  ["- New", "No date and title before: - New"],
  ["## Sizes", "No date and title before: ## Sizes"],
  ["## 2026-11-29: Sizes\n\n{field} size", "Neither changes, {operations} nor {fields}: {field} size"],
  ["## 2026-11-29: Sizes\n\nText", "Neither changes, {operations} nor {fields}: Text"],
])("a changelog with %j is refused with the reason", (text, reason) => {
  expect(() => parseChangelog(text)).toThrow(reason);
});
