import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Logo } from "@/components/site/logo";
import { preloadFonts } from "@/components/ui/preload-fonts";
import { LOCALES } from "@/lib/locale/locale";
import { asTheme, THEME_COOKIE } from "@/lib/pages/theme";

/**
 * Frames the pages before sign-in: signing in, accepting an invitation, setting a password.
 *
 * @param address where a language link leads for each language
 */
export async function EntryFrame({
  heading,
  address,
  children,
}: {
  heading: string;
  address: (language: string) => string;
  children: ReactNode;
}) {
  preloadFonts();
  const t = await getTranslations("auth");
  const locale = await getLocale();
  const { auth, ui } = await getMessages();
  const theme = asTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <main
      id="main"
      data-theme={theme}
      className="flex min-h-dvh flex-col items-center justify-center gap-6 bg-ground px-4 py-10 text-ink"
    >
      <div className="w-full max-w-sm rounded-xl bg-surface p-6 sm:p-8">
        <div className="mb-6 flex items-center gap-2 font-semibold tracking-tight">
          <Logo className="size-7" />
          Dropline
        </div>
        <h1 className="mb-5 type-title">{heading}</h1>
        <NextIntlClientProvider messages={{ auth, ui }}>{children}</NextIntlClientProvider>
      </div>
      <ul aria-label={t("language")} className="flex gap-2 text-sm">
        {LOCALES.map((one) => (
          <li key={one}>
            <a
              href={address(one)}
              lang={one}
              aria-current={one === locale ? "true" : undefined}
              className="inline-flex min-h-11 items-center px-2 text-soft hover:text-ink aria-[current=true]:font-semibold aria-[current=true]:text-ink"
            >
              {one === "ru" ? "Русский" : "English"}
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}
