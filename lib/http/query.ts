import * as z from "zod";
import type { FieldIssue } from "@/lib/domain-error";
import { documentAsNumber } from "@/lib/field";

export function integerParameter(options: {
  min: number;
  max: number;
  default: number;
  description: string;
}) {
  const { min, max, description } = options;
  const isSafe = max === Number.MAX_SAFE_INTEGER;
  const error = isSafe
    ? `must be a whole number of at least ${min}`
    : `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error })
    .default(options.default)
    .meta({
      description,
      override: documentAsNumber({
        ...{ type: "integer", description, minimum: min },
        ...(isSafe ? {} : { maximum: max }),
        default: options.default,
      }),
    });
}

export function readQuery(
  search: URLSearchParams,
  known: readonly string[],
): { query: Record<string, string>; issues: FieldIssue[] } {
  const query: Record<string, string> = {};
  const issues: FieldIssue[] = [];
  for (const name of known) {
    const [value, ...others] = search.getAll(name);
    if (others.length > 0) issues.push({ field: name, message: "must be specified only once" });
    else if (value !== undefined) query[name] = value;
  }
  return { query, issues };
}
