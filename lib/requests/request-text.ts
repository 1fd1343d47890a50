import type { FieldIssue } from "@/lib/domain-error";

/** The JSON of a body as it is read by people. */
export function prettyJson(json: string): string {
  // Everything that the log keeps of a body is JSON that it has written itself.
  return JSON.stringify(JSON.parse(json), null, 2);
}

/** The fields that a refusal names: `error.details` is JSON within JSON. Empty where there are none. */
export function fieldErrorsOf(responseBody: string | null): FieldIssue[] {
  if (responseBody === null) return [];
  const { error } = JSON.parse(responseBody) as { error?: { details?: string } };
  // Details that name no field of ours are hidden, and then are not JSON.
  return error?.details?.startsWith("[{") === true ? (JSON.parse(error.details) as FieldIssue[]) : [];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The call as a command line, with a placeholder for the key; what was masked in the body stays so. */
export function curlOf(
  call: { method: string; path: string; requestBody: string | null },
  publicUrl: string,
): string {
  const { method, path, requestBody } = call;
  return [
    `curl -X ${method} ${quoted(publicUrl + path)}`,
    `-H 'Authorization: Bearer <API_KEY>'`,
    ...(requestBody === null ? [] : [`-H 'Content-Type: application/json'`, `--data ${quoted(requestBody)}`]),
  ].join(" \\\n  ");
}
