"use server";

import * as z from "zod";
import { readSampleTown } from "@/app/(site)/docs/read-sample-town";
import { action } from "@/app/action";
import { toTexts } from "@/app/form";
import { confirmPassword } from "@/lib/accounts/confirm-password";
import { recordAccess } from "@/lib/audit/record-refusal";
import { config } from "@/lib/config";
import type { Context } from "@/lib/context";
import { placeSample } from "@/lib/docs/sample-town";
import { withMode } from "@/lib/http/mode";
import { checkSignature } from "@/lib/webhooks/check-signature";
import { createEndpoint } from "@/lib/webhooks/create-endpoint";
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
import { type WebhookContext, webhookContext } from "@/lib/webhooks/webhook-context";
import { type PlaceSample, WEBHOOK_EVENTS } from "@/lib/webhooks/webhook-event";

// Only owners change an endpoint, because it receives every order.

const endpointForm = z.object({ id: z.guid({ error: "ENDPOINT_NOT_FOUND" }) });

/** The form has a field for each event type. */
const settingsForm = z.record(z.string(), z.string()).transform((sent) => ({
  ...sent,
  eventTypes: WEBHOOK_EVENTS.filter((type) => sent[`event:${type}`] === "on"),
}));

const toWebhookContext = ({ db, clock }: Context): WebhookContext => webhookContext({ db, clock }, config());

export const add = action({
  permission: "account.manage_integrations",
  audit: "webhook.create",
  input: settingsForm.pipe(endpointInput),
  async work({ user, context, input, mode }) {
    const endpointSettings = { ...input, createdById: user.userId };
    const created = await createEndpoint(toWebhookContext(context), user.scope(mode), endpointSettings);
    return { result: { id: created.endpoint.id, secret: created.secret } };
  },
});

export const edit = action({
  permission: "account.manage_integrations",
  audit: "webhook.change",
  input: settingsForm.pipe(endpointInput.extend(endpointForm.shape)),
  async work({ user, context, input: { id: endpointId, ...settings }, mode }) {
    await updateEndpoint(toWebhookContext(context), user.scope(mode), { endpointId, ...settings });
  },
});

export const switchEndpoint = action({
  permission: "account.manage_integrations",
  audit: "webhook.switch",
  input: endpointForm.extend({ enable: z.string().optional() }),
  async work({ user, context, input, mode }) {
    const isEnabled = input.enable === "true";
    const change = { endpointId: input.id, isEnabled };
    await setEndpointEnabled(toWebhookContext(context), user.scope(mode), change);
  },
});

export const remove = action({
  permission: "account.manage_integrations",
  audit: "webhook.delete",
  input: endpointForm,
  async work({ user, context, input, mode }) {
    await deleteEndpoint(toWebhookContext(context), user.scope(mode), input.id);
    return { redirectTo: withMode("/dashboard/webhooks", mode) };
  },
});

export const reveal = action({
  permission: "account.manage_integrations",
  audit: "webhook.reveal_secret",
  input: endpointForm.extend({ password: z.string().default("") }),
  async work({ user, context, input: { id, password }, mode }) {
    await confirmPassword(context, user, password);
    const secret = await revealSecret(toWebhookContext(context), user.scope(mode), id);
    const target = { accountId: user.accountId, objectId: id };
    if (context.audit !== undefined) await recordAccess(context.db, context.audit, target);
    return { result: secret };
  },
});

export const rotate = action({
  permission: "account.manage_integrations",
  audit: "webhook.rotate_secret",
  input: endpointForm,
  async work({ user, context, input, mode }) {
    const { secret } = await rotateSecret(toWebhookContext(context), user.scope(mode), input.id);
    return { result: secret };
  },
});

export const sendTest = action({
  permission: "account.manage_integrations",
  audit: null,
  input: endpointForm.extend({ type: testEventType }),
  async work({ user, context, input: { id: endpointId, type }, mode }) {
    const town = await readSampleTown("en");
    const place: PlaceSample = (sample) => placeSample(sample, town);
    await sendTestEvent(toWebhookContext(context), user.scope(mode), { endpointId, type, place });
    return { subject: type };
  },
});

export const replay = action({
  permission: "account.manage_integrations",
  audit: null,
  input: endpointForm.extend({ delivery: deliveryId }),
  async work({ user, context: { db }, input, mode }) {
    const chosen = { endpointId: input.id, deliveryId: input.delivery };
    await replayDelivery(db, user.scope(mode), chosen);
  },
});

export const replaySelected = action({
  permission: "account.manage_integrations",
  audit: null,
  input: endpointForm.extend({ deliveries: deliveryIds }),
  async work({ user, context: { db }, input, mode }) {
    const chosen = { endpointId: input.id, deliveryIds: input.deliveries };
    return { result: await replayDeliveries(db, user.scope(mode), chosen) };
  },
});

export const replayMissed = action({
  permission: "account.manage_integrations",
  audit: null,
  input: endpointForm.extend({ hours: replayHours }),
  async work({ user, context: { db, clock }, input, mode }) {
    const since = new Date(clock.now().getTime() - input.hours * 60 * 60_000);
    const count = await replayFailedSince(db, user.scope(mode), { endpointId: input.id, since });
    return { subject: String(count) };
  },
});

/** The form keeps its values for the next attempt. */
export const check = action({
  permission: "account.view_integrations",
  audit: null,
  input: endpointForm.extend(pastedMessage.shape),
  async work({ user, context, input: { id: endpointId, ...pasted }, mode, form }) {
    const scope = user.scope(mode);
    const result = await checkSignature(toWebhookContext(context), scope, { endpointId, pasted });
    return { result, values: toTexts(form) };
  },
});
