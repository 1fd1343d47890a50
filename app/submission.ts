import { revalidatePath } from "next/cache";
import { getMessages } from "next-intl/server";
import * as z from "zod";
import { type FormState, INITIAL_FORM_STATE, type Problem } from "@/components/ui/form-state";
import { isUnavailable } from "@/lib/db/pg-errors";
import { DomainError } from "@/lib/domain-error";
import { parseBoundedJson } from "@/lib/http/bounded-json";
import type { ErrorCode } from "@/lib/http/errors";
import { logFailure } from "@/lib/log";

/** Contains only the fields that differ from plain success. */
// biome-ignore lint/suspicious/noConfusingVoidType: an action that plainly succeeds returns nothing.
export type SubmissionOutcome<Result> = Partial<FormState<Result>> | void;

/** Excludes files and Next's own fields. */
export function toTexts(form: FormData): Record<string, string> {
  const entries = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !entry[0].startsWith("$"),
  );
  return Object.fromEntries(entries);
}

/** Passwords are not sent back, so users type them again. */
function withoutPasswords(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !name.endsWith("password")));
}

/** The caller must have checked access. `pages` is the section to revalidate; null for a page that redirects. */
export async function runFormAction<Result>(
  pages: "/ops" | "/dashboard" | null,
  form: FormData,
  work: (values: Record<string, string>) => Promise<SubmissionOutcome<Result>>,
): Promise<FormState<Result>> {
  const values = toTexts(form);
  const shown = withoutPasswords(values);
  try {
    const outcome: Partial<FormState<Result>> = (await work(values)) ?? {};
    const isRefused = (outcome.problems?.length ?? 0) > 0 || (outcome.refusal ?? null) !== null;
    if (!isRefused && pages !== null) revalidatePath(pages, "layout");
    return { ...INITIAL_FORM_STATE, isDone: !isRefused, ...(isRefused ? { values: shown } : {}), ...outcome };
  } catch (error) {
    if (error instanceof DomainError && error.code === "INVALID_PAYLOAD") {
      const problems = error.issues.map(({ field, message }) => ({ field, code: message }));
      return { ...INITIAL_FORM_STATE, problems, values: shown };
    }
    if (error instanceof DomainError) {
      // A refusal means that the user saw an outdated page.
      if (pages !== null) revalidatePath(pages, "layout");
      return { ...INITIAL_FORM_STATE, refusal: error.code, values: shown };
    }
    if (isUnavailable(error)) return { ...INITIAL_FORM_STATE, refusal: "SERVICE_UNAVAILABLE", values: shown };
    logFailure("action failed", error);
    return { ...INITIAL_FORM_STATE, refusal: "INTERNAL_ERROR", values: shown };
  }
}

/** Adds the sentences of what was refused, so that pages need not contain all of them. */
export async function withTexts<Result>(state: FormState<Result>): Promise<FormState<Result>> {
  const { refusal, problems } = state;
  if (refusal === null && problems.length === 0) return state;
  const { problems: sentences, refusals } = (await getMessages()).ui;
  const known: Record<string, string> = { ...sentences, ...refusals };
  const codes = [...problems.map(({ code }) => code), ...(refusal === null ? [] : [refusal])];
  const texts = codes.map((code) => [code, known[code] ?? refusals.INTERNAL_ERROR]);
  return { ...state, texts: Object.fromEntries(texts) };
}

/** @throws DomainError INVALID_PAYLOAD with the first problem of each field */
export function parseForm<Output>(schema: z.ZodType<Output>, values: unknown): Output {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const problems = toProblems(parsed.error);
  throw new DomainError(
    "INVALID_PAYLOAD",
    problems.map(({ field, code }) => ({ field, message: code })),
  );
}

/** Returns null if the text is not JSON, or too large a value. */
export function parseJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return null;
  }
}

/** @throws DomainError with the code `missing` if the form has no valid id */
export function readId(values: Readonly<Record<string, string>>, missing: ErrorCode): string {
  const id = z.guid().safeParse(values.id);
  if (!id.success) throw new DomainError(missing);
  return id.data;
}

export function toProblems(error: z.ZodError): Problem[] {
  const found = new Map<string, Problem>();
  for (const { path, message } of error.issues) {
    const field = path.join(".");
    if (!found.has(field)) found.set(field, { field, code: message });
  }
  return [...found.values()];
}
