import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { cache } from "react";
import { findLinkPreview } from "@/app/t/find-link-preview";
import { loadState } from "@/app/t/load-state";
import { pageMessages } from "@/components/tracking/page-messages";
import { tabIconUrl } from "@/components/tracking/tab-icon-url";
import { type Props, TrackingPage } from "@/components/tracking/tracking-page";
import { PREVIEW } from "@/lib/city/map/find-preview";
import { mapStyleUrl, pictureVersion } from "@/lib/city/map/map-style-url";
import { config } from "@/lib/config";
import { LOCALES } from "@/lib/locale/locale";
import { findMessageOptOut } from "@/lib/orders/feedback/stop-messages";
import { runtime } from "@/lib/process/runtime";
import { MESSAGES } from "@/messages/messages";

export const dynamic = "force-dynamic";

interface PageProps {
  readonly params: Promise<{ token: string }>;
}

// Cached, because the title and the page both use it.
const load = cache(async (token: string) => {
  const loaded = await loadState(token, await getLocale());
  return loaded.kind === "open" ? loaded : null;
});

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { token } = await params;
  const loaded = await load(token);
  if (loaded === null) return {};
  const { title, orderLabel, phase, shop } = loaded.state;
  const hasImage = (await findLinkPreview(loaded)) !== null;
  // Messengers cache a preview for days, so it contains no time, state or personal data.
  const images = hasImage ? [{ url: `${config().publicUrl}/t/${token}/preview.png`, ...PREVIEW }] : [];
  const openGraph = { title: `${shop.name} · ${orderLabel}`, siteName: shop.name, images };
  const languages = Object.fromEntries(
    LOCALES.map((locale) => [locale, `${config().publicUrl}/t/${token}?lang=${locale}`]),
  );
  const alternates = { languages };
  const icons = { icon: { url: tabIconUrl(phase, true), type: "image/svg+xml" } };
  return { title: { absolute: title }, description: orderLabel, icons, openGraph, alternates };
}

export default async function Page({ params }: PageProps) {
  const { token } = await params;
  const loaded = await load(token);
  // proxy.ts handles ended links; this link ended between the two checks.
  if (loaded === null) notFound();
  const { state, place } = loaded;
  const rendering = runtime().rendering.getStore();
  if (rendering !== undefined) rendering.lastsMs = Math.min(rendering.lastsMs, loaded.lastsMs);
  const { tracking, recipient } = MESSAGES[state.locale];
  const optOut = await findMessageOptOut(runtime().db, token);
  const other = state.locale === "ru" ? "en" : "ru";
  const props: Props = {
    address: `/t/${token}`,
    initial: state,
    renderedAt: runtime().clock.now().getTime(),
    styleUrl: await mapStyleUrl(state.locale),
    pictureVersion: await pictureVersion(place),
    other: { locale: other, name: tracking.languages[other], label: tracking.languages.switch },
    words: pageMessages(state.locale),
    optOut: optOut && { optOut, shop: state.shop.name, words: recipient.opt_out },
  };
  return (
    <>
      {!state.isFinal && (
        <noscript>
          <meta httpEquiv="refresh" content="30" />
        </noscript>
      )}
      <TrackingPage json={JSON.stringify(props)} />
    </>
  );
}
