"use server";

import { staffAction } from "@/app/dashboard/submission";
import { parseForm } from "@/app/submission";
import { updateAccount } from "@/lib/accounts/update-account";
import { onTimeTarget } from "@/lib/reports/report";

export const saveTarget = staffAction("owner", "account.change", async (staff, { db }, values) => {
  await updateAccount(db, staff.accountId, { onTimeTarget: parseForm(onTimeTarget, values).target });
});
