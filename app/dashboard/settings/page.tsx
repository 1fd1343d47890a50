import type { Metadata } from "next";
import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { openPage, PageFrame, type Query } from "@/app/dashboard/page-frame";
import {
  changePassword,
  chooseTheme,
  saveAccount,
  saveDelivery,
  saveIdentity,
} from "@/app/dashboard/settings/actions";
import { signOut } from "@/app/sign-out";
import { DeliveryFacts, DeliveryForm } from "@/components/people/delivery-settings";
import { IdentityFacts, IdentityForm } from "@/components/people/identity-form";
import { AccountForm, PasswordForm, ThemeForm } from "@/components/people/settings-forms";
import { CopyField } from "@/components/ui/copy-field";
import { Heading } from "@/components/ui/heading";
import { CARD, DANGER } from "@/components/ui/styles";
import { deliverySettingsOf } from "@/lib/accounts/delivery-settings";
import { TIME_ZONES } from "@/lib/accounts/schema";
import { identityColumnsOf } from "@/lib/accounts/shop-identity";
import { LOCALES } from "@/lib/locale/locale";
import { inMode } from "@/lib/pages/mode";
import { asTheme, THEME_COOKIE } from "@/lib/pages/theme";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("people.settings"))("heading") };
}

export default async function SettingsPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage("/dashboard/settings", searchParams);
  const t = await getTranslations("people.settings");
  const identity = await getTranslations("people.identity");
  const roles = await getTranslations("people.roles");
  const { staff, account, locale, mode } = page;
  const theme = asTheme((await cookies()).get(THEME_COOKIE)?.value);
  const rateLimit = account.rateLimitPerMinute;
  return (
    <PageFrame page={page} section="settings" path="/dashboard/settings" words={["people", "auth"]}>
      <Heading>{t("heading")}</Heading>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <section aria-labelledby="you" className={`${CARD} space-y-5 p-5`}>
            <h2 id="you" className="type-heading">
              {t("you")}
            </h2>
            <dl className="grid gap-4 text-sm sm:grid-cols-2">
              <div className="min-w-0">
                <dt className="text-xs text-soft">{t("email")}</dt>
                <dd className="break-all">{staff.email}</dd>
              </div>
              <div>
                <dt className="text-xs text-soft">{t("role")}</dt>
                <dd>{roles(staff.role)}</dd>
              </div>
            </dl>
            <div>
              <h3 id="language" className="mb-1 text-sm font-medium">
                {t("language")}
              </h3>
              <ul aria-labelledby="language" className="flex gap-2">
                {LOCALES.map((one) => (
                  <li key={one}>
                    {/* Not a Link: if Next prefetched this, it would set the cookie. */}
                    <a
                      href={inMode(`/dashboard/settings?lang=${one}`, mode)}
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
          </section>
          <section aria-labelledby="password" className={`${CARD} p-5`}>
            <h2 id="password" className="type-heading">
              {t("password")}
            </h2>
            <p className="mt-1 mb-4 text-sm text-soft">{t("password_text")}</p>
            <PasswordForm email={staff.email} action={changePassword} />
          </section>
        </div>
        <div className="grid gap-5">
          <section aria-labelledby="account" className={`${CARD} space-y-5 p-5`}>
            <h2 id="account" className="type-heading">
              {t("account")}
            </h2>
            {staff.role === "owner" ? (
              <AccountForm
                action={saveAccount}
                name={account.name}
                timeZone={account.timeZone}
                zones={TIME_ZONES.map((name) => ({ name, offset: offsetOf(name) }))}
              />
            ) : (
              <>
                <dl className="grid gap-4 text-sm sm:grid-cols-2">
                  <div className="min-w-0">
                    <dt className="text-xs text-soft">{t("name")}</dt>
                    <dd className="break-words">{account.name}</dd>
                  </div>
                  <div>
                    <dt className="text-xs text-soft">{t("time_zone")}</dt>
                    <dd>{account.timeZone}</dd>
                  </div>
                </dl>
                <p className="text-xs text-soft">{t("owners_change")}</p>
              </>
            )}
            <dl className="space-y-4 border-t border-line pt-5 text-sm">
              <CopyField label={t("account_id")} value={account.id} />
              <div>
                <dt className="text-sm font-medium">{t("rate_limit")}</dt>
                <dd>
                  {rateLimit === null ? t("rate_limit_none") : t("rate_limit_value", { count: rateLimit })}
                  <span className="block text-xs text-soft">{t("operators_change")}</span>
                </dd>
              </div>
            </dl>
          </section>
          <section aria-labelledby="delivery" className={`${CARD} p-5`}>
            <h2 id="delivery" className="type-heading">
              {t("delivery")}
            </h2>
            <p className="mt-1 mb-4 text-sm text-soft">{t("delivery_text")}</p>
            {staff.role === "owner" ? (
              <DeliveryForm settings={deliverySettingsOf(account)} action={saveDelivery} />
            ) : (
              <DeliveryFacts settings={deliverySettingsOf(account)} />
            )}
          </section>
          <section aria-labelledby="sessions" className={`${CARD} p-5`}>
            <h2 id="sessions" className="type-heading">
              {t("sessions")}
            </h2>
            <p className="mt-1 mb-4 text-sm text-soft">{t("sessions_text")}</p>
            <form action={signOut}>
              <button type="submit" className={DANGER}>
                {t("sign_out")}
              </button>
            </form>
          </section>
        </div>
        <section aria-labelledby="identity" className={`${CARD} p-5 lg:col-span-2`}>
          <h2 id="identity" className="type-heading">
            {identity("heading")}
          </h2>
          <p className="mt-1 mb-4 text-sm text-soft">{identity("text")}</p>
          {staff.role === "owner" ? (
            <IdentityForm account={identityColumnsOf(account)} action={saveIdentity} />
          ) : (
            <IdentityFacts account={identityColumnsOf(account)} />
          )}
        </section>
      </div>
    </PageFrame>
  );
}

/** Returns a time zone's offset from UTC today, such as GMT+3. */
function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}
