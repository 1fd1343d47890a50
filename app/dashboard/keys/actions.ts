"use server";

import * as z from "zod";
import { takeStaffSubmission } from "@/app/dashboard/submission";
import { problemsOf } from "@/app/submission";
import type { NewSecret } from "@/components/keys/key-secret";
import type { FormState } from "@/components/ui/form-state";
import { createKey } from "@/lib/accounts/create-key";
import { revokeAccountKey } from "@/lib/accounts/revoke-account-key";
import { rotateKey } from "@/lib/accounts/rotate-key";
import { keyRotation, newKey } from "@/lib/accounts/schema";
import { DomainError } from "@/lib/domain-error";
import { asMode } from "@/lib/pages/mode";

function idOf(values: Record<string, string>): string {
  const parsed = z.guid().safeParse(values.id);
  if (!parsed.success) throw new DomainError("KEY_NOT_FOUND");
  return parsed.data;
}

export async function create(_: FormState<NewSecret>, form: FormData): Promise<FormState<NewSecret>> {
  return takeStaffSubmission("owner", form, async (staff, { db, clock }, values) => {
    const parsed = newKey.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const { name, lifetime } = parsed.data;
    const { key } = await createKey(db, {
      accountId: staff.accountId,
      name,
      mode: asMode(values.mode),
      expiresAt: lifetime === null ? null : new Date(clock.now().getTime() + lifetime),
      createdById: staff.userId,
    });
    return { subject: name, result: { secret: key } };
  });
}

export async function rotate(_: FormState<NewSecret>, form: FormData): Promise<FormState<NewSecret>> {
  return takeStaffSubmission("owner", form, async (staff, { db, clock }, values) => {
    const parsed = keyRotation.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const { overlap: overlapMs, lifetime: lifetimeMs } = parsed.data;
    const rotation = { overlapMs, lifetimeMs };
    const { row, key } = await rotateKey(db, staff, { keyId: idOf(values), ...rotation, now: clock.now() });
    return { subject: row.name, result: { secret: key } };
  });
}

export async function revoke(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("owner", form, async (staff, { db, clock }, values) => {
    const key = await revokeAccountKey(db, staff, {
      keyId: idOf(values),
      typed: values.confirmation ?? "",
      at: clock.now(),
    });
    if (key === null) return { problems: [{ field: "confirmation", code: "confirmation" }] };
    return { subject: key.name };
  });
}
