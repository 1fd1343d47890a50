import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { keepAddress } from "@/app/dashboard/addresses/actions";
import { saveOrder } from "@/app/dashboard/orders/[code]/edit/actions";
import { PageFrame, type PageProps, requireAccount, requireMemberPage } from "@/app/dashboard/page-frame";
import { OrderForm } from "@/components/orders/form/order-form";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { StatusPill } from "@/components/ui/status-pill";
import { LINK, SECONDARY } from "@/components/ui/styles";
import { getDeliverySettings } from "@/lib/accounts/delivery-settings";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import { mapStyleUrl } from "@/lib/city/map/map-style-url";
import { withMode } from "@/lib/http/mode";
import { listPhoneCountries } from "@/lib/list-phone-countries";
import { toEditableOrder } from "@/lib/orders/form/to-editable-order";
import { loadOrder } from "@/lib/orders/load-order";
import { isEditable } from "@/lib/orders/order";
import { listAddresses } from "@/lib/orders/saved-addresses/list-addresses";
import { runtime } from "@/lib/process/runtime";

export async function generateMetadata({ params }: PageProps<{ code: string }>): Promise<Metadata> {
  const { code } = await params;
  return { title: (await getTranslations("delivery.edit"))("heading", { code: code.toUpperCase() }) };
}

export default async function EditOrderPage({ params, searchParams }: PageProps<{ code: string }>) {
  const { code } = await params;
  const requested = `/dashboard/orders/${encodeURIComponent(code)}`;
  const page = await requireMemberPage(`${requested}/edit`, searchParams, "account.manage_orders");
  const { staff, locale } = page;
  const { db, geocoder } = runtime();
  const t = await getTranslations("delivery.edit");
  const order = await loadOrder(db, { member: staff, code }, ["request"]);
  if (order === null) notFound();
  const { mode } = order.scope;
  page.keepTo(mode);
  const orderPath = withMode(`/dashboard/orders/${order.orderCode}`, mode);
  const toOrder = (
    <Link href={orderPath} className={LINK}>
      {t("to_order", { code: order.orderCode })}
    </Link>
  );
  if (!isEditable(order.status)) {
    return (
      <PageFrame>
        <Heading note={toOrder}>{t("heading", { code: order.orderCode })}</Heading>
        <StatusPill status={order.status} hasCourier={order.courierId !== null} />
        <p className="mt-3 max-w-prose">{t(`closed.${order.status}`)}</p>
        <p className="mt-6 flex flex-wrap gap-3">
          <Link href={orderPath} className={SECONDARY}>
            {t("back")}
          </Link>
          <Link href={withMode(`/dashboard/new?again=${order.orderCode}`, mode)} className={SECONDARY}>
            {t("duplicate")}
          </Link>
        </p>
      </PageFrame>
    );
  }
  const opened = toEditableOrder(order);
  const account = await requireAccount(staff.accountId);
  return (
    <PageFrame words={["delivery", "sandbox", "stop"]} hasChecks wide>
      <OrderForm
        key={order.orderCode}
        title={t("heading", { code: order.orderCode })}
        note={toOrder}
        action={saveOrder}
        keepAddress={keepAddress}
        templates={null}
        draftPlace={`${staff.accountId}:${staff.userId}:${mode}:edit:${order.orderCode}`}
        initial={opened.draft}
        opened={opened}
        mode={mode}
        shop={toShopBranding(account)}
        locale={locale}
        styleUrl={await mapStyleUrl(locale)}
        hasSearch={geocoder !== null}
        saved={await listAddresses(db, staff)}
        recent={[]}
        usual={null}
        settings={getDeliverySettings(account)}
        phoneCountry={account.phoneCountry}
        countries={listPhoneCountries(locale)}
      />
    </PageFrame>
  );
}
