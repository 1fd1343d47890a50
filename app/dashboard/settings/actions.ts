"use server";

import { cookies } from "next/headers";
import { takeStaffSubmission } from "@/app/dashboard/submission";
import { problemsOf } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import { changeIdentity } from "@/lib/accounts/change-identity";
import { changePerson } from "@/lib/accounts/change-person";
import { accountSettings, deliverySettings, personName } from "@/lib/accounts/schema";
import { updateAccount } from "@/lib/accounts/update-account";
import { asTheme, THEME_COOKIE } from "@/lib/pages/theme";
import { runtime } from "@/lib/process/runtime";

const YEAR_SECONDS = 31_536_000;

/** Changes what the reader is called. */
export async function saveName(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (staff, { db }, values) => {
    const name = personName.safeParse(values.name);
    if (!name.success) {
      return { problems: [{ field: "name", code: name.error.issues[0]?.message ?? "characters" }] };
    }
    await changePerson(db, staff.userId, { name: name.data });
    return undefined;
  });
}

/** Changes the account's name, the time zone of its pages, and the country of its phone numbers. */
export async function saveAccount(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("owner", form, async (staff, { db }, values) => {
    const parsed = accountSettings.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const { name, time_zone: timeZone, phone_country: phoneCountry } = parsed.data;
    await updateAccount(db, staff.accountId, { name, timeZone, phoneCountry });
    return undefined;
  });
}

/** Changes which proof the account asks for, how long it is kept, and what if something cannot be handed over. */
export async function saveDelivery(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("owner", form, async (staff, { db }, values) => {
    const parsed = deliverySettings.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    await updateAccount(db, staff.accountId, parsed.data);
    return undefined;
  });
}

/** Changes how recipients see the shop. */
export async function saveIdentity(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("owner", form, async (staff, { db }, values) => {
    await changeIdentity({ db, files: runtime().files, pictures: runtime().pictures }, staff, {
      values,
      logo: await logoIn(form),
    });
    return undefined;
  });
}

/** The picture that a form sends; null to do without one, undefined to leave it. */
async function logoIn(form: FormData): Promise<Uint8Array | null | undefined> {
  const file = form.get("logo");
  // A field without a chosen file sends an empty one.
  if (file instanceof File && file.size > 0) return new Uint8Array(await file.arrayBuffer());
  return form.get("remove_logo") === "true" ? null : undefined;
}

/** Saves the reader's theme: light, dark or the device's own. */
export async function chooseTheme(_: FormState, form: FormData): Promise<FormState> {
  return takeStaffSubmission("staff", form, async (_staff, _context, values) => {
    const options = { path: "/", sameSite: "lax", maxAge: YEAR_SECONDS } as const;
    (await cookies()).set(THEME_COOKIE, asTheme(values.theme), options);
    return undefined;
  });
}
