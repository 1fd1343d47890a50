import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { type Query, requireMemberPage } from "@/app/dashboard/page-frame";
import { chooseTheme, saveName } from "@/app/dashboard/settings/actions";
import { SettingsFrame } from "@/app/dashboard/settings/settings-frame";
import { titleMetadata } from "@/app/title-metadata";
import { NameForm, ThemeForm } from "@/components/accounts/settings-forms";
import { Facts, SettingsSection } from "@/components/accounts/settings-section";
import { withMode } from "@/lib/http/mode";
import { parseTheme, THEME_COOKIE } from "@/lib/http/theme";
import { LOCALES } from "@/lib/locale/locale";

export const generateMetadata = titleMetadata("people.settings.heading");

export default async function SettingsPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage("/dashboard/settings", searchParams, "account.view");
  const t = await getTranslations("people");
  const { staff, locale, mode } = page;
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <SettingsFrame page={page} tab="you">
      <SettingsSection id="profile" title={t("you.profile")} text={t("you.text")}>
        <div className="max-w-md space-y-5">
          <NameForm name={staff.name} action={saveName} />
          <Facts
            facts={[
              [t("settings.email"), staff.email],
              [t("settings.roles"), staff.roles.map((role) => t(`roles.${role}`)).join(", ")],
            ]}
          />
        </div>
      </SettingsSection>
      <SettingsSection id="looks" title={t("you.looks")} text={t("you.looks_text")}>
        <div className="space-y-5">
          <div>
            <h3 id="language" className="mb-1 text-sm font-medium">
              {t("settings.language")}
            </h3>
            <ul aria-labelledby="language" className="flex gap-2">
              {LOCALES.map((one) => (
                <li key={one}>
                  {/* Not a Link: if Next prefetched this, it would set the cookie. */}
                  <a
                    href={withMode(`/dashboard/settings?lang=${one}`, mode)}
                    lang={one}
                    aria-current={one === locale ? "true" : undefined}
                    className="inline-flex min-h-11 items-center rounded-lg border border-line px-4 text-sm hover:border-field-line aria-[current=true]:border-fir aria-[current=true]:font-semibold aria-[current=true]:text-ink"
                  >
                    {one === "ru" ? "Русский" : "English"}
                  </a>
                </li>
              ))}
            </ul>
          </div>
          <ThemeForm theme={theme} action={chooseTheme} />
        </div>
      </SettingsSection>
    </SettingsFrame>
  );
}
