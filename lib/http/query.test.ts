import { expect, it } from "vitest";
import * as z from "zod";
import { parseQuery } from "@/lib/http/query";

const schema = z.object({
  status: z.array(z.enum(["new", "cancelled"])).optional(),
  phone: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});

const read = (search: string) => {
  const { query, issues } = parseQuery(schema, new URLSearchParams(search));
  return issues.length > 0 ? issues.map(({ field }) => field) : query;
};

it.each([
  ["status=new&status=cancelled"],
  ["status[]=new&status[]=cancelled"],
  ["status[0]=new&status[1]=cancelled"],
  ["status%5B0%5D=new&status%5B1%5D=cancelled"],
])("a list is read from %s", (search) => {
  expect(read(search)).toEqual({ status: ["new", "cancelled"] });
});

it.each([
  ["status[a]=new", ["status"]],
  ["status[0][1]=new", ["status"]],
  ["phone[]=1", ["phone"]],
  ["phone[0]=1&status[0]=old", ["phone", "status"]],
])("%s is refused instead of ignored", (search, fields) => {
  expect(read(search)).toEqual(fields);
});
