"use server";

import { takeStaffSubmission } from "@/app/dashboard/submission";
import { parseJson } from "@/app/dashboard/take-draft";
import type { FormState } from "@/components/ui/form-state";
import { deleteTemplate } from "@/lib/orders/form/delete-template";
import { saveTemplate } from "@/lib/orders/form/save-template";
import { orderDraft } from "@/lib/orders/form/schema";
import { type DeliveryTemplate, templateName } from "@/lib/orders/form/template";

/** Saves what an order form holds under a name. */
export async function keepTemplate(
  _: FormState<DeliveryTemplate>,
  form: FormData,
): Promise<FormState<DeliveryTemplate>> {
  return takeStaffSubmission<DeliveryTemplate>("staff", form, async (staff, context, values) => {
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

/** Removes a template from the account's list. */
export async function removeTemplate(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, { db }, values) => {
    await deleteTemplate(db, staff, values.id ?? "");
    return {};
  });
}
