import type { ErrorCode } from "@/lib/domain-error";

/** A problem with a form's field, as a code that the page translates. */
export interface Problem {
  readonly field: string;
  readonly code: string;
}

/** The outcome of an action. Each outcome is a new object, so that a form can tell a second refusal from the first. */
export interface FormState<Result = unknown> {
  readonly isDone: boolean;
  /** Why the whole form was refused. */
  readonly refusal: ErrorCode | null;
  readonly problems: readonly Problem[];
  /** The submitted values, so that a refused form keeps them. */
  readonly values: Readonly<Record<string, string>>;
  /** The result, which is shown only once. */
  readonly result: Result | null;
  /** Who or what it was about, for the success message. */
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
