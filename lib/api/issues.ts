import type * as z from "zod";
import type { FieldIssue } from "@/lib/domain-error";

/**
 * What zod found wrong, as the spec reports it: one entry per offending field, paths dot-joined with array
 * indices inline, in the order in which the fields stand in the schema.
 */
export function toFieldIssues(error: z.ZodError): FieldIssue[] {
  const byField = new Map<string, string>();
  for (const issue of error.issues) {
    const field = issue.path.map(String).join(".");
    if (!byField.has(field)) byField.set(field, messageOf(issue));
  }
  return [...byField].map(([field, message]) => ({ field, message }));
}

function messageOf(issue: z.core.$ZodIssue): string {
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
