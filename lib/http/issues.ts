import * as z from "zod";
import type { FieldIssue } from "@/lib/domain-error";

/**
 * Whether the field at a path may be left out; false of what stands in no schema. Unwraps what an optional field may
 * be wrapped in besides.
 */
function isOptionalAt(schema: z.ZodType, path: readonly PropertyKey[]): boolean {
  let at: unknown = schema;
  let isOptional = false;
  for (const name of path) {
    if (at instanceof z.ZodObject) at = at.shape[String(name)];
    else if (at instanceof z.ZodArray) at = at.element;
    else return false;
    isOptional = at instanceof z.ZodOptional;
    while (at instanceof z.ZodOptional || at instanceof z.ZodNullable) at = at.unwrap();
  }
  return isOptional;
}

/**
 * What zod found wrong, as the spec reports it: one entry per offending field, paths dot-joined with array
 * indices inline, in the order in which the fields stand in the schema.
 *
 * @param schema what was parsed with, its input reported: a null in it is told apart from other wrong values
 */
export function toFieldIssues(error: z.ZodError, schema?: z.ZodType): FieldIssue[] {
  const byField = new Map<string, string>();
  for (const issue of error.issues) {
    const field = issue.path.map(String).join(".");
    if (!byField.has(field)) byField.set(field, messageOf(issue, schema));
  }
  return [...byField].map(([field, message]) => ({ field, message }));
}

function messageOf(issue: z.core.$ZodIssue, schema: z.ZodType | undefined): string {
  if (issue.input === null && schema !== undefined) {
    return isOptionalAt(schema, issue.path) ? "must not be null; leave it out" : "must not be null";
  }
  switch (issue.code) {
    case "invalid_type":
      // zod reports an absent value as undefined; JSON has no undefined, so nothing else is meant.
      return issue.message.endsWith("received undefined")
        ? "is required"
        : issue.message.startsWith("Invalid input: expected ")
          ? `must be ${withArticle(issue.expected)}`
          : issue.message;
    case "invalid_value":
      return issue.input === undefined && issue.message.includes("undefined")
        ? "is required"
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `must be at least ${issue.minimum}`;
    case "too_big":
      return `must be at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

function withArticle(type: string): string {
  if (type === "int") return "a whole number";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
