import { getTranslations } from "next-intl/server";
import { type Query, requireAccount, requireMemberPage } from "@/app/dashboard/page-frame";
import { saveDelivery } from "@/app/dashboard/settings/actions";
import { SettingsFrame } from "@/app/dashboard/settings/settings-frame";
import { titleMetadata } from "@/app/title-metadata";
import { DeliveryFacts, DeliveryForm } from "@/components/accounts/delivery-settings";
import { SettingsSection } from "@/components/accounts/settings-section";
import { getDeliverySettings } from "@/lib/accounts/delivery-settings";
import { getTariff } from "@/lib/pricing/get-tariff";
import { toRubles } from "@/lib/pricing/money";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("people.tabs.delivery");

export default async function DeliveryPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage("/dashboard/settings/delivery", searchParams, "account.view");
  const t = await getTranslations("people.settings");
  const settings = getDeliverySettings(await requireAccount(page.staff.accountId));
  const { waitingPerMinute, waitingFreeMinutes: freeMinutes } = await getTariff(runtime().db);
  const waiting = { perMinute: toRubles(waitingPerMinute), freeMinutes };
  return (
    <SettingsFrame page={page} tab="delivery">
      <SettingsSection id="delivery" title={t("delivery")} text={t("delivery_text")}>
        <div className="max-w-lg">
          {page.isPermitted("account.manage_settings") ? (
            <DeliveryForm settings={settings} waiting={waiting} action={saveDelivery} />
          ) : (
            <DeliveryFacts settings={settings} />
          )}
        </div>
      </SettingsSection>
    </SettingsFrame>
  );
}
