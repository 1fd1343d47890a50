"use server";

import { action } from "@/app/action";
import { parseJson } from "@/app/form";
import { parseFields } from "@/lib/http/issues";
import { stopBody } from "@/lib/orders/form/draft";
import { draftProblems } from "@/lib/orders/form/draft-problems";
import { orderDraft } from "@/lib/orders/form/schema";
import { deleteAddress } from "@/lib/orders/saved-addresses/delete-address";
import { saveAddress } from "@/lib/orders/saved-addresses/save-address";
import { addressName, addressStop } from "@/lib/orders/saved-addresses/schema";
import { stopFromBody } from "@/lib/orders/schema";

export const keepAddress = action({
  permission: "account.manage_orders",
  audit: null,
  async work({ user, context, input }) {
    const typed = orderDraft.shape.pickup.safeParse(parseJson(input.stop ?? ""));
    if (!typed.success) return { refusal: "INVALID_PAYLOAD" };
    const body = stopBody(typed.data);
    const name = addressName.safeParse(input.name);
    const stop = parseFields(addressStop, body);
    const problems = [
      ...(name.success ? [] : [{ field: "name", code: name.error.issues[0]?.message ?? "required" }]),
      ...draftProblems(stop.issues, body),
    ];
    if (!name.success || stop.data === undefined) return { problems };
    const result = await saveAddress(context, user, { name: name.data, stop: stopFromBody(stop.data) });
    return { result, subject: result.name };
  },
});

export const removeAddress = action({
  permission: "account.manage_orders",
  audit: null,
  async work({ user, context, input }) {
    await deleteAddress(context.db, user, input.id ?? "");
    return { subject: input.name ?? "" };
  },
});
