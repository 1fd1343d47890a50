import type * as z from "zod";
import { type FormState, INITIAL_FORM_STATE, type Problem } from "@/components/ui/form-state";
import { isUnavailable } from "@/lib/db/pg-errors";
import { DomainError } from "@/lib/domain-error";
import { parseBoundedJson } from "@/lib/http/bounded-json";
import { type ErrorCode, isErrorCode } from "@/lib/http/errors";
import { logFailure } from "@/lib/log";

/** A form's fields as sent. */
export type FormTexts = Readonly<Record<string, string>>;

/** Excludes files and Next's own fields. */
export function toTexts(form: FormData): FormTexts {
  const entries = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !entry[0].startsWith("$"),
  );
  return Object.fromEntries(entries);
}

/**
 * The schema's messages are codes of sentences in `ui.problems`, shown at the field. One that is an error code, such as
 * `z.guid({ error: "KEY_NOT_FOUND" })`, refuses the whole form unless a field has a problem.
 * @throws DomainError INVALID_PAYLOAD with the first problem of each field, or the error code
 */
export function parseForm<Output>(schema: z.ZodType<Output>, values: unknown): Output {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const problems = toProblems(parsed.error);
  const shown = problems.filter(({ code }) => !isErrorCode(code));
  const refusal = problems.map(({ code }) => code).find(isErrorCode);
  if (shown.length === 0 && refusal !== undefined) throw new DomainError(refusal);
  throw new DomainError(
    "INVALID_PAYLOAD",
    shown.map(({ field, code }) => ({ field, message: code })),
  );
}

/** Returns the first problem of each field. */
export function toProblems(error: z.ZodError): Problem[] {
  const found = new Map<string, Problem>();
  for (const { path, message } of error.issues) {
    const field = path.join(".");
    if (!found.has(field)) found.set(field, { field, code: message });
  }
  return [...found.values()];
}

/** Returns null if the text is not JSON, or too large a value. */
export function parseJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return null;
  }
}

/** Contains only the fields that differ from plain success. */
export interface FormChange<Result> extends Partial<FormState<Result>> {
  /** Page to open instead of returning the state to the form. */
  readonly redirectTo?: string;
}

// biome-ignore lint/suspicious/noConfusingVoidType: an action that plainly succeeds returns nothing.
export type FormOutcome<Result> = FormChange<Result> | void;

export function isRefused({ problems = [], refusal = null }: FormChange<unknown>): boolean {
  return problems.length > 0 || refusal !== null;
}

/** A refused form shows what was sent, except passwords, so users type them again. */
export function toFormState<Result>(change: FormChange<Result>, sent: FormTexts): FormState<Result> {
  const { redirectTo: _, ...state } = change;
  if (!isRefused(change)) return { ...INITIAL_FORM_STATE, isDone: true, ...state };
  const values = Object.fromEntries(Object.entries(sent).filter(([name]) => !name.endsWith("password")));
  return { ...INITIAL_FORM_STATE, values, ...state };
}

/** Returns the problems or the refusal that a form shows for an error. Logs unknown errors. */
export function toFailure(error: unknown): { problems: Problem[] } | { refusal: ErrorCode } {
  if (!(error instanceof DomainError) || error.code !== "INVALID_PAYLOAD" || error.issues.length === 0)
    return { refusal: toRefusal(error) };
  return { problems: error.issues.map(({ field, message }) => ({ field, code: message })) };
}

/** Logs unknown errors. */
export function toRefusal(error: unknown): ErrorCode {
  if (error instanceof DomainError) return error.code;
  if (isUnavailable(error)) return "SERVICE_UNAVAILABLE";
  logFailure("action failed", error);
  return "INTERNAL_ERROR";
}

/** Converts a use case's refusal of some fields to problems of the form. */
export async function findProblems(
  work: Promise<unknown>,
  toFormProblems: (error: DomainError) => Problem[],
): Promise<{ problems: Problem[] } | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError) || error.issues.length === 0) throw error;
    return { problems: toFormProblems(error) };
  }
}
