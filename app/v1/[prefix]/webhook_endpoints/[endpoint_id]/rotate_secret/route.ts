import * as z from "zod";
import { operation } from "@/app/v1/operation";
import { readEndpointId, toWebhookContext } from "@/app/v1/webhook-endpoints";
import { rotateSecret } from "@/lib/webhooks/rotate-secret";

export const POST = operation({
  operationId: "rotateWebhookSecret",
  audit: "webhook.rotate_secret",
  isRepeatable: false,
  isDestructive: true,
  summary: "Rotate a webhook secret",
  description:
    "Returns a new secret. For 24 hours both secrets sign. Do not retry blindly: each call replaces the secret again, and only the last two sign.",
  russian: {
    summary: "Сменить секрет вебхуков",
    description:
      "Возвращает новый секрет. Сутки подписывают оба. Не повторяйте запрос вслепую: каждый вызов снова меняет секрет, а подписывают только два последних.",
  },
  responses: {
    200: {
      description: "The new secret.",
      russian: "Новый секрет.",
      data: z.object({ secret: z.string() }).meta({ id: "WebhookSecret" }),
      example: { secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" },
    },
  },
  errors: ["ENDPOINT_NOT_FOUND"],
  async handle(call) {
    const { secret } = await rotateSecret(toWebhookContext(call), call.key.scope, readEndpointId(call));
    return { data: { secret } };
  },
});
