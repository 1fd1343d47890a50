import { getLanguage } from "@/components/ui/get-language";
import "@/app/t/tracking.css";
import "@/app/t/words.css";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { requireStaff } from "@/app/session";
import { describeTracking } from "@/components/tracking/describe-tracking";
import { pageMessages } from "@/components/tracking/page-messages";
import { TrackingPreview } from "@/components/tracking/tracking-preview";
import { getAccount } from "@/lib/accounts/get-account";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import { readCity } from "@/lib/city/city";
import { mapStyleUrl, pictureVersion } from "@/lib/city/map/map-style-url";
import { config } from "@/lib/config";
import { samplePhone } from "@/lib/phone-example";
import { runtime } from "@/lib/process/runtime";
import { exampleTracking } from "@/lib/sandbox/demo/example-tracking";
import { findExampleTrip } from "@/lib/sandbox/demo/example-trip";
import { trackingView } from "@/lib/tracking/tracking-view";
import { IDENTITY_PREVIEW } from "@/lib/urls";

export const metadata: Metadata = { robots: { index: false } };

/** Outside the dashboard layout, because the preview uses the tracking page's own styles. */
export default async function PreviewPage() {
  const { accountId } = await requireStaff(IDENTITY_PREVIEW);
  const locale = await getLanguage();
  const [t, landing] = await Promise.all([getTranslations("tracking"), getTranslations("landing.phone")]);
  const { db, router, clock } = runtime();
  const now = clock.now();
  const trip = await findExampleTrip({ db, router, at: now }, readCity(config().dataDir), locale);
  const account = await getAccount(db, accountId);
  const shop = toShopBranding(account);
  const transport = { type: "car", make: "Dacia", model: "Dokker", color: "white", number: "KBR 482" };
  const courier = { name: landing("courier"), phone: samplePhone(account.phoneCountry), transport };
  const view = trackingView(exampleTracking(trip, shop, courier, now), now);
  const other = locale === "ru" ? "en" : "ru";
  return (
    <TrackingPreview
      state={describeTracking(view, trip.shop, locale, now, () => "")}
      renderedAt={now.getTime()}
      styleUrl={await mapStyleUrl(locale)}
      pictureVersion={await pictureVersion(trip.shop)}
      other={{ locale: other, name: t(`languages.${other}`), label: t("languages.switch") }}
      words={pageMessages(locale)}
    />
  );
}
