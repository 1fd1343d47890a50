import { operation } from "@/app/v1/operation";
import { exampleTrackingLink } from "@/lib/api/examples";
import { issueTrackingLink } from "@/lib/orders/issue-tracking-links";
import { toTrackingLinkResource, trackingLinkResource } from "@/lib/orders/resource";

export const POST = operation({
  operationId: "issueTrackingLink",
  isRepeatable: true,
  summary: "Issue a tracking link",
  description:
    "The order's tracking links, created now if it has none yet. For a create response that was lost or a link that was never stored.",
  russian: {
    summary: "Выдать ссылку для отслеживания",
    description:
      "Ссылки на отслеживание заказа; если их ещё нет, они появятся сейчас. Нужно, если ответ на создание потерялся или ссылку не сохранили.",
  },
  responses: {
    200: {
      description: "The links.",
      russian: "Ссылки.",
      data: trackingLinkResource,
      example: exampleTrackingLink,
    },
  },
  errors: ["INVALID_PAYLOAD", "ORDER_NOT_FOUND"],
  async handle({ context, key, externalOrderId }) {
    const order = await issueTrackingLink(context, key.scope, externalOrderId);
    return { data: toTrackingLinkResource(order, context.publicUrl) };
  },
});
