import type { FieldIssue } from "@/lib/domain-error";
import { TEXT_LIMITS } from "@/lib/orders/order";
import { ADDRESS_FIELDS, CONTACT_FIELDS, DROPOFF_FIELDS, type StopFields } from "@/lib/orders/stop-fields";

/** An issue code for a field, by its API path. */
export interface DraftProblem {
  readonly field: string;
  readonly code: string;
}

const STOP_FIELDS: StopFields = { ...ADDRESS_FIELDS, ...CONTACT_FIELDS, ...DROPOFF_FIELDS };

const KIND_CODES: Readonly<Record<string, string>> = {
  latitude: "latitude",
  longitude: "longitude",
  whole_number: "whole_number",
  rubles: "payment_amount",
};

const TIME_FIELDS: ReadonlySet<string> = new Set(["delivery_time", "ready_at", "from", "to"]);

/** These fields exist only for a resolved place; the city may be preset. */
const PLACE_FIELDS = ["street", "building", "latitude", "longitude"] as const;

const REASON_CODES: Readonly<Record<NonNullable<FieldIssue["reason"]>, string>> = {
  outside: "area_outside",
  closed: "area_closed",
  paused: "area_paused",
  too_far: "too_far",
  too_soon: "too_soon",
  unusual: "unusual_trip",
  swapped: "swapped_trip",
  ready_too_late: "ready_too_late",
  window_and_time: "window_and_time",
  window_short: "window_short",
  window_long: "window_long",
  window_far: "window_far",
  window_soon: "window_soon",
  window_order: "window_order",
};

/** Returns a code for each rejected field, without a reason derived from the value since the texts are English. */
export function draftProblems(issues: readonly FieldIssue[], body: unknown): DraftProblem[] {
  return issues.map(({ field, reason }) => {
    const path = field.split(".");
    return {
      // The form has a field for each end of a window.
      field: path.at(-1) === "delivery_window" ? `${field}.to` : field,
      code: reason === undefined ? getCode(path.at(-1) ?? "", valueAt(body, path)) : REASON_CODES[reason],
    };
  });
}

/** Merges the problems of a missing address into one, for forms with a single address field. */
export function problemsForForm(problems: readonly DraftProblem[]): DraftProblem[] {
  const missing = new Set(problems.flatMap(({ field, code }) => (code === "required" ? [field] : [])));
  const isEmpty = (address: string) => PLACE_FIELDS.every((name) => missing.has(`${address}.${name}`));
  return problems.flatMap((problem) => {
    const [, address = "", name] = /^(.+\.address)\.(\w+)$/.exec(problem.field) ?? [];
    if (!isEmpty(address)) return [problem];
    if (name === "street") return [{ field: address, code: "required" }];
    return problem.code === "required" ? [] : [problem];
  });
}

function getCode(name: string, value: unknown): string {
  if (value === undefined || (typeof value === "string" && value.trim() === "")) return "required";
  if (TIME_FIELDS.has(name)) return "date_time";
  const field = STOP_FIELDS[name];
  const code = field && KIND_CODES[field.kind];
  if (code !== undefined) return code;
  const limit = field?.kind === "text" ? field.max : TEXT_LIMITS[name as keyof typeof TEXT_LIMITS];
  if (limit !== undefined && typeof value === "string" && [...value].length > limit) return "too_long";
  return "characters";
}

function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name],
    body,
  );
}
