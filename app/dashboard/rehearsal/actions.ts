"use server";

import { redirect } from "next/navigation";
import { runMemberAction } from "@/app/dashboard/submission";
import type { FormState } from "@/components/ui/form-state";
import { config } from "@/lib/config";
import { placeTestOrder } from "@/lib/demo/place-test-order";
import { DomainError } from "@/lib/domain-error";
import { SCENARIOS } from "@/lib/sandbox/scenario";
import { withMode } from "@/lib/web/mode";

export async function run(_: FormState, form: FormData): Promise<FormState> {
  const state = await runMemberAction<never>("staff", null, form, async (staff, context, values) => {
    const scenario = SCENARIOS.find((one) => one === values.scenario);
    if (scenario === undefined) throw new DomainError("INVALID_PAYLOAD");
    const { dataDir } = config();
    const input = { scenario, speed: null, dataDir };
    const { orderCode } = await placeTestOrder(context, staff.scope("test"), input);
    return { subject: orderCode };
  });
  if (state.isDone) redirect(withMode(`/dashboard/orders/${state.subject}`, "test"));
  return state;
}
