"use server";

import { cookies } from "next/headers";
import * as z from "zod";
import { runMemberAction, staffAction } from "@/app/dashboard/submission";
import { parseForm } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import { changeIdentity } from "@/lib/accounts/change-identity";
import { changePerson } from "@/lib/accounts/change-person";
import { accountSettings, deliverySettings, personName } from "@/lib/accounts/schema";
import { updateAccount } from "@/lib/accounts/update-account";
import { runtime } from "@/lib/process/runtime";
import { parseTheme, THEME_COOKIE } from "@/lib/web/theme";

const YEAR_SECONDS = 31_536_000;

export const saveName = staffAction("staff", "user.change", async (staff, { db }, values) => {
  await changePerson(db, staff.userId, parseForm(z.object({ name: personName }), values));
});

export const saveAccount = staffAction("owner", "account.change", async (staff, { db }, values) => {
  const { name, time_zone: timeZone, phone_country: phoneCountry } = parseForm(accountSettings, values);
  await updateAccount(db, staff.accountId, { name, timeZone, phoneCountry });
});

export const saveDelivery = staffAction("owner", "account.change", async (staff, { db }, values) => {
  await updateAccount(db, staff.accountId, parseForm(deliverySettings, values));
});

export async function saveIdentity(_: FormState, form: FormData): Promise<FormState> {
  return runMemberAction("owner", "account.change", form, async (staff, { db }, values) => {
    const { files, pictures } = runtime();
    await changeIdentity({ db, files, pictures }, staff, { values, logo: await readLogo(form) });
  });
}

/** Null removes the logo; undefined keeps it. */
async function readLogo(form: FormData): Promise<Uint8Array | null | undefined> {
  const file = form.get("logo");
  // Browsers send an empty file when the user has chosen none.
  if (file instanceof File && file.size > 0) return new Uint8Array(await file.arrayBuffer());
  return form.get("remove_logo") === "true" ? null : undefined;
}

export const chooseTheme = staffAction("staff", null, async (_staff, _context, values) => {
  const options = { path: "/", sameSite: "lax", maxAge: YEAR_SECONDS } as const;
  (await cookies()).set(THEME_COOKIE, parseTheme(values.theme), options);
});
