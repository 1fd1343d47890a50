"use server";

import * as z from "zod";
import { problemsOf } from "@/app/attempt";
import { staffAttempt } from "@/app/dashboard/attempt";
import type { FormState } from "@/app/form-state";
import { createKey } from "@/lib/accounts/create-key";
import { revokeAccountKey } from "@/lib/accounts/revoke-account-key";
import { rotateKey } from "@/lib/accounts/rotate-key";
import { keyRotation, newKey } from "@/lib/accounts/schema";
import { DomainError } from "@/lib/domain-error";

/** A key that has just been made, whole: it is shown this once. */
export interface NewSecret {
  readonly secret: string;
}

function idOf(values: Record<string, string>): string {
  const parsed = z.guid().safeParse(values.id);
  if (!parsed.success) throw new DomainError("KEY_NOT_FOUND");
  return parsed.data;
}

/** Makes a key of one of the account's modes. */
export async function create(_: FormState<NewSecret>, form: FormData): Promise<FormState<NewSecret>> {
  return staffAttempt("owner", form, async (staff, { db, clock }, values) => {
    const parsed = newKey.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const { name, lifetime } = parsed.data;
    const { key } = await createKey(db, {
      accountId: staff.accountId,
      name,
      mode: values.mode === "test" ? "test" : "live",
      expiresAt: lifetime === null ? null : new Date(clock.now().getTime() + lifetime),
      createdById: staff.userId,
    });
    return { subject: name, result: { secret: key } };
  });
}

/** Puts a new key in a key's place, which goes on for the overlap that was chosen. */
export async function rotate(_: FormState<NewSecret>, form: FormData): Promise<FormState<NewSecret>> {
  return staffAttempt("owner", form, async (staff, { db, clock }, values) => {
    const parsed = keyRotation.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const { overlap: overlapMs, lifetime: lifetimeMs } = parsed.data;
    const rotation = { overlapMs, lifetimeMs };
    const { row, key } = await rotateKey(db, staff, { keyId: idOf(values), ...rotation, now: clock.now() });
    return { subject: row.name, result: { secret: key } };
  });
}

/** Ends a key at once. */
export async function revoke(_: FormState, form: FormData): Promise<FormState> {
  return staffAttempt("owner", form, async (staff, { db, clock }, values) => {
    const key = await revokeAccountKey(db, staff, {
      keyId: idOf(values),
      typed: values.confirmation ?? "",
      at: clock.now(),
    });
    if (key === null) return { problems: [{ field: "confirmation", code: "confirmation" }] };
    return { subject: key.name };
  });
}
