"use server";

import * as z from "zod";
import { operatorAction } from "@/app/ops/submission";
import { parseForm, readId } from "@/app/submission";
import { updateAccount } from "@/lib/accounts/update-account";
import { MAX_HOLD_REASON_LENGTH, placeHold, releaseHold } from "@/lib/personal-data/legal-hold";
import { eraseOrder } from "@/lib/personal-data/request-erasure";
import { chooseRetention } from "@/lib/personal-data/retention";
import { accountRetention, retentionChoice } from "@/lib/personal-data/retention-choice";
import { runtime } from "@/lib/process/runtime";

const holdReason = z.object({
  reason: z.string().trim().min(1, { error: "required" }).max(MAX_HOLD_REASON_LENGTH, { error: "too_long" }),
});

export const erase = operatorAction("order.erase", async (context, values) => {
  const result = await eraseOrder({ ...context, files: runtime().files }, values.code ?? "");
  const isErased = result.type === "erased" && result.held.length === 0;
  return isErased ? undefined : { refusal: "STEP_NOT_POSSIBLE" };
});

export const hold = operatorAction("order.hold", async (context, values) => {
  await placeHold(context, values.code ?? "", parseForm(holdReason, values).reason);
});

export const release = operatorAction("order.release", async (context, values) => {
  await releaseHold(context, values.code ?? "");
});

export const changeRetention = operatorAction("retention.change", async (context, values) => {
  await chooseRetention(context, parseForm(retentionChoice, values).days);
});

export const changeAccountRetention = operatorAction("account.change", async ({ db }, values) => {
  const { days: retentionDays } = parseForm(accountRetention, values);
  await updateAccount(db, readId(values, "ACCOUNT_NOT_FOUND"), { retentionDays });
});
