import { getApprovalState } from "@/lib/accounts/approval";
import { listPeopleByRole } from "@/lib/accounts/list-people";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import { findAccount } from "@/lib/accounts/store";
import type { Config } from "@/lib/config";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { chooseLanguages, renderEmail } from "@/lib/notify/letter";
import { sendMail } from "@/lib/notify/send-mail";
import { MESSAGES } from "@/messages/messages";

export function approvalMailKey(accountId: string, ownerId: string): string {
  return `${accountId} ${ownerId}`;
}

/** Sends what is decided now: an approval that followed a rejection replaces its letter. */
export function mailApproval({
  mail,
  publicUrl,
  supportEmail,
}: Pick<Config, "mail" | "publicUrl" | "supportEmail">): JobHandler {
  return async ({ db }, key) => {
    const [accountId = "", ownerId] = key.split(" ");
    const account = mail === null ? null : await findAccount(db, accountId);
    if (mail === null || account === null || account.disabledAt !== null) return DONE;
    const state = getApprovalState(account);
    const owners = await listPeopleByRole(db, accountId, ["owner"]);
    const owner = owners.find(({ id }) => id === ownerId);
    if (owner === undefined || (state !== "approved" && state !== "rejected")) return DONE;
    const head = toShopBranding(account);
    const letter = renderEmail(owner.email, {
      head,
      publicUrl,
      link: `${publicUrl}/dashboard`,
      languages: chooseLanguages(owner.locale).map((locale) => {
        const { approved, rejected } = MESSAGES[locale].letters;
        const { note_contact, ...words } = rejected;
        if (state === "approved") return { locale, words: approved };
        return { locale, words: supportEmail === null ? words : { ...words, note: note_contact } };
      }),
      fill: { account: head.name, reason: account.rejectionReason ?? "", contact: supportEmail ?? "" },
    });
    await sendMail(mail, letter);
    return DONE;
  };
}
