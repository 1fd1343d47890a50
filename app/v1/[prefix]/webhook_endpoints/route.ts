import * as z from "zod";
import { operation } from "@/app/v1/operation";
import { findUrlIssues, inWords, toWebhookContext } from "@/app/v1/webhook-endpoints";
import { exampleEndpoint } from "@/lib/api/examples";
import { findOrCreateEndpoint } from "@/lib/webhooks/create-endpoint";
import { listEndpoints } from "@/lib/webhooks/list-endpoints";
import { createdEndpointResource, endpointResource, toEndpointResource } from "@/lib/webhooks/resource";
import { endpointBody } from "@/lib/webhooks/schema";

const { created_at, ...described } = exampleEndpoint;

export const POST = operation({
  operationId: "createWebhookEndpoint",
  audit: "webhook.create",
  isRepeatable: true,
  summary: "Create a webhook endpoint",
  description:
    "Sends events of the key's account and mode to a URL from now on. Store `secret`: it is not returned again. If an endpoint with this URL exists, it is returned unchanged, with status 200 and without its secret.",
  russian: {
    summary: "Создать адрес для вебхуков",
    description:
      "С этого момента события аккаунта в режиме ключа отправляются на указанный URL. Сохраните `secret`: больше он не возвращается. Если адрес с таким URL уже есть, он вернётся без изменений, со статусом 200 и без секрета.",
  },
  body: endpointBody,
  findIssues: findUrlIssues,
  examples: { body: { url: exampleEndpoint.url, events: exampleEndpoint.events } },
  responses: {
    201: {
      description: "The new endpoint with its secret.",
      russian: "Новый адрес с секретом.",
      data: createdEndpointResource,
      example: { ...described, secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", created_at },
    },
    200: {
      description: "The endpoint that already has this URL.",
      russian: "Адрес, у которого уже есть этот URL.",
      data: endpointResource,
      example: exampleEndpoint,
    },
  },
  errors: ["INVALID_PAYLOAD", "TOO_MANY_ENDPOINTS", "PAYLOAD_TOO_LARGE"],
  async handle(call) {
    const { url, events: eventTypes, description } = call.body;
    const input = { url, eventTypes, description, headers: [] };
    const created = findOrCreateEndpoint(toWebhookContext(call), call.key.scope, {
      ...input,
      createdById: null,
      createdByKeyId: call.key.keyId,
    });
    const { endpoint, secret } = await inWords(created);
    return { status: secret === null ? 200 : 201, data: toEndpointResource(endpoint, secret) };
  },
});

export const GET = operation({
  operationId: "listWebhookEndpoints",
  isRepeatable: true,
  summary: "List webhook endpoints",
  description: "All endpoints of the account in the key's mode, at most 20, oldest first.",
  russian: {
    summary: "Адреса для вебхуков",
    description: "Все адреса аккаунта в режиме ключа, не больше 20, сначала старые.",
  },
  responses: {
    200: {
      description: "The endpoints.",
      russian: "Адреса.",
      data: z.object({ endpoints: z.array(endpointResource) }).meta({ id: "WebhookEndpointList" }),
      example: { endpoints: [exampleEndpoint] },
    },
  },
  errors: [],
  async handle({ context, key }) {
    const endpoints = await listEndpoints(context, key.scope);
    return { data: { endpoints: endpoints.map((endpoint) => toEndpointResource(endpoint)) } };
  },
});
