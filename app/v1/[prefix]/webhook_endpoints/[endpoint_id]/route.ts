import * as z from "zod";
import { operation } from "@/app/v1/operation";
import { findUrlIssues, inWords, readEndpointId, toWebhookContext } from "@/app/v1/webhook-endpoints";
import { exampleEndpoint } from "@/lib/api/examples";
import { getEndpoint } from "@/lib/webhooks/list-endpoints";
import { endpointResource, toEndpointResource } from "@/lib/webhooks/resource";
import { endpointPatch } from "@/lib/webhooks/schema";
import { deleteEndpoint, patchEndpoint } from "@/lib/webhooks/update-endpoint";

export const GET = operation({
  operationId: "getWebhookEndpoint",
  isRepeatable: true,
  summary: "Get a webhook endpoint",
  description: "One endpoint, without its secret.",
  russian: { summary: "Получить адрес для вебхуков", description: "Один адрес, без секрета." },
  responses: {
    200: {
      description: "The endpoint.",
      russian: "Адрес.",
      data: endpointResource,
      example: exampleEndpoint,
    },
  },
  errors: ["ENDPOINT_NOT_FOUND"],
  async handle(call) {
    const endpoint = await getEndpoint(call.context, call.key.scope, readEndpointId(call));
    return { data: toEndpointResource(endpoint) };
  },
});

export const PATCH = operation({
  operationId: "patchWebhookEndpoint",
  audit: "webhook.change",
  isRepeatable: true,
  summary: "Change a webhook endpoint",
  description:
    "Omitted fields stay unchanged. While `status` is `disabled`, no events are sent; enabling clears earlier failures and does not send missed events.",
  russian: {
    summary: "Изменить адрес для вебхуков",
    description:
      "Поля, которых нет в запросе, не меняются. Пока `status` равен `disabled`, события не отправляются. При включении прежние ошибки забываются, а пропущенные события не отправляются.",
  },
  body: endpointPatch,
  findIssues: findUrlIssues,
  examples: { body: { status: "disabled" } },
  responses: {
    200: {
      description: "The endpoint after the change.",
      russian: "Адрес после изменения.",
      data: endpointResource,
      example: { ...exampleEndpoint, status: "disabled" },
    },
  },
  errors: ["INVALID_PAYLOAD", "ENDPOINT_NOT_FOUND", "PAYLOAD_TOO_LARGE"],
  async handle(call) {
    const change = { endpointId: readEndpointId(call), change: call.body };
    const patched = patchEndpoint(toWebhookContext(call), call.key.scope, change);
    return { data: toEndpointResource(await inWords(patched)) };
  },
});

export const DELETE = operation({
  operationId: "deleteWebhookEndpoint",
  audit: "webhook.delete",
  isRepeatable: true,
  isDestructive: true,
  summary: "Delete a webhook endpoint",
  description: "It gets no more events, and its deliveries can no longer be read. Repeating returns 404.",
  russian: {
    summary: "Удалить адрес для вебхуков",
    description:
      "Больше на него ничего не отправляется, а его доставки уже нельзя прочитать. Повторный запрос вернёт 404.",
  },
  responses: {
    200: {
      description: "It is deleted.",
      russian: "Адрес удалён.",
      data: z.object({ endpoint_id: z.string() }),
      example: { endpoint_id: exampleEndpoint.endpoint_id },
    },
  },
  errors: ["ENDPOINT_NOT_FOUND"],
  async handle(call) {
    const id = readEndpointId(call);
    await deleteEndpoint(call.context, call.key.scope, id);
    return { data: { endpoint_id: id } };
  },
});
