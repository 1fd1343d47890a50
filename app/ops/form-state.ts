import type { CourierAccess } from "@/lib/couriers/issue-courier-link";
import type { ErrorCode } from "@/lib/domain-error";

/** Something wrong with a field of a form, as a code that the page puts into words. */
export interface Problem {
  readonly field: string;
  readonly code: string;
}

/** What an action has come to. Each has an object of its own, by which a form tells a second refusal from the first. */
export interface FormState {
  readonly isDone: boolean;
  /** Why the whole was refused. */
  readonly refusal: ErrorCode | null;
  readonly problems: readonly Problem[];
  /** What was sent, so that a refused form stands as it was. */
  readonly values: Readonly<Record<string, string>>;
  /** The secrets of a courier, shown this once. */
  readonly access: CourierAccess | null;
  /** Whom or what it was about, for the words that say so. */
  readonly subject: string;
}

export const UNSENT: FormState = {
  isDone: false,
  refusal: null,
  problems: [],
  values: {},
  access: null,
  subject: "",
};

export type FormAction = (previous: FormState, form: FormData) => Promise<FormState>;
