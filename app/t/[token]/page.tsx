import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { loadState } from "@/app/t/load-state";
import { TrackingPage } from "@/components/tracking/tracking-page";
import { chooseLocale } from "@/lib/locale/locale";
import { mapStyleUrl, pictureVersion } from "@/lib/map/map-style-url";
import { runtime } from "@/lib/process/runtime";

export const dynamic = "force-dynamic";

interface Props {
  readonly params: Promise<{ token: string }>;
}

// The title and the page share one read.
const stateOf = cache(async (token: string) => {
  const loaded = await loadState(token, chooseLocale({ query: await getLocale() }));
  return loaded.kind === "open" ? loaded.state : null;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { token } = await params;
  const state = await stateOf(token);
  if (state === null) return {};
  // Messengers fetch the preview: it shows the state and nothing personal.
  const title = { absolute: state.title };
  return { title, description: state.orderLabel, openGraph: { title: state.title, siteName: "Dropline" } };
}

export default async function Page({ params }: Props) {
  const { token } = await params;
  const state = await stateOf(token);
  // proxy.ts answers dead links; this one ended in between.
  if (state === null) notFound();
  const t = await getTranslations("tracking");
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
        renderedAt={runtime().clock.now().getTime()}
        styleUrl={await mapStyleUrl(state.locale)}
        pictureVersion={await pictureVersion()}
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
          noConnection: t("noConnection"),
          estimatedAt: t.raw("estimatedAt"),
          retry: t("retry"),
          share: t("share"),
          copied: t("copied"),
          privacy: t("privacy"),
          seen: {
            now: t("seen.now"),
            ago: t.raw("seen.ago"),
            at: t.raw("seen.at"),
            none: t("seen.none"),
          },
        }}
      />
    </>
  );
}
