"use server";

import { action } from "@/app/action";
import { stopImport } from "@/lib/imports/stop-import";

export const stop = action({
  permission: "account.manage_orders",
  audit: null,
  async work({ user, context, input, mode }) {
    await stopImport(context, user.scope(mode), input.id ?? "");
  },
});
