import type { Metadata, Viewport } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ErrorMessagesProvider } from "@/components/tracking/tracking-error-fallback";
import { getLanguage } from "@/components/ui/get-language";
import "./theme.css";

export const metadata: Metadata = {
  title: { default: "Dropline", template: "%s · Dropline" },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#121c18" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("ui.error");
  const words = { title: t("heading"), text: t("text"), again: t("again") };
  return (
    <html lang={await getLanguage()}>
      <body>
        <ErrorMessagesProvider words={words}>{children}</ErrorMessagesProvider>
      </body>
    </html>
  );
}
