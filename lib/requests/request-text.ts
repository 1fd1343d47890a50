import type { FieldIssue } from "@/lib/domain-error";

/** The JSON of a body, indented for reading. */
export function prettyJson(json: string): string {
  // The log only keeps bodies as JSON that it has written itself.
  return JSON.stringify(JSON.parse(json), null, 2);
}

/** The fields that a refusal names: `error.details` is JSON within JSON. Empty when there are none. */
export function fieldErrorsOf(responseBody: string | null): FieldIssue[] {
  if (responseBody === null) return [];
  const { error } = JSON.parse(responseBody) as { error?: { details?: string } };
  // Details that name no field of ours are hidden, and are then not JSON.
  return error?.details?.startsWith("[{") === true ? (JSON.parse(error.details) as FieldIssue[]) : [];
}
