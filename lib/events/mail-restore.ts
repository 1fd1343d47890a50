import { getAccount } from "@/lib/accounts/get-account";
import { findPerson } from "@/lib/accounts/list-people";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import type { Config } from "@/lib/config";
import { type DataState, getDataState } from "@/lib/events/data-state";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { wallClock } from "@/lib/locale/local-time";
import { chooseLanguages, renderEmail } from "@/lib/notify/letter";
import { sendMail } from "@/lib/notify/send-mail";
import { MESSAGES } from "@/messages/messages";

export function restoreMailKey({ restoredAt }: Pick<DataState, "restoredAt">, userId: string): string {
  return `${restoredAt?.toISOString()} ${userId}`;
}

/** The key names restore and owner. Sends nothing about an earlier restore. */
export function mailRestore({ mail, publicUrl }: Pick<Config, "mail" | "publicUrl">): JobHandler {
  return async ({ db }, key) => {
    const state = await getDataState(db);
    const owner = await findPerson(db, key.slice(key.indexOf(" ") + 1));
    const isCurrent = owner !== null && key === restoreMailKey(state, owner.id);
    const isOwner =
      owner?.roles.includes("owner") === true && owner.disabledAt === null && owner.accountId !== null;
    if (mail === null || !isCurrent || !isOwner || state.dataUntil === null) return DONE;
    const account = await getAccount(db, String(owner.accountId));
    const letter = renderEmail(owner.email, {
      head: toShopBranding(account),
      publicUrl,
      link: `${publicUrl}/dashboard/orders`,
      languages: chooseLanguages(owner.locale).map((locale) => ({
        locale,
        words: MESSAGES[locale].letters.restore,
      })),
      fill: { until: `${wallClock(account.timeZone).format(state.dataUntil)} (${account.timeZone})` },
    });
    await sendMail(mail, letter);
    return DONE;
  };
}
