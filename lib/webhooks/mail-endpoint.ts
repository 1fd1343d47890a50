import { getAccount } from "@/lib/accounts/get-account";
import { listPeopleByRole } from "@/lib/accounts/list-people";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import type { Config } from "@/lib/config";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { toLocalTime } from "@/lib/locale/local-time";
import { chooseLanguages, renderEmail } from "@/lib/notify/letter";
import { sendMail } from "@/lib/notify/send-mail";
import { DISABLE_AFTER_MS } from "@/lib/webhooks/endpoint";
import { emailJobKey, endpointIssue, REPORT_AFTER_MS } from "@/lib/webhooks/endpoint-issue";
import { findLiveEndpoint } from "@/lib/webhooks/endpoint-store";
import { MESSAGES } from "@/messages/messages";

/** Those who get an email about a failing endpoint. */
const READERS = ["owner", "developer"] as const;

/** Sends no email if the trouble has passed or the recipient has another role now. */
export function mailEndpoint({ mail, publicUrl }: Pick<Config, "mail" | "publicUrl">): JobHandler {
  return async ({ db }, key) => {
    const [endpointId = "", userId] = key.split(" ");
    const endpoint = mail === null ? null : await findLiveEndpoint(db, endpointId);
    const trouble = endpoint === null ? null : endpointIssue(endpoint);
    if (mail === null || endpoint === null || trouble === null) return DONE;
    const readers = await listPeopleByRole(db, endpoint.accountId, READERS);
    const reader = readers.find(({ id }) => id === userId);
    if (reader === undefined || emailJobKey(endpointId, reader.id, trouble) !== key) return DONE;
    // The query is often a secret.
    const { origin, pathname, host } = new URL(endpoint.url);
    const fill = {
      host,
      address: `${origin}${pathname}`,
      at: moment(trouble.at, endpoint.account.timeZone),
      until: moment(new Date(trouble.at.getTime() + DISABLE_AFTER_MS), endpoint.account.timeZone),
    };
    const letter = renderEmail(reader.email, {
      head: toShopBranding(await getAccount(db, endpoint.accountId)),
      publicUrl,
      link: `${publicUrl}/dashboard/webhooks/${endpointId}`,
      languages: chooseLanguages(reader.locale).map((locale) => ({
        locale,
        words: MESSAGES[locale].letters.endpoint[trouble.kind],
      })),
      fill,
    });
    await sendMail(mail, letter);
    return DONE;
  };
}

/** Readable in both languages: 2026-11-21 15:00 (Europe/Moscow). */
const moment = (at: Date, timeZone: string): string =>
  `${toLocalTime(at, timeZone).replace("T", " ")} (${timeZone})`;

/** Enqueues an email to each owner and developer if the trouble persists. At most one job per endpoint is queued. */
export function watchEndpoint({ mail }: Pick<Config, "mail">): JobHandler {
  return async ({ db, clock }, endpointId) => {
    const endpoint = mail === null ? null : await findLiveEndpoint(db, endpointId);
    const trouble = endpoint === null ? null : endpointIssue(endpoint);
    if (endpoint === null || trouble === null) return DONE;
    const afterMs = trouble.at.getTime() + REPORT_AFTER_MS - clock.now().getTime();
    if (trouble.kind === "struggling" && afterMs > 0) return { type: "again", afterMs };
    const readers = await listPeopleByRole(db, endpoint.accountId, READERS);
    const keys = readers.map(({ id }) => emailJobKey(endpointId, id, trouble));
    return { type: "split", kind: "mail_endpoint", keys };
  };
}
