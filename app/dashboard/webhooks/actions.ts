"use server";

import { redirect } from "next/navigation";
import { takeStaffSubmission } from "@/app/dashboard/submission";
import { problemsOf, type SubmissionOutcome } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import type { Replayed } from "@/components/webhooks/delivery-selection";
import type { NewEndpoint } from "@/components/webhooks/endpoint-form";
import type { Staff } from "@/lib/accounts/check-session";
import { confirmPassword } from "@/lib/accounts/confirm-password";
import type { AccountScope } from "@/lib/accounts/scope";
import { config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";
import { asMode, inMode } from "@/lib/pages/mode";
import { checkSignature } from "@/lib/webhooks/check-signature";
import { type WebhookContext, webhookContext } from "@/lib/webhooks/context";
import { createEndpoint } from "@/lib/webhooks/create-endpoint";
import { deleteEndpoint } from "@/lib/webhooks/delete-endpoint";
import type { SignatureExplanation } from "@/lib/webhooks/explain-signature";
import { replayDeliveries } from "@/lib/webhooks/replay-deliveries";
import { replayDelivery } from "@/lib/webhooks/replay-delivery";
import { replayFailedSince } from "@/lib/webhooks/replay-failed-since";
import { revealSecret } from "@/lib/webhooks/reveal-secret";
import { rotateSecret } from "@/lib/webhooks/rotate-secret";
import {
  deliveryId,
  deliveryIds,
  endpointId,
  endpointInput,
  pastedMessage,
  replayHours,
  testEventType,
} from "@/lib/webhooks/schema";
import { sendTestEvent } from "@/lib/webhooks/send-test-event";
import { setEndpointEnabled } from "@/lib/webhooks/set-endpoint-enabled";
import { updateEndpoint } from "@/lib/webhooks/update-endpoint";
import { WEBHOOK_EVENTS } from "@/lib/webhooks/webhook-event";

interface Call {
  readonly context: WebhookContext;
  readonly scope: AccountScope;
  readonly staff: Staff;
  readonly values: Record<string, string>;
}

/** Owners only: a receiver of events sees every order. */
function owned<Result = never>(
  form: FormData,
  work: (call: Call) => Promise<SubmissionOutcome<Result>>,
): Promise<FormState<Result>> {
  return called("owner", form, work);
}

function called<Result = never>(
  role: "owner" | "staff",
  form: FormData,
  work: (call: Call) => Promise<SubmissionOutcome<Result>>,
): Promise<FormState<Result>> {
  return takeStaffSubmission(role, form, async (staff, { db, clock }, values) => {
    const context = webhookContext({ db, clock }, config());
    const scope = staff.scope(asMode(values.mode));
    return work({ context, scope, staff, values });
  });
}

function endpointOf(values: Record<string, string>): string {
  const parsed = endpointId.safeParse(values.id);
  if (!parsed.success) throw new DomainError("ENDPOINT_NOT_FOUND");
  return parsed.data;
}

function readEndpoint(values: Record<string, string>) {
  const eventTypes = WEBHOOK_EVENTS.filter((type) => values[`event:${type}`] === "on");
  const { url, description, headers } = values;
  return endpointInput.safeParse({ url, description, eventTypes, headers });
}

function asProblems(error: unknown): SubmissionOutcome<never> {
  if (!(error instanceof DomainError) || error.code !== "INVALID_PAYLOAD") throw error;
  return { problems: error.issues.map(({ field, message }) => ({ field, code: message })) };
}

export async function add(_: FormState<NewEndpoint>, form: FormData): Promise<FormState<NewEndpoint>> {
  return owned<NewEndpoint>(form, async ({ context, scope, staff, values }) => {
    const parsed = readEndpoint(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    try {
      const { endpoint, secret } = await createEndpoint(context, scope, {
        ...parsed.data,
        createdById: staff.userId,
      });
      return { result: { id: endpoint.id, secret } };
    } catch (error) {
      return asProblems(error);
    }
  });
}

export async function edit(_: FormState, form: FormData): Promise<FormState> {
  return owned(form, async ({ context, scope, values }) => {
    const parsed = readEndpoint(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    try {
      await updateEndpoint(context, scope, { endpointId: endpointOf(values), ...parsed.data });
      return undefined;
    } catch (error) {
      return asProblems(error);
    }
  });
}

export async function switchEndpoint(_: FormState, form: FormData): Promise<FormState> {
  return owned(form, async ({ context, scope, values }) => {
    await setEndpointEnabled(context, scope, {
      endpointId: endpointOf(values),
      isEnabled: values.enable === "true",
    });
    return undefined;
  });
}

export async function remove(_: FormState, form: FormData): Promise<FormState> {
  const state = await owned(form, async ({ context, scope, values }) => {
    await deleteEndpoint(context, scope, endpointOf(values));
    return undefined;
  });
  if (state.isDone) redirect(inMode("/dashboard/webhooks", asMode(form.get("mode"))));
  return state;
}

export async function reveal(_: FormState<string>, form: FormData): Promise<FormState<string>> {
  return owned<string>(form, async ({ context, scope, staff, values }) => {
    const id = endpointOf(values);
    await confirmPassword(context, staff, values.password ?? "");
    return { result: await revealSecret(context, scope, id) };
  });
}

export async function rotate(_: FormState<string>, form: FormData): Promise<FormState<string>> {
  return owned<string>(form, async ({ context, scope, values }) => {
    const { secret } = await rotateSecret(context, scope, endpointOf(values));
    return { result: secret };
  });
}

export async function sendTest(_: FormState, form: FormData): Promise<FormState> {
  return owned(form, async ({ context, scope, values }) => {
    const type = testEventType.safeParse(values.type);
    if (!type.success) return { problems: [{ field: "type", code: "required" }] };
    await sendTestEvent(context, scope, { endpointId: endpointOf(values), type: type.data });
    return { subject: type.data };
  });
}

export async function replay(_: FormState, form: FormData): Promise<FormState> {
  return owned(form, async ({ context, scope, values }) => {
    const delivery = deliveryId.safeParse(values.delivery);
    if (!delivery.success) throw new DomainError("DELIVERY_NOT_FOUND");
    await replayDelivery(context.db, scope, { endpointId: endpointOf(values), deliveryId: delivery.data });
    return undefined;
  });
}

export async function replaySelected(_: FormState<Replayed>, form: FormData): Promise<FormState<Replayed>> {
  return owned<Replayed>(form, async ({ context, scope, values }) => {
    const deliveries = deliveryIds.safeParse(values.deliveries);
    if (!deliveries.success) throw new DomainError("DELIVERY_NOT_FOUND");
    return {
      result: await replayDeliveries(context.db, scope, {
        endpointId: endpointOf(values),
        deliveryIds: deliveries.data,
      }),
    };
  });
}

export async function replayMissed(_: FormState, form: FormData): Promise<FormState> {
  return owned(form, async ({ context, scope, values }) => {
    const hours = replayHours.safeParse(values.hours);
    if (!hours.success) return { problems: [{ field: "hours", code: "required" }] };
    const since = new Date(context.clock.now().getTime() - hours.data * 60 * 60_000);
    const count = await replayFailedSince(context.db, scope, { endpointId: endpointOf(values), since });
    return { subject: String(count) };
  });
}

/** The form keeps its values for the next try. */
export async function check(
  _: FormState<SignatureExplanation>,
  form: FormData,
): Promise<FormState<SignatureExplanation>> {
  return called<SignatureExplanation>("staff", form, async ({ context, scope, values }) => {
    const parsed = pastedMessage.safeParse({ headers: values.headers, body: values.body });
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    return {
      result: await checkSignature(context, scope, { endpointId: endpointOf(values), pasted: parsed.data }),
      values,
    };
  });
}
