import * as z from "zod";
import { DomainError, type FieldIssue } from "@/lib/domain-error";

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

/** One issue per invalid field (spec, ERR-6): dot-joined paths in schema order. `data` is undefined with issues. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { data: z.output<Schema> | undefined; issues: FieldIssue[] } {
  const { data, error } = schema.safeParse(value, { reportInput: true, error: toMessage });
  const byField = new Map<string, string>();
  for (const issue of error?.issues ?? []) {
    const field = issue.path.map(String).join(".");
    if (byField.has(field)) continue;
    const nullMessage = `must not be null${isOptionalAt(schema, issue.path) ? "; omit the field instead" : ""}`;
    byField.set(field, issue.input === null ? nullMessage : issue.message);
  }
  return { data, issues: [...byField].map(([field, message]) => ({ field, message })) };
}

export function requireFields<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { data, issues } = parseFields(schema, value);
  if (data === undefined || issues.length > 0) throw new DomainError("INVALID_PAYLOAD", issues);
  return data;
}

/** The message of an issue whose schema defines none; undefined leaves it to zod. */
function toMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${withArticle(issue.expected)}`;
    case "invalid_value":
      return issue.input === undefined
        ? "is required"
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `must be at least ${issue.minimum}`;
    case "too_big":
      return `must be at most ${issue.maximum}`;
    case "invalid_key":
      return issue.issues[0]?.message;
    default:
      return undefined;
  }
}

function withArticle(type: string): string {
  if (type === "int") return "a whole number";
  if (type === "record") return "an object";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

const MAX_ISSUES = 100;

export function firstOfEachField(issues: readonly FieldIssue[]): FieldIssue[] {
  const byField = new Map<string, FieldIssue>();
  for (const issue of issues) {
    if (byField.size === MAX_ISSUES) break;
    if (!byField.has(issue.field)) byField.set(issue.field, issue);
  }
  return [...byField.values()];
}
