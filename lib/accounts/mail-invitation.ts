import { findInvitationById } from "@/lib/accounts/people-store";
import { hashSecret, INVITATION_MS, invitationSecret } from "@/lib/accounts/person-token";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import type { Config } from "@/lib/config";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { chooseLanguages, renderEmail } from "@/lib/notify/letter";
import { sendMail } from "@/lib/notify/send-mail";
import { MESSAGES } from "@/messages/messages";

/** Derives the link again, so that no job stores it. Skips invitations that are no longer valid. */
export function mailInvitation({
  mail,
  authSecret,
  formerAuthSecret,
  publicUrl,
}: Pick<Config, "mail" | "authSecret" | "formerAuthSecret" | "publicUrl">): JobHandler {
  return async ({ db, clock }, invitationId) => {
    if (mail === null || authSecret === null) return DONE;
    const invitation = await findInvitationById(db, invitationId, clock.now());
    if (invitation === null) return DONE;
    const secret = [authSecret, formerAuthSecret ?? authSecret]
      .map((one) => invitationSecret(one, invitation))
      .find((one) => Buffer.compare(hashSecret(one), invitation.tokenHash) === 0);
    if (secret === undefined) return DONE;
    const { email, locale: reader, inviter, inviterLocale } = invitation;
    const { shop } = invitation;
    const head = shop === null ? null : toShopBranding({ ...invitation, name: shop });
    const letter = head === null ? "operator" : inviter === null ? "sign_up" : "invitation";
    const days = String(INVITATION_MS / (24 * 60 * 60_000));
    const rendered = renderEmail(email, {
      head,
      publicUrl,
      link: `${publicUrl}/join/${secret}`,
      languages: chooseLanguages(reader, inviterLocale).map((locale) => ({
        locale,
        words: MESSAGES[locale].letters[letter],
      })),
      fill: { account: head?.name ?? "", inviter: inviter ?? "", days },
    });
    await sendMail(mail, rendered);
    return DONE;
  };
}
