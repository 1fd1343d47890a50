"use server";

import * as z from "zod";
import { action } from "@/app/action";
import { config } from "@/lib/config";
import { placeTestOrder } from "@/lib/demo/place-test-order";
import { SCENARIOS } from "@/lib/sandbox/scenario";
import { withMode } from "@/lib/web/mode";

export const run = action({
  role: "staff",
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
