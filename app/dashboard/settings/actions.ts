"use server";

import { cookies } from "next/headers";
import * as z from "zod";
import { action } from "@/app/action";
import { changeIdentity } from "@/lib/accounts/change-identity";
import { changePerson } from "@/lib/accounts/change-person";
import { accountSettings, deliverySettings, personName } from "@/lib/accounts/schema";
import { updateAccount } from "@/lib/accounts/update-account";
import { parseTheme, THEME_COOKIE } from "@/lib/http/theme";
import { runtime } from "@/lib/process/runtime";

const YEAR_SECONDS = 31_536_000;

export const saveName = action({
  permission: "account.view",
  audit: "user.change",
  input: z.object({ name: personName }),
  async work({ user, context, input }) {
    await changePerson(context.db, user.userId, input);
  },
});

export const saveAccount = action({
  permission: "account.manage_settings",
  audit: "account.change",
  input: accountSettings,
  async work({ user, context, input: { name, time_zone: timeZone, phone_country: phoneCountry } }) {
    await updateAccount(context.db, user.accountId, { name, timeZone, phoneCountry });
  },
});

export const saveDelivery = action({
  permission: "account.manage_settings",
  audit: "account.change",
  input: deliverySettings,
  async work({ user, context, input }) {
    await updateAccount(context.db, user.accountId, input);
  },
});

export const saveIdentity = action({
  permission: "account.manage_settings",
  audit: "account.change",
  async work({ user, context: { db }, input, form }) {
    const { files, pictures } = runtime();
    await changeIdentity({ db, files, pictures }, user, { values: input, logo: await readLogo(form) });
  },
});

/** Null removes the logo; undefined keeps it. */
async function readLogo(form: FormData): Promise<Uint8Array | null | undefined> {
  const file = form.get("logo");
  // Browsers send an empty file when the user has chosen none.
  if (file instanceof File && file.size > 0) return new Uint8Array(await file.arrayBuffer());
  return form.get("remove_logo") === "true" ? null : undefined;
}

export const chooseTheme = action({
  permission: "account.view",
  audit: null,
  async work({ input }) {
    const options = { path: "/", sameSite: "lax", maxAge: YEAR_SECONDS } as const;
    (await cookies()).set(THEME_COOKIE, parseTheme(input.theme), options);
  },
});
