"use server";

import { answer, cancel, override, takeBack } from "@/app/ops/actions";
import { takeOperatorSubmission } from "@/app/ops/submission";
import type { FormState } from "@/components/ui/form-state";
import { handleException } from "@/lib/board/handle-exception";
import type { Handling } from "@/lib/board/handling";

/** Notes that an operator has dealt with an exception; the form says with which, and how. */
export async function handle(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async (context, values) => {
    await handleException(context, values);
    return undefined;
  });
}

/** Says what becomes of a dropoff, and notes it. */
export async function answerHere(state: FormState, form: FormData): Promise<FormState> {
  return noted(await answer(state, form), form, "answered");
}

/** Lets the courier go on without a code, and notes it. */
export async function overrideHere(state: FormState, form: FormData): Promise<FormState> {
  return noted(await override(state, form), form, "allowed");
}

/** Marks the goods as handed back, and notes it. */
export async function takeBackHere(state: FormState, form: FormData): Promise<FormState> {
  return noted(await takeBack(state, form), form, "taken_back");
}

/** Cancels an order, and notes it. */
export async function cancelHere(state: FormState, form: FormData): Promise<FormState> {
  return noted(await cancel(state, form), form, "cancelled");
}

async function noted(outcome: FormState, form: FormData, handling: Handling): Promise<FormState> {
  // An order may be helped without an exception.
  if (!outcome.isDone || !form.has("kind")) return outcome;
  form.set("handling", handling);
  return handle(outcome, form);
}
