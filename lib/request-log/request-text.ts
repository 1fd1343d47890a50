import type { FieldIssue } from "@/lib/domain-error";

export function prettyJson(json: string): string {
  // The log keeps only JSON that it wrote itself.
  return JSON.stringify(JSON.parse(json), null, 2);
}

export function getFieldErrors(responseBody: string | null): FieldIssue[] {
  if (responseBody === null) return [];
  const { error } = JSON.parse(responseBody) as { error?: { details?: string } };
  // Details that name no field of ours are masked, so not JSON.
  return error?.details?.startsWith("[{") === true ? (JSON.parse(error.details) as FieldIssue[]) : [];
}
