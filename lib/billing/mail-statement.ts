import { getAccount } from "@/lib/accounts/get-account";
import { listPeopleByRole } from "@/lib/accounts/list-people";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import type { Config } from "@/lib/config";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { chooseLanguages, renderEmail } from "@/lib/notify/letter";
import { sendMail } from "@/lib/notify/send-mail";
import { fromRubles, toDecimalString } from "@/lib/pricing/money";
import { MESSAGES } from "@/messages/messages";

/** Those who get an email about a closed month. */
export const STATEMENT_READERS = ["owner", "finance"] as const;

/** The key names account, month and reader. Sends nothing to a reader who has another role now. */
export function mailStatement({ mail, publicUrl }: Pick<Config, "mail" | "publicUrl">): JobHandler {
  return async ({ db }, key) => {
    const [accountId = "", month = "", userId] = key.split(" ");
    const statement = await db.models.statement.findFirst({ where: { accountId, month } });
    const readers = await listPeopleByRole(db, accountId, STATEMENT_READERS);
    const reader = readers.find(({ id }) => id === userId);
    if (mail === null || statement === null || reader === undefined) return DONE;
    const account = await getAccount(db, accountId);
    const letter = renderEmail(reader.email, {
      head: toShopBranding(account),
      publicUrl,
      link: `${publicUrl}/dashboard/statements/${month}`,
      languages: chooseLanguages(reader.locale).map((locale) => ({
        locale,
        words: MESSAGES[locale].letters.statement,
      })),
      fill: { month, account: account.name, total: toDecimalString(fromRubles(statement.total)) },
    });
    await sendMail(mail, letter);
    return DONE;
  };
}
