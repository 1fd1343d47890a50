import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { getLanguage } from "@/components/ui/get-language";
import { preloadFonts } from "@/components/ui/preload-fonts";
import { pickMessages } from "@/messages/pick-messages";
import "@/app/globals.css";
import "./courier.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("courier");
  return {
    title: t("title"),
    robots: { index: false, follow: false },
    referrer: "no-referrer",
    manifest: `/courier/manifest.webmanifest?words=${await getLanguage()}`,
    appleWebApp: { capable: true, title: t("install.short"), statusBarStyle: "default" },
    icons: { icon: "/icon.svg", apple: "/courier-apple-180.png" },
    // Phones would turn house numbers and order codes into links.
    formatDetection: { telephone: false, address: false, date: false, email: false },
  };
}

export default async function CourierLayout({ children }: { children: ReactNode }) {
  preloadFonts();
  const words = pickMessages(await getMessages(), ["courier", "stop", "order.reasons"]);
  return (
    <NextIntlClientProvider messages={words}>
      <div className="courier min-h-dvh">{children}</div>
    </NextIntlClientProvider>
  );
}
