import "@/app/globals.css";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { asTheme, THEME_COOKIE } from "@/lib/pages/theme";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("dashboard");
  return { title: { default: t("title"), template: `%s · ${t("title")}` }, robots: { index: false } };
}

// The pages themselves let only an account's people in: a layout is not rendered anew for each of them.
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { ui } = await getMessages();
  const theme = asTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <NextIntlClientProvider messages={{ ui }}>
      <div data-theme={theme}>{children}</div>
    </NextIntlClientProvider>
  );
}
