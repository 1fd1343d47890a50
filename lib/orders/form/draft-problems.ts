import { TEXT_LIMITS } from "@/lib/orders/order";

/** What is wrong with a field, by the API's own path, as a code that a page puts into words. */
export interface DraftProblem {
  readonly field: string;
  readonly code: string;
}

const FIELD_CODES: Readonly<Record<string, string>> = {
  latitude: "latitude",
  longitude: "longitude",
  apartment: "whole_number",
  entrance: "whole_number",
  floor: "whole_number",
  payment_amount: "payment_amount",
  delivery_time: "date_time",
};

/**
 * The fields that the API's schema has refused, one entry each and by the API's own paths. What is wrong is told
 * from the value, since the schema's texts are in English.
 */
export function draftProblems(
  error: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] },
  body: unknown,
): DraftProblem[] {
  const found = new Map<string, string>();
  for (const { path } of error.issues) {
    const field = path.map(String).join(".");
    if (!found.has(field)) found.set(field, codeOf(String(path.at(-1)), valueAt(body, path)));
  }
  return [...found].map(([field, code]) => ({ field, code }));
}

function codeOf(name: string, value: unknown): string {
  if (value === undefined || (typeof value === "string" && value.trim() === "")) return "required";
  const code = FIELD_CODES[name];
  if (code !== undefined) return code;
  const limit = TEXT_LIMITS[name as keyof typeof TEXT_LIMITS];
  if (limit !== undefined && typeof value === "string" && [...value].length > limit) return "too_long";
  return "characters";
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[name],
    body,
  );
}
