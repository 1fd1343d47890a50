import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { keepAddress } from "@/app/dashboard/addresses/actions";
import { createOrder } from "@/app/dashboard/new/actions";
import { openPage, PageFrame, type Query } from "@/app/dashboard/page-frame";
import { OrderForm } from "@/components/order-form/order-form";
import { Heading } from "@/components/ui/heading";
import { deliverySettingsOf } from "@/lib/accounts/delivery-settings";
import { listAddresses } from "@/lib/addresses/list-addresses";
import { mapStyleUrl } from "@/lib/map/map-style-url";
import { draftFromDetails, emptyDraft } from "@/lib/orders/form/draft";
import { generateExternalOrderId } from "@/lib/orders/form/external-order-id";
import { findOrderDetails } from "@/lib/orders/form/find-order-details";
import { runtime } from "@/lib/process/runtime";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("delivery.new"))("heading") };
}

export default async function NewOrderPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage("/dashboard/new", searchParams);
  const { staff, mode, locale } = page;
  const { db, geocoder } = runtime();
  const t = await getTranslations("delivery.new");
  const from = page.parameter("from");
  const original = from === "" ? null : await findOrderDetails(db, staff, from);
  if (from !== "" && original === null) notFound();
  const externalOrderId = generateExternalOrderId();
  // A repeated order is for a different time.
  const initial =
    original === null
      ? emptyDraft(externalOrderId)
      : draftFromDetails({ ...original.details, deliveryTime: null }, externalOrderId);
  const source = original?.order.orderCode ?? "";
  return (
    <PageFrame page={page} section="new" path="/dashboard/new" words={["delivery", "rehearsal", "stop"]}>
      <Heading note={original === null ? t("note") : t("copy_of", { code: source })}>{t("heading")}</Heading>
      <noscript>
        <p className="mb-6 rounded-lg border border-line p-4 text-sm">{t("needs_script")}</p>
      </noscript>
      <OrderForm
        key={`${mode} ${source}`}
        action={createOrder}
        keepAddress={keepAddress}
        draftPlace={`${staff.accountId}:${staff.userId}:${mode}:new:${source}`}
        initial={initial}
        opened={null}
        mode={mode}
        locale={locale}
        styleUrl={await mapStyleUrl(locale)}
        hasSearch={geocoder !== null}
        saved={await listAddresses(db, staff)}
        settings={deliverySettingsOf(page.account)}
      />
    </PageFrame>
  );
}
