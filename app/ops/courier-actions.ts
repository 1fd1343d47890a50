"use server";

import * as z from "zod";
import { takeOperatorSubmission } from "@/app/ops/submission";
import { problemsOf } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import { messageText } from "@/lib/couriers/schema";
import { sendMessage } from "@/lib/couriers/send-message";
import { asMode } from "@/lib/pages/mode";

const message = z.object({ text: messageText, id: z.guid().optional() });

export async function tell(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async (context, values) => {
    const parsed = message.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const { id, text } = parsed.data;
    const courierIds = id === undefined ? "on_shift" : [id];
    const told = await sendMessage(context, { courierIds, mode: asMode(values.mode), text });
    return { subject: String(told) };
  });
}
