"use server";

import { takeOperatorSubmission } from "@/app/ops/submission";
import type { FormState } from "@/components/ui/form-state";
import { config } from "@/lib/config";
import { eveningInput } from "@/lib/traffic/evening";
import { startEvening } from "@/lib/traffic/start-evening";
import { stopEvening } from "@/lib/traffic/stop-evening";
import { webhookContext } from "@/lib/webhooks/context";

export async function beginEvening(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async (context) => {
    const { dataDir, webhooks } = config();
    await startEvening(context, {
      ...eveningInput.parse({ seed: context.clock.now().getTime() % 2 ** 31 }),
      dataDir,
      webhooks: webhooks.secretText === null ? null : webhookContext(context, config()),
    });
    return undefined;
  });
}

export async function endEvening(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async (context) => {
    await stopEvening(context);
    return undefined;
  });
}
