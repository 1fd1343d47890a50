import * as z from "zod";
import { SCOPES } from "@/lib/accounts/check-key";
import { exampleAccount } from "@/lib/api/examples";
import { operation } from "@/lib/api-runtime/define-operation";

const accountResource = z
  .object({
    ok: z.boolean(),
    account: z.object({ id: z.string(), email: z.string().nullable() }),
    scopes: z.array(z.string()),
    rate_limit_per_minute: z.int().nullable().meta({ description: "Null when the key is not limited." }),
  })
  .meta({ id: "Account" });

export const GET = operation({
  operationId: "ping",
  isRepeatable: true,
  isExemptFromQueue: true,
  summary: "Verify a key",
  description: "Confirms that the key works and reports its account.",
  russian: { title: "Проверить ключ", description: "Подтверждает, что ключ работает, и говорит, чей он." },
  responses: {
    200: {
      description: "The key works.",
      russian: "Ключ работает.",
      data: accountResource,
      example: exampleAccount,
    },
  },
  errors: [],
  async handle({ key }) {
    return {
      data: {
        ok: true,
        account: { id: key.scope.accountId, email: key.email },
        scopes: [...SCOPES],
        rate_limit_per_minute: key.rateLimitPerMinute,
      },
    };
  },
});
