"use server";

import { staffAction } from "@/app/dashboard/submission";
import { parseForm, readId } from "@/app/submission";
import type { NewSecret } from "@/components/keys/key-secret";
import { createKey } from "@/lib/accounts/create-key";
import { revokeAccountKey } from "@/lib/accounts/revoke-key";
import { rotateKey } from "@/lib/accounts/rotate-key";
import { keyRotation, newKey } from "@/lib/accounts/schema";
import { parseMode } from "@/lib/web/mode";

export const create = staffAction<NewSecret>(
  "owner",
  async (staff, { db, clock }, values) => {
    const { name, lifetime } = parseForm(newKey, values);
    const { key } = await createKey(db, {
      accountId: staff.accountId,
      name,
      mode: parseMode(values.mode),
      expiresAt: lifetime === null ? null : new Date(clock.now().getTime() + lifetime),
      createdById: staff.userId,
    });
    return { subject: name, result: { secret: key } };
  },
  "key.create",
);

export const rotate = staffAction<NewSecret>(
  "owner",
  async (staff, { db, clock }, values) => {
    const { overlap: overlapMs, lifetime: lifetimeMs } = parseForm(keyRotation, values);
    const keyId = readId(values, "KEY_NOT_FOUND");
    const { row, key } = await rotateKey(db, staff, { keyId, overlapMs, lifetimeMs, now: clock.now() });
    return { subject: row.name, result: { secret: key } };
  },
  "key.rotate",
);

export const revoke = staffAction(
  "owner",
  async (staff, { db, clock }, values) => {
    const key = await revokeAccountKey(db, staff, {
      keyId: readId(values, "KEY_NOT_FOUND"),
      typed: values.confirmation ?? "",
      at: clock.now(),
    });
    if (key === null) return { problems: [{ field: "confirmation", code: "confirmation" }] };
    return { subject: key.name };
  },
  "key.revoke",
);
