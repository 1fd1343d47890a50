"use server";

import { action } from "@/app/action";
import { parseForm } from "@/app/form";
import { getAccount } from "@/lib/accounts/get-account";
import { updateAccount } from "@/lib/accounts/update-account";
import { getExampleValues } from "@/lib/tracking/messages/get-example-values";
import { messageSettings } from "@/lib/tracking/messages/schema";

export const saveMessages = action({
  permission: "account.manage_settings",
  audit: "account.change",
  async work({ user, context: { db, publicUrl }, input }) {
    const { brandName, name } = await getAccount(db, user.accountId);
    const longest = (locale: "ru" | "en") => getExampleValues(locale, brandName ?? name, publicUrl);
    const schema = messageSettings({ ru: longest("ru"), en: longest("en") });
    await updateAccount(db, user.accountId, parseForm(schema, { ...input, sent: input }));
  },
});
