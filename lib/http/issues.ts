import * as z from "zod";
import type { FieldIssue } from "@/lib/domain-error";

/** Whether the field at a path is optional; false for unknown fields. */
function isOptionalAt(schema: z.ZodType, path: readonly PropertyKey[]): boolean {
  let at: unknown = schema;
  let isOptional = false;
  for (const name of path) {
    if (at instanceof z.ZodObject) at = at.shape[String(name)];
    else if (at instanceof z.ZodArray) at = at.element;
    else return false;
    isOptional = at instanceof z.ZodOptional;
    while (at instanceof z.ZodOptional || at instanceof z.ZodNullable) at = at.unwrap();
    if (at instanceof z.ZodPipe) at = at.out;
  }
  return isOptional;
}

/**
 * One issue per field with a dot-joined path, in the order of the schema. With `schema`, a null differs from
 * other wrong values.
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
      // zod reports an absent value as undefined; JSON has no undefined, so it can mean nothing else.
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

const MAX_ISSUES = 100;

/** The first issue of each field, at most 100 of them. */
export function firstOfEachField(issues: readonly FieldIssue[]): FieldIssue[] {
  const byField = new Map<string, FieldIssue>();
  for (const issue of issues) {
    if (byField.size === MAX_ISSUES) break;
    if (!byField.has(issue.field)) byField.set(issue.field, issue);
  }
  return [...byField.values()];
}
