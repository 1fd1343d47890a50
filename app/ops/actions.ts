"use server";

import { action } from "@/app/action";
import { claimExceptions, releaseExceptions } from "@/lib/console/claim-exceptions";
import { reopenException } from "@/lib/console/handle-exception";

/** Records that an operator has handled the exceptions that the form names. */
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

export const claim = action({
  permission: "service.dispatch_orders",
  audit: null,
  async work({ context, input }) {
    return { result: await claimExceptions(context, input) };
  },
});

export const releaseClaim = action({
  permission: "service.dispatch_orders",
  audit: null,
  async work({ context, input }) {
    await releaseExceptions(context, input);
  },
});
