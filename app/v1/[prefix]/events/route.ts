import * as z from "zod";
import { operation } from "@/app/v1/operation";
import { exampleEventPage } from "@/lib/api/examples";
import { decodeCursor } from "@/lib/events/journal";
import { INVALID_CURSOR_MESSAGE, listEvents } from "@/lib/events/list-events";
import { integerParameter } from "@/lib/http/query";
import { eventResource } from "@/lib/orders/event";

export const GET = operation({
  operationId: "listEvents",
  isRepeatable: true,
  summary: "Read the event log",
  description:
    "The account's events of the last 30 days in order, with the same ids and bytes as in webhooks. Store `next_cursor` and pass it as `after` to continue from there, so a client that was down catches up and misses nothing.",
  russian: {
    summary: "Журнал событий",
    description:
      "События аккаунта за 30 дней по порядку, с теми же номерами и байтами, что и в вебхуках. Сохраните `next_cursor` и передайте его как `after`, чтобы читать дальше: клиент, который был недоступен, сам всё догонит и ничего не пропустит.",
  },
  query: z.object({
    after: z
      .string()
      .refine((cursor) => decodeCursor(cursor) !== null, { error: INVALID_CURSOR_MESSAGE })
      .optional()
      .meta({
        description: "A `next_cursor`. Default: from the oldest event.",
        russian: "Прежний `next_cursor`. По умолчанию с самого старого события.",
      }),
    limit: integerParameter({
      min: 1,
      max: 100,
      default: 20,
      description: "How many events to return.",
      russian: "Сколько событий вернуть.",
    }),
  }),
  responses: {
    200: {
      description: "A page of the event log.",
      russian: "Страница журнала.",
      data: z
        .object({
          events: z.array(eventResource),
          next_cursor: z.string().meta({
            description: "Pass it as `after`. Stays the same while nothing is new.",
            russian: "Передайте его как `after`. Не меняется, пока нет нового.",
          }),
          has_more: z.boolean(),
        })
        .meta({ id: "EventPage" }),
      example: exampleEventPage,
    },
  },
  errors: ["INVALID_PAYLOAD"],
  async handle({ context, key, query }) {
    const page = await listEvents(context, key.scope, query);
    const cursor = JSON.stringify(page.nextCursor);
    // Sends the stored bytes unchanged, to avoid parsing and serializing them again.
    const events = page.bodies.join(",");
    return { dataJson: `{"events":[${events}],"next_cursor":${cursor},"has_more":${page.hasMore}}` };
  },
});
