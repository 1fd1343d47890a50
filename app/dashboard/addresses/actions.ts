"use server";

import { staffAction } from "@/app/dashboard/submission";
import { parseJson } from "@/app/submission";
import { parseFields } from "@/lib/http/issues";
import { stopBody } from "@/lib/orders/form/draft";
import { draftProblems } from "@/lib/orders/form/draft-problems";
import { orderDraft } from "@/lib/orders/form/schema";
import { stopFromBody } from "@/lib/orders/schema";
import type { SavedAddress } from "@/lib/saved-addresses/address";
import { deleteAddress } from "@/lib/saved-addresses/delete-address";
import { saveAddress } from "@/lib/saved-addresses/save-address";
import { addressName, addressStop } from "@/lib/saved-addresses/schema";

export const keepAddress = staffAction<SavedAddress>("staff", null, async (staff, context, values) => {
  const typed = orderDraft.shape.pickup.safeParse(parseJson(values.stop ?? ""));
  if (!typed.success) return { refusal: "INVALID_PAYLOAD" };
  const body = stopBody(typed.data);
  const name = addressName.safeParse(values.name);
  const stop = parseFields(addressStop, body);
  const problems = [
    ...(name.success ? [] : [{ field: "name", code: name.error.issues[0]?.message ?? "required" }]),
    ...draftProblems(stop.issues, body),
  ];
  if (!name.success || stop.data === undefined) return { problems };
  const result = await saveAddress(context, staff, { name: name.data, stop: stopFromBody(stop.data) });
  return { result, subject: result.name };
});

export const removeAddress = staffAction("staff", null, async (staff, { db }, values) => {
  await deleteAddress(db, staff, values.id ?? "");
  return { subject: values.name ?? "" };
});
