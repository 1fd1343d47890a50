import "@/app/globals.css";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { currentUser } from "@/app/session";
import { SiteHeader } from "@/components/site/site-header";
import { preloadFonts } from "@/components/ui/preload-fonts";
import { config } from "@/lib/config";
import { parseTheme, THEME_COOKIE } from "@/lib/http/theme";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("landing");
  return { description: t("description") };
}

export default async function SiteLayout({ children }: { children: ReactNode }) {
  preloadFonts();
  const [t, user, kept] = await Promise.all([getTranslations("site"), currentUser(), cookies()]);
  const home = user === null ? null : user.accountId === null ? "/ops" : "/dashboard";
  return (
    <div data-theme={parseTheme(kept.get(THEME_COOKIE)?.value)}>
      <NextIntlClientProvider messages={{}}>
        <SiteHeader home={home} canSignUp={config().signUp !== "closed"} />
        {children}
      </NextIntlClientProvider>
      <footer className="border-t border-line px-4 py-8 text-sm text-soft lg:px-6">{t("license")}</footer>
    </div>
  );
}
