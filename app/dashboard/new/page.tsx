import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { keepAddress } from "@/app/dashboard/addresses/actions";
import { listPauses } from "@/app/dashboard/list-pauses";
import { createOrder } from "@/app/dashboard/new/actions";
import { keepTemplate, removeTemplate } from "@/app/dashboard/new/template-actions";
import {
  type DashboardPage,
  PageFrame,
  type Query,
  requireAccount,
  requireMemberPage,
} from "@/app/dashboard/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { OrderForm } from "@/components/orders/form/order-form";
import { PauseNotice } from "@/components/orders/pause-notice";
import { getDeliverySettings } from "@/lib/accounts/delivery-settings";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import { mapStyleUrl } from "@/lib/city/map/map-style-url";
import { listPhoneCountries } from "@/lib/list-phone-countries";
import { draftFromCopy, emptyDraft, stopDraft, withConfirmedPin } from "@/lib/orders/form/draft";
import { generateExternalOrderId } from "@/lib/orders/form/external-order-id";
import { listRecentStops, type RecentStops } from "@/lib/orders/form/list-recent-stops";
import { findTemplate, listTemplates } from "@/lib/orders/form/list-templates";
import { loadOrder } from "@/lib/orders/load-order";
import { listAddresses } from "@/lib/orders/saved-addresses/list-addresses";
import { runtime } from "@/lib/process/runtime";
import { SCENARIOS } from "@/lib/sandbox/scenario";

export const generateMetadata = titleMetadata("delivery.new.heading");

export default async function NewOrderPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage("/dashboard/new", searchParams, "account.manage_orders");
  const { staff, mode, locale, scope } = page;
  const { db, geocoder } = runtime();
  const t = await getTranslations("delivery.new");
  const [account, recent, saved, templates, styleUrl] = await Promise.all([
    requireAccount(staff.accountId),
    listRecentStops(db, scope),
    listAddresses(db, staff),
    listTemplates(db, staff),
    mapStyleUrl(locale),
  ]);
  const begun = await findBeginning(page, recent);
  if (begun === null) notFound();
  const scenario = SCENARIOS.find((one) => one === page.parameter("scenario"));
  return (
    <PageFrame words={["delivery", "sandbox", "stop"]} hasChecks wide>
      <noscript>
        <p className="m-6 rounded-lg border border-line p-4 text-sm">{t("needs_script")}</p>
      </noscript>
      <div className="px-4 pt-4 empty:hidden">
        <PauseNotice pauses={await listPauses()} />
      </div>
      <OrderForm
        key={`${mode} ${begun.source} ${scenario ?? ""}`}
        title={t("heading")}
        {...(begun.copied === null ? {} : { note: t("copy_of", { code: begun.copied }) })}
        action={createOrder}
        keepAddress={keepAddress}
        templates={{ all: templates, actions: { save: keepTemplate, remove: removeTemplate } }}
        draftPlace={`${staff.accountId}:${staff.userId}:${mode}:new:${begun.source}`}
        initial={begun.draft}
        opened={null}
        {...(scenario === undefined ? {} : { scenario })}
        mode={mode}
        shop={toShopBranding(account)}
        locale={locale}
        styleUrl={styleUrl}
        hasSearch={geocoder !== null}
        saved={saved}
        recent={recent.recipients}
        usual={recent.pickup}
        settings={getDeliverySettings(account)}
        phoneCountry={account.phoneCountry}
        countries={listPhoneCountries(locale)}
      />
    </PageFrame>
  );
}

/** `source` separates the drafts of copies and templates. Null if the named order or template does not exist. */
async function findBeginning(page: DashboardPage, { pickup }: RecentStops) {
  const { db, clock } = runtime();
  const number = generateExternalOrderId();
  const code = page.parameter("again");
  if (code !== "") {
    const original = await loadOrder(db, { member: page.staff, code }, ["request"]);
    if (original === null) return null;
    const { orderCode } = original;
    const draft = draftFromCopy(original.details, number, clock.now());
    return { draft, source: orderCode, copied: orderCode };
  }
  const template = page.parameter("template");
  if (template !== "") {
    const draft = await findTemplate(db, page.staff, template);
    if (draft === null) return null;
    return { draft: { ...draft, external_order_id: number }, source: template, copied: null };
  }
  const empty = emptyDraft(number);
  if (pickup === null) return { draft: empty, source: "", copied: null };
  const { area } = pickup.address;
  const dropoffs = empty.dropoffs.map((stop) => ({ ...stop, address: { ...stop.address, area } }));
  const from = withConfirmedPin({ ...empty.pickup, ...stopDraft(pickup) });
  return { draft: { ...empty, pickup: from, dropoffs }, source: "", copied: null };
}
