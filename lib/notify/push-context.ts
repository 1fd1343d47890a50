import type { Clock } from "@/lib/clock";
import type { Config } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import { createSender, type Lookup, type Sender } from "@/lib/http/create-sender";
import type { TargetPolicy } from "@/lib/http/target";
import { derivePushKeys, type PushKeys } from "@/lib/notify/push-keys";

export interface PushService {
  readonly keys: PushKeys;
  /** Keys of another AUTH_SECRET, with which browsers may have subscribed. */
  readonly formerKeys: PushKeys | null;
  readonly policy: TargetPolicy;
  readonly sender: Sender;
  readonly subject: string;
}

export interface PushContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly push: PushService | null;
}

export function openPush(
  settings: Pick<Config, "authSecret" | "formerAuthSecret" | "publicUrl"> & {
    readonly webhooks: TargetPolicy;
  },
  lookup?: Lookup,
): PushService | null {
  const keys = pushKeys(settings);
  if (keys === null) return null;
  const { allowHttp, allowPrivate } = settings.webhooks;
  const policy = { allowHttp, allowPrivate };
  const subject = settings.publicUrl.startsWith("https:") ? settings.publicUrl : "mailto:push@localhost";
  const formerKeys = pushKeys({ authSecret: settings.formerAuthSecret });
  return { keys, formerKeys, policy, sender: createSender(policy, lookup), subject };
}

const known = new Map<string, PushKeys>();

export function pushKeys({ authSecret }: Pick<Config, "authSecret">): PushKeys | null {
  if (authSecret === null) return null;
  const keys = known.get(authSecret) ?? derivePushKeys(authSecret);
  known.set(authSecret, keys);
  return keys;
}
