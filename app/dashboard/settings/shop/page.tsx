import { getTranslations } from "next-intl/server";
import { type Query, requireAccount, requireMemberPage } from "@/app/dashboard/page-frame";
import { saveAccount, saveIdentity } from "@/app/dashboard/settings/actions";
import { SettingsFrame } from "@/app/dashboard/settings/settings-frame";
import { titleMetadata } from "@/app/title-metadata";
import { IdentityFacts, IdentityForm } from "@/components/accounts/identity-form";
import { AccountForm } from "@/components/accounts/settings-forms";
import { Facts, SettingsSection } from "@/components/accounts/settings-section";
import { offsetIn } from "@/components/tracking/format";
import { CopyField } from "@/components/ui/copy-field";
import { TIME_ZONES } from "@/lib/accounts/schema";
import { toIdentityColumns } from "@/lib/accounts/shop-identity";
import { listPhoneCountries } from "@/lib/list-phone-countries";

export const generateMetadata = titleMetadata("people.tabs.shop");

export default async function ShopPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage("/dashboard/settings/shop", searchParams, "account.view");
  const t = await getTranslations("people");
  const { staff } = page;
  const account = await requireAccount(staff.accountId);
  const canManage = page.isPermitted("account.manage_settings");
  const countries = listPhoneCountries(page.locale);
  const country = countries.find((one) => one.country === account.phoneCountry);
  const rateLimit = account.rateLimitPerMinute;
  return (
    <SettingsFrame page={page} tab="shop">
      <SettingsSection id="identity" title={t("identity.heading")} text={t("identity.text")}>
        {canManage ? (
          <IdentityForm account={toIdentityColumns(account)} action={saveIdentity} />
        ) : (
          <IdentityFacts account={toIdentityColumns(account)} />
        )}
      </SettingsSection>
      <SettingsSection id="account" title={t("shop.account")}>
        <div className="max-w-lg space-y-6">
          {canManage ? (
            <AccountForm
              action={saveAccount}
              name={account.name}
              timeZone={account.timeZone}
              zones={TIME_ZONES.map((name) => ({ name, offset: offsetIn(name) }))}
              phoneCountry={account.phoneCountry}
              countries={countries}
            />
          ) : (
            <>
              <Facts
                facts={[
                  [t("settings.name"), account.name],
                  [t("settings.time_zone"), account.timeZone],
                  [t("settings.phone_country"), country?.name],
                ]}
              />
              <p className="text-xs text-soft">{t("settings.owners_change")}</p>
            </>
          )}
          <dl className="space-y-4 text-sm">
            <CopyField label={t("settings.account_id")} value={account.id} />
            <div>
              <dt className="text-sm font-medium">{t("settings.rate_limit")}</dt>
              <dd>
                {rateLimit === null
                  ? t("settings.rate_limit_none")
                  : t("settings.rate_limit_value", { count: rateLimit })}
                <span className="block text-xs text-soft">{t("settings.operators_change")}</span>
              </dd>
            </div>
          </dl>
        </div>
      </SettingsSection>
    </SettingsFrame>
  );
}
