"use server";

import { takeOperatorSubmission } from "@/app/ops/submission";
import type { FormState } from "@/components/ui/form-state";

/** Notes that an operator has dealt with the exception that the form names. */
export async function handle(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async () => undefined);
}
