import type { SubmissionOutcome } from "@/app/submission";
import type { OrderFormResult } from "@/components/order-form/order-form";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { bodyFromDraft, type StopDraft } from "@/lib/orders/form/draft";
import { leftPoints } from "@/lib/orders/form/draft-places";
import { draftProblems } from "@/lib/orders/form/draft-problems";
import { orderDraft } from "@/lib/orders/form/schema";
import { type OrderBody, orderBody } from "@/lib/orders/schema";
import { toE164 } from "@/lib/phone-number";
import { toldReason } from "@/lib/service-area/service-area";

/**
 * Parses the draft that a form sent into a body of the API, and passes it to the work. Every problem goes back to the
 * form; the page around it keeps everything that was typed.
 *
 * @param externalOrderId replaces the typed one where it cannot change
 */
export async function takeDraft(
  values: Readonly<Record<string, string>>,
  externalOrderId: string | null,
  work: (body: OrderBody) => Promise<string>,
): Promise<NonNullable<SubmissionOutcome<OrderFormResult>>> {
  const typed = orderDraft.safeParse(parseJson(values.draft ?? ""));
  if (!typed.success) return { refusal: "INVALID_PAYLOAD", values: {} };
  const named = externalOrderId === null ? typed.data : { ...typed.data, external_order_id: externalOrderId };
  const draft = { ...named, pickup: withNumber(named.pickup), dropoffs: named.dropoffs.map(withNumber) };
  const body = bodyFromDraft(draft, values.quote_id);
  const checked = orderBody.safeParse(body);
  const left = leftPoints(draft);
  if (!checked.success || left.length > 0) {
    return {
      problems: [...(checked.success ? [] : draftProblems(checked.error, body)), ...left],
      values: {},
    };
  }
  try {
    return { result: { code: await work(checked.data), current: null } };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Checks what the schema cannot: that the time is not too soon, the trip not too long and every stop served.
    const problems = error.issues.map((issue) => ({ field: issue.field, code: problemCode(issue) }));
    return problems.length > 0 ? { problems, values: {} } : { refusal: error.code, values: {} };
  }
}

/** A stop with its phone number in E.164, if it is one: Enter may come before the field itself has seen to it. */
function withNumber<Stop extends StopDraft>(stop: Stop): Stop {
  const { contact } = stop;
  const number = contact.type === "telegram" ? null : toE164(contact.value);
  return number === null ? stop : { ...stop, contact: { ...contact, value: number } };
}

function problemCode(issue: FieldIssue): string {
  if (issue.field === "delivery_time") return "too_soon";
  const reason = toldReason(issue);
  return reason === null ? "too_far" : `area_${reason}`;
}

/** Parses JSON; null when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
