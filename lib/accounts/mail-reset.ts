import { issueResetLink } from "@/lib/accounts/issue-reset-link";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import { findAccount, findUser } from "@/lib/accounts/store";
import type { Config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { chooseLanguages, renderEmail } from "@/lib/notify/letter";
import { sendMail } from "@/lib/notify/send-mail";
import { MESSAGES } from "@/messages/messages";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Creates the link only when mailing it; a retry replaces it. */
export function mailReset({ mail, publicUrl }: Pick<Config, "mail" | "publicUrl">): JobHandler {
  return async (context, key) => {
    // Unknown addresses get jobs too, so that requests take equally long.
    const user = mail !== null && ID.test(key) ? await findUser(context.db, { id: key }) : null;
    if (mail === null || user === null) return DONE;
    try {
      const { email, link } = await issueResetLink(context, user.email);
      const account = user.accountId === null ? null : await findAccount(context.db, user.accountId);
      const letter = renderEmail(email, {
        head: account === null ? null : toShopBranding(account),
        publicUrl,
        link,
        languages: chooseLanguages(user.locale).map((locale) => ({
          locale,
          words: MESSAGES[locale].letters.reset,
        })),
        fill: { email },
      });
      await sendMail(mail, letter);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
    return DONE;
  };
}
