import { parseJson } from "@/app/form";
import type { FormResult } from "@/components/orders/form/order-form";
import type { FormState } from "@/components/ui/form-state";
import { DomainError } from "@/lib/domain-error";
import { parseFields } from "@/lib/http/issues";
import { type OrderDraft, type StopDraft, toCreateBody } from "@/lib/orders/form/draft";
import { outdatedPins } from "@/lib/orders/form/draft-places";
import { type DraftProblem, draftProblems } from "@/lib/orders/form/draft-problems";
import { orderDraft } from "@/lib/orders/form/schema";
import { orderBody } from "@/lib/orders/schema";
import { toE164 } from "@/lib/to-e164";

/**
 * Reads the draft, and reports every problem of its order.
 * @param edited the order as opened: its identifier is kept, and its contacts need not be dialable
 * @param work gets the body, which may be invalid
 */
export async function submitDraft(
  values: Readonly<Record<string, string>>,
  { phoneCountry, edited }: { phoneCountry: string; edited: OrderDraft | null },
  work: (body: object, draft: OrderDraft) => Promise<Omit<FormResult, "current">>,
): Promise<Partial<FormState<FormResult>>> {
  const typed = orderDraft.safeParse(parseJson(values.draft ?? ""));
  if (!typed.success) return { refusal: "INVALID_PAYLOAD", values: {} };
  const named = edited === null ? typed.data : { ...typed.data, external_order_id: edited.external_order_id };
  const dialable = <Stop extends StopDraft>(stop: Stop): Stop => withNumber(stop, phoneCountry);
  const draft = { ...named, pickup: dialable(named.pickup), dropoffs: named.dropoffs.map(dialable) };
  const body = toCreateBody(draft, values.quote_id);
  // Only the form has these rules.
  const ofForm = [...outdatedPins(draft), ...findUndialable(draft, phoneCountry, edited)];
  if (ofForm.length > 0) {
    const { issues } = parseFields(orderBody, body);
    return { problems: [...draftProblems(issues, body), ...ofForm], values: {} };
  }
  try {
    return { result: { ...(await work(body, draft)), current: null } };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const problems = draftProblems(error.issues, body);
    return problems.length > 0 ? { problems, values: {} } : { refusal: error.code, values: {} };
  }
}

/** Enter may submit the form before the phone field has converted the number to E.164. */
function withNumber<Stop extends StopDraft>(stop: Stop, phoneCountry: string): Stop {
  const { contact } = stop;
  const number = contact.type === "telegram" ? null : toE164(contact.value, phoneCountry);
  return number === null ? stop : { ...stop, contact: { ...contact, value: number } };
}

function findUndialable(draft: OrderDraft, phoneCountry: string, edited: OrderDraft | null): DraftProblem[] {
  const stored =
    edited === null ? [] : [edited.pickup, ...edited.dropoffs].map(({ contact }) => contact.value);
  return [draft.pickup, ...draft.dropoffs].flatMap(({ contact: { type, value } }, index) => {
    const isFine =
      type === "telegram" ||
      value.trim() === "" ||
      stored.includes(value) ||
      toE164(value, phoneCountry) !== null;
    const path = index === 0 ? "pickup" : `dropoffs.${index - 1}`;
    return isFine ? [] : [{ field: `${path}.contact.value`, code: "phone" }];
  });
}
