import type { ErrorCode } from "@/lib/domain-error";

/** Something wrong with a field of a form, as a code that the page puts into words. */
export interface Problem {
  readonly field: string;
  readonly code: string;
}

/** What an action has come to. Each has an object of its own, by which a form tells a second refusal from the first. */
export interface FormState<Result = unknown> {
  readonly isDone: boolean;
  /** Why the whole was refused. */
  readonly refusal: ErrorCode | null;
  readonly problems: readonly Problem[];
  /** What was sent, so that a refused form stands as it was. */
  readonly values: Readonly<Record<string, string>>;
  /** What has come of it and is shown this once. */
  readonly result: Result | null;
  /** Whom or what it was about, for the words that say so. */
  readonly subject: string;
}

export const UNSENT = {
  isDone: false,
  refusal: null,
  problems: [],
  values: {},
  result: null,
  subject: "",
} as const satisfies FormState;

export type FormAction<Result = unknown> = (
  previous: FormState<Result>,
  form: FormData,
) => Promise<FormState<Result>>;
