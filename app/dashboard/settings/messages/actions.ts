"use server";

import { staffAction } from "@/app/dashboard/submission";
import { parseForm } from "@/app/submission";
import { getAccount } from "@/lib/accounts/get-account";
import { updateAccount } from "@/lib/accounts/update-account";
import { getExampleValues } from "@/lib/recipient-messages/example-values";
import { messageSettings } from "@/lib/recipient-messages/schema";

export const saveMessages = staffAction(
  "owner",
  "account.change",
  async (staff, { db, publicUrl }, values) => {
    const { brandName, name } = await getAccount(db, staff.accountId);
    const longest = (locale: "ru" | "en") => getExampleValues(locale, brandName ?? name, publicUrl);
    const schema = messageSettings({ ru: longest("ru"), en: longest("en") });
    await updateAccount(db, staff.accountId, parseForm(schema, { ...values, sent: values }));
  },
);
