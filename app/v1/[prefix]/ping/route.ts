import * as z from "zod";
import { operation } from "@/app/v1/operation";
import { SCOPES } from "@/lib/accounts/check-key";
import { exampleAccount } from "@/lib/api/examples";
import { getDataState } from "@/lib/events/data-state";

const accountResource = z
  .object({
    ok: z.boolean(),
    account: z.object({ id: z.string(), email: z.string().nullable() }),
    scopes: z.array(z.string()),
    rate_limit_per_minute: z
      .int()
      .nullable()
      .meta({ description: "Null if the key is not limited.", russian: "null, если запросы не ограничены." }),
    data_epoch: z.string().meta({
      description: "Changes when the service may have lost data: after a restore or a failover.",
      russian:
        "Меняется, когда сервис мог потерять данные: после восстановления или переезда на запасной сервер.",
    }),
    data_until: z.iso.datetime().nullable().meta({
      description:
        "At the newest restore from a backup, changes after this instant were lost. Null without one.",
      russian:
        "При последнем восстановлении из копии потеряны изменения после этого момента. null, если его не было.",
    }),
  })
  .meta({ id: "Account" });

export const GET = operation({
  operationId: "ping",
  isRepeatable: true,
  isExemptFromQueue: true,
  summary: "Verify a key",
  description: "Confirms that the key works and reports its account.",
  russian: { summary: "Проверить ключ", description: "Подтверждает, что ключ работает, и говорит, чей он." },
  responses: {
    200: {
      description: "The key works.",
      russian: "Ключ работает.",
      data: accountResource,
      example: exampleAccount,
    },
  },
  errors: [],
  async handle({ context, key }) {
    const { epoch, dataUntil } = await getDataState(context.db);
    return {
      data: {
        ok: true,
        account: { id: key.scope.accountId, email: key.email },
        scopes: [...SCOPES],
        rate_limit_per_minute: key.rateLimitPerMinute,
        data_epoch: String(epoch),
        data_until: dataUntil?.toISOString() ?? null,
      },
    };
  },
});
