import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { type ReactNode, Suspense } from "react";
import { Logo } from "@/components/site/logo";
import { getLanguage } from "@/components/ui/get-language";
import { preloadFonts } from "@/components/ui/preload-fonts";
import { LOCALES } from "@/lib/locale/locale";
import { asTheme, THEME_COOKIE } from "@/lib/pages/theme";

export async function EntryFrame(props: {
  heading: string;
  address: (language: string) => string;
  scene: ReactNode;
  children: ReactNode;
}) {
  const { heading, address, scene, children } = props;
  preloadFonts();
  const t = await getTranslations("auth");
  const locale = await getLanguage();
  const { auth, ui } = await getMessages();
  const theme = asTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <div
      data-theme={theme}
      className="grid min-h-dvh bg-surface text-ink lg:grid-cols-[minmax(28rem,2fr)_minmax(0,3fr)]"
    >
      <div className="flex min-w-0 flex-col px-5 py-4 sm:px-10 sm:py-7">
        <a
          href="/"
          className="flex min-h-11 items-center gap-2.5 self-start rounded-lg type-heading tracking-tight"
        >
          <Logo className="size-8" />
          Dropline
        </a>
        <main id="main" className="mx-auto my-auto w-full max-w-90 py-8">
          <h1 className="mb-6 text-[2rem] leading-9 font-[650] tracking-tight text-balance">{heading}</h1>
          <NextIntlClientProvider messages={{ auth, ui }}>{children}</NextIntlClientProvider>
        </main>
        <ul aria-label={t("language")} className="-ml-2 flex gap-1 text-sm">
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
      </div>
      <div className="relative overflow-hidden bg-(--map-ground) max-lg:hidden">
        {/* The form is sent before the scene is ready. */}
        <Suspense>{scene}</Suspense>
      </div>
    </div>
  );
}
