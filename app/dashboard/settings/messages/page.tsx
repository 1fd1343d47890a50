import { getTranslations } from "next-intl/server";
import { type Query, requireAccount, requireMemberPage } from "@/app/dashboard/page-frame";
import { saveMessages } from "@/app/dashboard/settings/messages/actions";
import { SettingsFrame } from "@/app/dashboard/settings/settings-frame";
import { titleMetadata } from "@/app/title-metadata";
import { Facts, SettingsSection } from "@/components/accounts/settings-section";
import { MessageSettingsForm } from "@/components/tracking/message-settings-form";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { LINK } from "@/components/ui/styles";
import { config } from "@/lib/config";
import { withMode } from "@/lib/http/mode";
import type { Locale } from "@/lib/locale/locale";
import { runtime } from "@/lib/process/runtime";
import { getExampleValues } from "@/lib/tracking/messages/get-example-values";
import { MESSAGE_KINDS } from "@/lib/tracking/messages/message";
import { formatMinute } from "@/lib/tracking/messages/quiet-hours";
import { getTemplate, storedTexts } from "@/lib/tracking/messages/template";

export const generateMetadata = titleMetadata("recipient.settings.heading");

export default async function MessageSettingsPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage("/dashboard/settings/messages", searchParams, "account.view");
  const t = await getTranslations("recipient");
  const people = await getTranslations("people.settings");
  const account = await requireAccount(page.staff.accountId);
  const { messageKinds, messageLocale, quietFrom, quietUntil, messageCap, brandName, name } = account;
  const stored = storedTexts.safeParse(account.messageTexts).data ?? {};
  const { publicUrl } = runtime();
  const byLocale = <Value,>(build: (locale: Locale) => Value) => ({ ru: build("ru"), en: build("en") });
  const quiet = [quietFrom, quietUntil].map((minute) => (minute === null ? "" : formatMinute(minute)));
  const [from = "", until = ""] = quiet;
  return (
    <SettingsFrame page={page} tab="messages">
      <SettingsSection
        id="messages"
        title={t("settings.heading")}
        text={
          <>
            {t("settings.text")}{" "}
            <Link href={withMode("/dashboard/messages", page.mode)} className={LINK}>
              {t("settings.outbox")}
            </Link>
            .
          </>
        }
      >
        {config().messages === null && <Notice>{t("settings.no_provider")}</Notice>}
        {page.isPermitted("account.manage_settings") ? (
          <MessageSettingsForm
            action={saveMessages}
            settings={{ messageKinds, messageLocale, messageCap }}
            quiet={{ from, until }}
            texts={byLocale((locale) =>
              Object.fromEntries(MESSAGE_KINDS.map((kind) => [kind, getTemplate(stored, locale, kind)])),
            )}
            values={byLocale((locale) => getExampleValues(locale, brandName ?? name, publicUrl))}
          />
        ) : (
          <>
            <Facts
              facts={[
                [
                  t("settings.kinds"),
                  messageKinds.map((kind) => t(`kinds.${kind}`)).join(", ") || t("settings.none"),
                ],
                [t("settings.locale"), t(`settings.locales.${messageLocale}`)],
                [t("settings.quiet"), from === "" ? t("settings.none") : `${from}–${until}`],
                [t("settings.message_cap"), messageCap],
              ]}
            />
            <p className="mt-4 text-xs text-soft">{people("owners_change")}</p>
          </>
        )}
      </SettingsSection>
    </SettingsFrame>
  );
}
