import { expect, it } from "vitest";
import * as z from "zod";
import { firstOfEachField, parseFields } from "@/lib/http/issues";

it("a rejected value is described by the types of JSON", () => {
  const schema = z.object({ texts: z.record(z.string(), z.string()), list: z.array(z.int()) });
  expect(parseFields(schema, { texts: 1, list: {} }).issues).toEqual([
    { field: "texts", message: "must be an object" },
    { field: "list", message: "must be an array" },
  ]);
});

it("a rejected payload lists the first issue of each field, and at most 100 fields", () => {
  const issues = Array.from({ length: 300 }, (_, index) => ({
    field: `fields.${Math.floor(index / 2)}`,
    message: index % 2 === 0 ? "first" : "second",
  }));
  const listed = firstOfEachField(issues);
  expect(listed).toHaveLength(100);
  expect(listed.at(-1)).toEqual({ field: "fields.99", message: "first" });
  expect(firstOfEachField(issues.slice(0, 4)).map(({ field }) => field)).toEqual(["fields.0", "fields.1"]);
});
