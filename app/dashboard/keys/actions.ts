"use server";

import { headers } from "next/headers";
import * as z from "zod";
import { staffAction } from "@/app/dashboard/submission";
import { parseForm, readId } from "@/app/submission";
import type { NewSecret } from "@/components/keys/key-secret";
import { createKey } from "@/lib/accounts/create-key";
import { restrictNetworks } from "@/lib/accounts/restrict-networks";
import { revokeAccountKey } from "@/lib/accounts/revoke-key";
import { rotateKey } from "@/lib/accounts/rotate-key";
import { allowedNetworks, keyRotation, leakedKey, newKey } from "@/lib/accounts/schema";
import { MODES } from "@/lib/accounts/scope";
import { CLIENT_IP_HEADER } from "@/lib/http/client-address";
import { NetworkList } from "@/lib/http/network-list";
import { runtime } from "@/lib/process/runtime";
import { listRecentAddresses } from "@/lib/request-log/list-recent-addresses";
import { parseMode } from "@/lib/web/mode";
import { replaceLeakedKey } from "@/lib/webhooks/replace-leaked-key";

const networksForm = z.object({ networks: allowedNetworks });

export const create = staffAction<NewSecret>("owner", "key.create", async (staff, { db, clock }, values) => {
  const { name, lifetime } = parseForm(newKey, values);
  const { key } = await createKey(db, {
    accountId: staff.accountId,
    name,
    mode: parseMode(values.mode),
    expiresAt: lifetime === null ? null : new Date(clock.now().getTime() + lifetime),
    createdById: staff.userId,
  });
  return { subject: name, result: { secret: key } };
});

export const rotate = staffAction<NewSecret>("owner", "key.rotate", async (staff, { db, clock }, values) => {
  const { overlap: overlapMs, lifetime: lifetimeMs } = parseForm(keyRotation, values);
  const keyId = readId(values, "KEY_NOT_FOUND");
  const { row, key } = await rotateKey(db, staff, { keyId, overlapMs, lifetimeMs, now: clock.now() });
  return { subject: row.name, result: { secret: key } };
});

export const restrict = staffAction(
  "owner",
  "key.restrict",
  async (staff, { db, clock, publicUrl }, values) => {
    const keyId = values.id === undefined ? null : readId(values, "KEY_NOT_FOUND");
    const { networks } = parseForm(networksForm, values);
    const sent = await headers();
    const isTrusted = runtime().proxyCheck.isAddressTrusted(
      { forwardedFor: sent.get("x-forwarded-for"), address: sent.get(CLIENT_IP_HEADER) },
      publicUrl,
    );
    if (networks.length > 0 && !isTrusted)
      return { problems: [{ field: "networks", code: "address_untrusted" }] };
    const scopes = MODES.map((mode) => staff.scope(mode));
    const recent = await listRecentAddresses(db, scopes, { keyId, now: clock.now() });
    const allowed = new NetworkList(networks);
    const isExcluding = networks.length > 0 && recent.some((address) => !allowed.has(address));
    if (isExcluding && values.confirmed !== "on") {
      return { problems: [{ field: "confirmed", code: "networks_excluding" }] };
    }
    await restrictNetworks(db, staff, { keyId, networks });
  },
);

export const replaceLeaked = staffAction<NewSecret>(
  "owner",
  "key.replace_leaked",
  async (staff, context, values) => {
    const { lifetime: lifetimeMs } = parseForm(leakedKey, values);
    const keyId = readId(values, "KEY_NOT_FOUND");
    const { name, key, endpoints } = await replaceLeakedKey(context, staff, { keyId, lifetimeMs });
    return { subject: name, result: { secret: key, endpoints } };
  },
);

export const revoke = staffAction("owner", "key.revoke", async (staff, { db, clock }, values) => {
  const key = await revokeAccountKey(db, staff, {
    keyId: readId(values, "KEY_NOT_FOUND"),
    typed: values.confirmation ?? "",
    at: clock.now(),
  });
  if (key === null) return { problems: [{ field: "confirmation", code: "confirmation" }] };
  return { subject: key.name };
});
