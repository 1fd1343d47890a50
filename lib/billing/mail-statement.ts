import { getAccount } from "@/lib/accounts/get-account";
import { listOwners } from "@/lib/accounts/list-people";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import type { Config } from "@/lib/config";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { chooseLanguages, renderEmail } from "@/lib/notify/letter";
import { sendMail } from "@/lib/notify/send-mail";
import { fromRubles, toDecimalString } from "@/lib/pricing/money";
import { MESSAGES } from "@/messages/messages";

/** The key names account, month and owner. Sends nothing to a former owner. */
export function mailStatement({ mail, publicUrl }: Pick<Config, "mail" | "publicUrl">): JobHandler {
  return async ({ db }, key) => {
    const [accountId = "", month = "", userId] = key.split(" ");
    const statement = await db.models.statement.findFirst({ where: { accountId, month } });
    const owner = (await listOwners(db, accountId)).find(({ id }) => id === userId);
    if (mail === null || statement === null || owner === undefined) return DONE;
    const account = await getAccount(db, accountId);
    const letter = renderEmail(owner.email, {
      head: toShopBranding(account),
      publicUrl,
      link: `${publicUrl}/dashboard/statements/${month}`,
      languages: chooseLanguages(owner.locale).map((locale) => ({
        locale,
        words: MESSAGES[locale].letters.statement,
      })),
      fill: { month, account: account.name, total: toDecimalString(fromRubles(statement.total)) },
    });
    await sendMail(mail, letter);
    return DONE;
  };
}
