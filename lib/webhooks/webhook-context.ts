import type { Clock } from "@/lib/clock";
import type { Config } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import type { Lookup } from "@/lib/http/create-sender";
import type { TargetPolicy } from "@/lib/http/target";
import { configuredKey, type SecretKey } from "@/lib/webhooks/secret";

export interface WebhookContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly secretKey: SecretKey;
  readonly policy: TargetPolicy;
  readonly lookup?: Lookup;
}

/** @throws Error if no key for encrypting secrets is configured */
export function webhookContext(
  parts: { db: Database; clock: Clock },
  { webhooks, publicUrl }: Pick<Config, "webhooks" | "publicUrl">,
): WebhookContext {
  const { allowHttp, allowPrivate } = webhooks;
  const secretKey = configuredKey(webhooks);
  if (secretKey === null) {
    throw new Error("Webhooks need WEBHOOK_SECRET_KEY, or AUTH_SECRET from which the key is derived.");
  }
  return { ...parts, publicUrl, secretKey, policy: { allowHttp, allowPrivate } };
}
