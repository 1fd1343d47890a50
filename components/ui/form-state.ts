import type { ErrorCode } from "@/lib/http/errors";

export interface Problem {
  readonly field: string;
  readonly code: string;
}

/** Each outcome is a new object, so that a form can tell a second refusal from the first. */
export interface FormState<Result = unknown> {
  readonly isDone: boolean;
  readonly refusal: ErrorCode | null;
  readonly problems: readonly Problem[];
  /** The sentences of the refusal and the problems, by code. */
  readonly texts: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  /** Shown only once. */
  readonly result: Result | null;
  readonly subject: string;
}

export const INITIAL_FORM_STATE = {
  isDone: false,
  refusal: null,
  problems: [],
  texts: {},
  values: {},
  result: null,
  subject: "",
} as const satisfies FormState;

export type FormActions<Name extends string> = Readonly<Record<Name, FormAction>>;

export type FormAction<Result = unknown> = (
  previous: FormState<Result>,
  form: FormData,
) => Promise<FormState<Result>>;
