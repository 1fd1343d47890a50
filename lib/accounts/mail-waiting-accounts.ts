import { listUsers } from "@/lib/accounts/list-people";
import { countWaitingAccounts, WAITS_FOR_OPERATORS } from "@/lib/accounts/list-waiting-accounts";
import { hasPermission } from "@/lib/accounts/permissions";
import { findUser } from "@/lib/accounts/store";
import type { Config } from "@/lib/config";
import { HOUR_MS } from "@/lib/duration";
import { enqueueJobs } from "@/lib/jobs/enqueue-job";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { chooseLanguages, renderEmail } from "@/lib/notify/letter";
import { sendMail } from "@/lib/notify/send-mail";
import { MESSAGES } from "@/messages/messages";

/** A flood of sign-ups sends each operator one email in this time. */
const MAIL_EVERY_MS = HOUR_MS;

/** Enqueues an email to each operator who may approve when shops wait of which none was sent. Runs periodically. */
export const findWaitingAccounts: JobHandler = async ({ db, clock }) => {
  const now = clock.now();
  const recent = new Date(now.getTime() - MAIL_EVERY_MS);
  await db.transaction(async (tx) => {
    if ((await tx.models.account.count({ where: { waitingMailedAt: { gt: recent } } })) > 0) return;
    const { count } = await tx.models.account.updateMany({
      where: { ...WAITS_FOR_OPERATORS, waitingMailedAt: null },
      data: { waitingMailedAt: now },
    });
    if (count === 0) return;
    const operators = await listUsers(tx, null);
    const readers = operators.filter(
      (one) => one.disabledAt === null && hasPermission(one, "service.manage_accounts"),
    );
    await enqueueJobs(
      tx,
      readers.map(({ id: key }) => ({ kind: "mail_waiting_accounts", key })),
    );
  });
  return DONE;
};

/** The key is the operator. Sends nothing once no shop waits. */
export function mailWaitingAccounts({ mail, publicUrl }: Pick<Config, "mail" | "publicUrl">): JobHandler {
  return async ({ db }, operatorId) => {
    const operator = mail === null ? null : await findUser(db, { id: operatorId });
    if (mail === null || operator === null || operator.disabledAt !== null) return DONE;
    if (!hasPermission(operator, "service.manage_accounts")) return DONE;
    const count = await countWaitingAccounts(db);
    if (count === 0) return DONE;
    const letter = renderEmail(operator.email, {
      head: null,
      publicUrl,
      link: `${publicUrl}/ops/accounts?state=waiting`,
      languages: chooseLanguages(operator.locale).map((locale) => ({
        locale,
        words: MESSAGES[locale].letters.waiting,
      })),
      fill: { count: String(count) },
    });
    await sendMail(mail, letter);
    return DONE;
  };
}
