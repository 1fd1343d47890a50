import "@/app/globals.css";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { type CSSProperties, type ReactNode, Suspense } from "react";
import { EntryLink } from "@/components/accounts/entry-link";
import { Logo } from "@/components/site/logo";
import { TripScene } from "@/components/site/trip-scene";
import { getLanguage } from "@/components/ui/get-language";
import { preloadFonts } from "@/components/ui/preload-fonts";
import { getInitial } from "@/lib/accounts/shop-identity";
import { readCity } from "@/lib/city/city";
import { pictureVersion } from "@/lib/city/map/map-style-url";
import { toScene } from "@/lib/city/map/scene";
import { config } from "@/lib/config";
import { parseTheme, THEME_COOKIE, type Theme } from "@/lib/http/theme";
import { LOCALES, type Locale } from "@/lib/locale/locale";
import { logFailure } from "@/lib/log";
import { runtime } from "@/lib/process/runtime";
import { findExampleTrip } from "@/lib/sandbox/demo/example-trip";

/** @param address the page's URL in each language */
export async function EntryFrame(props: {
  heading: string;
  address: (language: string) => string;
  children: ReactNode;
}) {
  const { heading, address, children } = props;
  preloadFonts();
  const t = await getTranslations("auth");
  const locale = await getLanguage();
  const { auth, ui } = await getMessages();
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
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
        {/* The form is streamed before the scene is ready. */}
        <Suspense>
          <EntryScene theme={theme} locale={locale} />
        </Suspense>
      </div>
    </div>
  );
}

/** Replaces the page of a personal link that was used or has expired. */
export async function DeadLink({ address }: { address: (language: string) => string }) {
  const t = await getTranslations("auth");
  return (
    <EntryFrame heading={t("dead.title")} address={address}>
      <p className="text-sm text-soft">{t("dead.text")}</p>
      <EntryLink href="/sign-in" align="">
        {t("back")}
      </EntryLink>
    </EntryFrame>
  );
}

/** Renders nothing if the scene cannot be drawn. */
async function EntryScene({ theme, locale }: { theme: Theme; locale: Locale }) {
  const drawn = await exampleScene(locale).catch((error: unknown) => {
    logFailure("entry scene not drawn", error);
    return null;
  });
  if (drawn === null) return null;
  const style = { "--brand": "var(--example)" } as CSSProperties;
  return <TripScene {...drawn} theme={theme} className="absolute inset-0" style={style} />;
}

async function exampleScene(locale: Locale) {
  const { db, router, clock } = runtime();
  const trip = await findExampleTrip({ db, router, at: clock.now() }, readCity(config().dataDir), locale);
  const version = await pictureVersion(trip.shop);
  const letter = getInitial((await getTranslations("landing"))("shop"));
  return { path: trip.path, frame: toScene(trip.path), version, letter };
}
