import type { FieldIssue } from "@/lib/domain-error";

export function prettyJson(json: string): string {
  // The log keeps only JSON that it wrote itself.
  return JSON.stringify(JSON.parse(json), null, 2);
}

export function getFieldErrors(responseBody: string | null): FieldIssue[] {
  if (responseBody === null) return [];
  const { error } = JSON.parse(responseBody) as { error?: { details?: string } };
  // Details with unknown field names are masked, so they are not JSON.
  return error?.details?.startsWith("[{") === true ? (JSON.parse(error.details) as FieldIssue[]) : [];
}
