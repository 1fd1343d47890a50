import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { describeTracking } from "@/components/tracking/describe-tracking";
import { OverPage } from "@/components/tracking/over-page";
import { TrackingPage } from "@/components/tracking/tracking-page";
import { runtime } from "@/lib/api/runtime";
import { config } from "@/lib/config";
import { chooseLocale } from "@/lib/locale/locale";
import { getTracking } from "@/lib/tracking/get-tracking";

export const dynamic = "force-dynamic";

interface Props {
  readonly params: Promise<{ token: string }>;
}

// Once for the title and the page.
const load = cache((token: string) => getTracking(runtime(), token));

const stateOf = cache(async (token: string) => {
  const tracking = await load(token);
  if (tracking.kind !== "open") return null;
  const locale = chooseLocale({ query: await getLocale() });
  return describeTracking(tracking.view, tracking.place, locale, runtime().clock.now());
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { token } = await params;
  const state = await stateOf(token);
  if (state === null) {
    const t = await getTranslations("tracking");
    const { kind } = await load(token);
    return { title: { absolute: t(kind === "gone" ? "gone.title" : "unknown.title") } };
  }
  // Messengers fetch the preview: it tells the state, and nothing of anybody.
  const title = { absolute: state.title };
  return { title, description: state.orderLabel, openGraph: { title: state.title, siteName: "Dropline" } };
}

export default async function Page({ params }: Props) {
  const { token } = await params;
  const tracking = await load(token);
  const t = await getTranslations("tracking");
  const state = await stateOf(token);
  if (tracking.kind !== "open" || state === null) {
    // The status, 404 or 410, is proxy.ts's: notFound() would leave the words to a script.
    const kind = tracking.kind === "gone" ? "gone" : "unknown";
    return <OverPage title={t(`${kind}.title`)} text={t(`${kind}.text`)} />;
  }
  return (
    <>
      {!state.isFinal && (
        <noscript>
          <meta httpEquiv="refresh" content="30" />
        </noscript>
      )}
      <TrackingPage
        address={`/t/${token}`}
        initial={state}
        styleUrl={config().mapStyleUrl}
        words={{
          map: {
            title: t("map.title"),
            show: t("map.show"),
            rough: t("map.rough"),
            pickup: t("map.pickup"),
            dropoff: t("map.dropoff"),
            courier: t("map.courier"),
          },
          stepsTitle: t("steps.title"),
          stopsTitle: t("stops.title"),
          courierTitle: t("courier.title"),
          plate: t("courier.plate"),
          call: t("courier.call"),
          next: t("steps.next"),
          offline: t.raw("offline"),
          retry: t("retry"),
          refresh: t("refresh"),
          share: t("share"),
          copied: t("copied"),
          privacy: t("privacy"),
          seenAgo: t.raw("seen.ago"),
          seenNow: t("seen.now"),
        }}
      />
    </>
  );
}
