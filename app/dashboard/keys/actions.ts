"use server";

import { headers } from "next/headers";
import * as z from "zod";
import { action } from "@/app/action";
import { MODES } from "@/lib/account-scope";
import { createKey } from "@/lib/accounts/create-key";
import { restrictNetworks } from "@/lib/accounts/restrict-networks";
import { revokeAccountKey } from "@/lib/accounts/revoke-key";
import { rotateKey } from "@/lib/accounts/rotate-key";
import { allowedNetworks, keyRotation, leakedKey, newKey } from "@/lib/accounts/schema";
import { listRecentAddresses } from "@/lib/api/request-log/list-recent-addresses";
import { CLIENT_IP_HEADER } from "@/lib/http/client-address";
import { NetworkList } from "@/lib/http/network-list";
import { runtime } from "@/lib/process/runtime";
import { replaceLeakedKey } from "@/lib/webhooks/replace-leaked-key";

const keyId = z.guid({ error: "KEY_NOT_FOUND" });

export const create = action({
  permission: "account.manage_integrations",
  audit: "key.create",
  input: newKey,
  async work({ user, context: { db, clock }, input: { name, lifetime }, mode }) {
    const { key } = await createKey(db, {
      accountId: user.accountId,
      name,
      mode,
      expiresAt: lifetime === null ? null : new Date(clock.now().getTime() + lifetime),
      createdById: user.userId,
    });
    return { subject: name, result: { secret: key } };
  },
});

export const rotate = action({
  permission: "account.manage_integrations",
  audit: "key.rotate",
  input: keyRotation.extend({ id: keyId }),
  async work({ user, context: { db, clock }, input }) {
    const { row, key } = await rotateKey(db, user, {
      keyId: input.id,
      overlapMs: input.overlap,
      lifetimeMs: input.lifetime,
      now: clock.now(),
    });
    return { subject: row.name, result: { secret: key } };
  },
});

export const restrict = action({
  permission: "account.manage_integrations",
  audit: "key.restrict",
  input: z.object({
    id: keyId.optional(),
    networks: allowedNetworks,
    confirmed: z.string().optional(),
  }),
  async work({ user, context: { db, clock, publicUrl }, input: { id: keyId = null, networks, confirmed } }) {
    const sent = await headers();
    const isTrusted = runtime().proxyCheck.isAddressTrusted(
      { forwardedFor: sent.get("x-forwarded-for"), address: sent.get(CLIENT_IP_HEADER) },
      publicUrl,
    );
    if (networks.length > 0 && !isTrusted)
      return { problems: [{ field: "networks", code: "address_untrusted" }] };
    const scopes = MODES.map((mode) => user.scope(mode));
    const recent = await listRecentAddresses(db, scopes, { keyId, now: clock.now() });
    const allowed = new NetworkList(networks);
    const isExcluding = networks.length > 0 && recent.some((address) => !allowed.has(address));
    if (isExcluding && confirmed !== "on") {
      return { problems: [{ field: "confirmed", code: "networks_excluding" }] };
    }
    await restrictNetworks(db, user, { keyId, networks });
    return undefined;
  },
});

export const replaceLeaked = action({
  permission: "account.manage_integrations",
  audit: "key.replace_leaked",
  input: leakedKey.extend({ id: keyId }),
  async work({ user, context, input }) {
    const chosen = { keyId: input.id, lifetimeMs: input.lifetime };
    const { name, key, endpoints } = await replaceLeakedKey(context, user, chosen);
    return { subject: name, result: { secret: key, endpoints } };
  },
});

export const revoke = action({
  permission: "account.manage_integrations",
  audit: "key.revoke",
  input: z.object({ id: keyId, confirmation: z.string().default("") }),
  async work({ user, context: { db, clock }, input }) {
    const key = await revokeAccountKey(db, user, {
      keyId: input.id,
      typed: input.confirmation,
      at: clock.now(),
    });
    if (key === null) return { problems: [{ field: "confirmation", code: "confirmation" }] };
    return { subject: key.name };
  },
});
