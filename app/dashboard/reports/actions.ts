"use server";

import { action } from "@/app/action";
import { updateAccount } from "@/lib/accounts/update-account";
import { onTimeTarget } from "@/lib/billing/report";

export const saveTarget = action({
  permission: "account.manage_settings",
  audit: "account.change",
  input: onTimeTarget,
  async work({ user, context, input }) {
    await updateAccount(context.db, user.accountId, { onTimeTarget: input.target });
  },
});
