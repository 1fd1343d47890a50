"use server";

import { takeStaffSubmission } from "@/app/dashboard/submission";
import { parseJson } from "@/app/dashboard/take-draft";
import type { FormState } from "@/components/ui/form-state";
import { deleteTemplate } from "@/lib/orders/form/delete-template";
import { saveTemplate } from "@/lib/orders/form/save-template";
import { orderDraft } from "@/lib/orders/form/schema";
import { type OrderTemplate, templateName } from "@/lib/orders/form/template";

export async function keepTemplate(
  _: FormState<OrderTemplate>,
  form: FormData,
): Promise<FormState<OrderTemplate>> {
  return takeStaffSubmission<OrderTemplate>("staff", form, async (staff, context, values) => {
    const draft = orderDraft.safeParse(parseJson(values.draft ?? ""));
    if (!draft.success) return { refusal: "INVALID_PAYLOAD" };
    const name = templateName.safeParse(values.name);
    if (!name.success) {
      return { problems: [{ field: "name", code: name.error.issues[0]?.message ?? "required" }] };
    }
    const result = await saveTemplate(context, staff, { name: name.data, draft: draft.data });
    return { result, subject: result.name };
  });
}

export async function removeTemplate(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, { db }, values) => {
    await deleteTemplate(db, staff, values.id ?? "");
    return {};
  });
}
