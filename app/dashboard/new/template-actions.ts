"use server";

import * as z from "zod";
import { staffAction } from "@/app/dashboard/submission";
import { parseForm, parseJson } from "@/app/submission";
import type { OrderDraft } from "@/lib/orders/form/draft";
import { findTemplate } from "@/lib/orders/form/list-templates";
import { deleteTemplate, saveTemplate } from "@/lib/orders/form/save-template";
import { orderDraft } from "@/lib/orders/form/schema";
import { type DeliveryTemplate, templateName } from "@/lib/orders/form/template";

export const keepTemplate = staffAction<DeliveryTemplate>("staff", null, async (staff, context, values) => {
  const draft = orderDraft.safeParse(parseJson(values.draft ?? ""));
  if (!draft.success) return { refusal: "INVALID_PAYLOAD" };
  const { name } = parseForm(z.object({ name: templateName }), values);
  const result = await saveTemplate(context, staff, { name, draft: draft.data });
  return { result, subject: result.name };
});

/** Returns the draft, so that the template can be saved again. */
export const removeTemplate = staffAction<OrderDraft | null>("staff", null, async (staff, { db }, values) => {
  const result = await findTemplate(db, staff, values.id ?? "");
  await deleteTemplate(db, staff, values.id ?? "");
  return { result };
});
