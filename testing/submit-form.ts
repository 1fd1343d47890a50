import { type FormOutcome, type FormTexts, toFailure, toFormState, toTexts } from "@/app/form";
import type { FormState } from "@/components/ui/form-state";

/** Does with a form what `action` does, without session, audit log and revalidation. */
export async function submitForm<Result = never>(
  form: FormData,
  work: (sent: FormTexts) => Promise<FormOutcome<Result>>,
): Promise<FormState<Result>> {
  const sent = toTexts(form);
  try {
    return toFormState<Result>((await work(sent)) ?? {}, sent);
  } catch (error) {
    return toFormState<Result>(toFailure(error), sent);
  }
}
