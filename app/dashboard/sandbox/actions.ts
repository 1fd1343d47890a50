"use server";

import * as z from "zod";
import { action } from "@/app/action";
import { config } from "@/lib/config";
import { withMode } from "@/lib/http/mode";
import { placeTestOrder } from "@/lib/sandbox/demo/place-test-order";
import { SCENARIOS } from "@/lib/sandbox/scenario";

export const run = action({
  permission: "account.use_sandbox",
  audit: null,
  input: z.object({ scenario: z.enum(SCENARIOS, { error: "INVALID_PAYLOAD" }) }),
  async work({ user, context, input: { scenario } }) {
    const { dataDir } = config();
    const { orderCode } = await placeTestOrder(context, user.scope("test"), {
      scenario,
      speed: null,
      dataDir,
    });
    return { redirectTo: withMode(`/dashboard/orders/${orderCode}`, "test") };
  },
});
