"use server";

import * as z from "zod";
import { action } from "@/app/action";
import { parseForm, parseJson } from "@/app/form";
import { findTemplate } from "@/lib/orders/form/list-templates";
import { deleteTemplate, saveTemplate } from "@/lib/orders/form/save-template";
import { orderDraft } from "@/lib/orders/form/schema";
import { templateName } from "@/lib/orders/form/template";

export const keepTemplate = action({
  permission: "account.manage_orders",
  audit: null,
  async work({ user, context, input }) {
    const draft = orderDraft.safeParse(parseJson(input.draft ?? ""));
    if (!draft.success) return { refusal: "INVALID_PAYLOAD" };
    const { name } = parseForm(z.object({ name: templateName }), input);
    const result = await saveTemplate(context, user, { name, draft: draft.data });
    return { result, subject: result.name };
  },
});

/** Returns the draft, so that the template can be saved again. */
export const removeTemplate = action({
  permission: "account.manage_orders",
  audit: null,
  async work({ user, context: { db }, input: { id = "" } }) {
    const result = await findTemplate(db, user, id);
    await deleteTemplate(db, user, id);
    return { result };
  },
});
