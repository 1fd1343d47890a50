"use server";

import { redirect } from "next/navigation";
import { readSampleTown } from "@/app/(site)/docs/served-town";
import { staffAction } from "@/app/dashboard/submission";
import { parseForm, readId, type SubmissionOutcome } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import type { ReplayResult } from "@/components/webhooks/delivery-selection";
import type { NewEndpoint } from "@/components/webhooks/endpoint-form";
import type { AccountMember } from "@/lib/accounts/check-session";
import { confirmPassword } from "@/lib/accounts/confirm-password";
import type { AccountScope } from "@/lib/accounts/scope";
import type { AuditAction, AuditCall } from "@/lib/audit/call";
import { recordAccess } from "@/lib/audit/record-refusal";
import { config } from "@/lib/config";
import { placeSample } from "@/lib/docs/sample-town";
import { DomainError } from "@/lib/domain-error";
import { parseMode, withMode } from "@/lib/web/mode";
import { checkSignature } from "@/lib/webhooks/check-signature";
import { type WebhookContext, webhookContext } from "@/lib/webhooks/context";
import { createEndpoint } from "@/lib/webhooks/create-endpoint";
import type { SignatureExplanation } from "@/lib/webhooks/explain-signature";
import { replayDeliveries, replayDelivery, replayFailedSince } from "@/lib/webhooks/replay-deliveries";
import { revealSecret, rotateSecret } from "@/lib/webhooks/rotate-secret";
import {
  deliveryId,
  deliveryIds,
  endpointInput,
  pastedMessage,
  replayHours,
  testEventType,
} from "@/lib/webhooks/schema";
import { sendTestEvent } from "@/lib/webhooks/send-test-event";
import { deleteEndpoint, setEndpointEnabled, updateEndpoint } from "@/lib/webhooks/update-endpoint";
import { type PlaceSample, WEBHOOK_EVENTS } from "@/lib/webhooks/webhook-event";

interface Call {
  readonly context: WebhookContext & { readonly audit: AuditCall | undefined };
  readonly scope: AccountScope;
  readonly staff: AccountMember;
  readonly values: Record<string, string>;
}

type Work<Result> = (call: Call) => Promise<SubmissionOutcome<Result>>;

/** Owners only, because an endpoint receives every order. */
const ownerAction = <Result = never>(action: AuditAction | null, work: Work<Result>) =>
  webhookAction("owner", action, work);

function webhookAction<Result = never>(
  role: "owner" | "staff",
  action: AuditAction | null,
  work: Work<Result>,
) {
  return staffAction<Result>(role, action, async (staff, { db, clock, audit }, values) => {
    const context = { ...webhookContext({ db, clock }, config()), audit };
    return work({ context, scope: staff.scope(parseMode(values.mode)), staff, values });
  });
}

const readEndpointId = (values: Record<string, string>): string => readId(values, "ENDPOINT_NOT_FOUND");

function readEndpointInput(values: Record<string, string>) {
  const eventTypes = WEBHOOK_EVENTS.filter((type) => values[`event:${type}`] === "on");
  const { url, description, headers } = values;
  return parseForm(endpointInput, { url, description, eventTypes, headers });
}

export const add = ownerAction<NewEndpoint>("webhook.create", async ({ context, scope, staff, values }) => {
  const input = { ...readEndpointInput(values), createdById: staff.userId };
  const { endpoint, secret } = await createEndpoint(context, scope, input);
  return { result: { id: endpoint.id, secret } };
});

export const edit = ownerAction("webhook.change", async ({ context, scope, values }) => {
  const input = readEndpointInput(values);
  await updateEndpoint(context, scope, { endpointId: readEndpointId(values), ...input });
});

export const switchEndpoint = ownerAction("webhook.switch", async ({ context, scope, values }) => {
  const isEnabled = values.enable === "true";
  await setEndpointEnabled(context, scope, { endpointId: readEndpointId(values), isEnabled });
});

const removeOwned = ownerAction("webhook.delete", async ({ context, scope, values }) => {
  await deleteEndpoint(context, scope, readEndpointId(values));
});

export async function remove(before: FormState, form: FormData): Promise<FormState> {
  const state = await removeOwned(before, form);
  if (state.isDone) redirect(withMode("/dashboard/webhooks", parseMode(form.get("mode"))));
  return state;
}

export const reveal = ownerAction<string>(
  "webhook.reveal_secret",
  async ({ context, scope, staff, values }) => {
    const id = readEndpointId(values);
    await confirmPassword(context, staff, values.password ?? "");
    const secret = await revealSecret(context, scope, id);
    const target = { accountId: staff.accountId, objectId: id };
    if (context.audit !== undefined) await recordAccess(context.db, context.audit, target);
    return { result: secret };
  },
);

export const rotate = ownerAction<string>("webhook.rotate_secret", async ({ context, scope, values }) => {
  const { secret } = await rotateSecret(context, scope, readEndpointId(values));
  return { result: secret };
});

export const sendTest = ownerAction(null, async ({ context, scope, values }) => {
  const type = testEventType.safeParse(values.type);
  if (!type.success) return { problems: [{ field: "type", code: "required" }] };
  const town = await readSampleTown("en");
  const place: PlaceSample = (sample) => placeSample(sample, town);
  await sendTestEvent(context, scope, { endpointId: readEndpointId(values), type: type.data, place });
  return { subject: type.data };
});

export const replay = ownerAction(null, async ({ context, scope, values }) => {
  const delivery = deliveryId.safeParse(values.delivery);
  if (!delivery.success) throw new DomainError("DELIVERY_NOT_FOUND");
  await replayDelivery(context.db, scope, { endpointId: readEndpointId(values), deliveryId: delivery.data });
});

export const replaySelected = ownerAction<ReplayResult>(null, async ({ context, scope, values }) => {
  const parsed = deliveryIds.safeParse(values.deliveries);
  if (!parsed.success) throw new DomainError("DELIVERY_NOT_FOUND");
  const chosen = { endpointId: readEndpointId(values), deliveryIds: parsed.data };
  return { result: await replayDeliveries(context.db, scope, chosen) };
});

export const replayMissed = ownerAction(null, async ({ context, scope, values }) => {
  const hours = replayHours.safeParse(values.hours);
  if (!hours.success) return { problems: [{ field: "hours", code: "required" }] };
  const since = new Date(context.clock.now().getTime() - hours.data * 60 * 60_000);
  const count = await replayFailedSince(context.db, scope, { endpointId: readEndpointId(values), since });
  return { subject: String(count) };
});

/** The form keeps its values for the next attempt. */
export const check = webhookAction<SignatureExplanation>(
  "staff",
  null,
  async ({ context, scope, values }) => {
    const pasted = parseForm(pastedMessage, { headers: values.headers, body: values.body });
    const result = await checkSignature(context, scope, { endpointId: readEndpointId(values), pasted });
    return { result, values };
  },
);
