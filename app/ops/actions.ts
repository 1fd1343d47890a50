"use server";

import { action } from "@/app/action";
import { reopenException } from "@/lib/console/handle-exception";

/** Records that an operator has handled the exception that the form names. */
export const handle = action({
  permission: "service.dispatch_orders",
  audit: null,
  work: async () => undefined,
});

export const reopen = action({
  permission: "service.dispatch_orders",
  audit: null,
  async work({ context, input }) {
    await reopenException(context, input);
  },
});
