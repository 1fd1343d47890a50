import { Languages, Menu } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { Island } from "@/components/site/island";
import { Logo } from "@/components/site/logo";
import { SiteLinks } from "@/components/site/site-links";
import { getLanguage } from "@/components/ui/get-language";
import { Link } from "@/components/ui/link";
import { LOCALES } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

const ACTION =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-lg px-3.5 text-sm font-medium whitespace-nowrap lg:min-h-9";
const QUIET = `${ACTION} text-ink hover:bg-hover`;
const FILLED = `${ACTION} bg-fir text-on-fir hover:bg-fir-hover`;
const SECTION =
  "rounded-lg px-3 py-2 text-sm font-medium text-soft hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink";
const MENU_LINE =
  "flex min-h-11 items-center gap-2 rounded-lg px-3 text-base text-ink hover:bg-hover aria-[current]:bg-fill aria-[current]:font-semibold";

interface Props {
  readonly home: "/dashboard" | "/ops" | null;
  readonly canSignUp: boolean;
}

export async function SiteHeader({ home, canSignUp }: Props) {
  const [t, common, locale] = await Promise.all([
    getTranslations("site"),
    getTranslations("common"),
    getLanguage(),
  ]);
  const links = [
    { href: "/pricing", label: t("pricing") },
    { href: "/docs", label: t("docs") },
    { href: "/changelog", label: t("changelog") },
  ];
  const signIn = { href: "/sign-in", label: t("sign_in") };
  const signUp = canSignUp ? { href: "/sign-up", label: t("get_key") } : signIn;
  const primary =
    home === null ? signUp : { href: home, label: t(home === "/ops" ? "open_console" : "open_dashboard") };
  const hasSignIn = home === null && canSignUp;
  const other = LOCALES.find((one) => one !== locale) ?? "en";
  const language = (className: string) => (
    // The URL alone changes the language, so the link works without scripts.
    <a href={`?lang=${other}`} hrefLang={other} lang={other} className={className}>
      <Languages aria-hidden="true" className="size-4" />
      {common(other)}
    </a>
  );
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:left-4 focus:top-3 focus:z-10 focus:bg-surface focus:px-3 focus:py-2"
      >
        {t("skip")}
      </a>
      <div className="flex min-h-16 flex-wrap items-center gap-2 px-4 lg:px-6">
        <Link
          href="/"
          className="flex min-h-11 items-center gap-2.5 text-[1.1875rem] font-[650] tracking-[-0.02em] lg:mr-5"
        >
          <Logo className="size-8" />
          Dropline
        </Link>
        <Island name="SiteSearch" props={{ locale, words: MESSAGES[locale].site.search }} />
        <nav aria-label={t("nav")} className="hidden gap-1 lg:flex">
          <SiteLinks links={links} className={SECTION} />
        </nav>
        <div className="ml-auto hidden items-center gap-1 lg:flex">
          {language(QUIET)}
          {hasSignIn && (
            <Link href={signIn.href} className={QUIET}>
              {signIn.label}
            </Link>
          )}
          <Link href={primary.href} className={FILLED}>
            {primary.label}
          </Link>
        </div>
        <details className="group lg:hidden">
          <summary
            aria-label={t("menu")}
            className="flex size-11 cursor-pointer list-none items-center justify-center rounded-lg hover:bg-hover [&::-webkit-details-marker]:hidden"
          >
            <Menu aria-hidden="true" className="size-5" />
          </summary>
          <div className="absolute inset-x-0 top-full border-b border-line bg-surface p-3 shadow-e2">
            <nav aria-label={t("nav")}>
              <SiteLinks links={links} className={MENU_LINE} />
            </nav>
            {language(MENU_LINE)}
            {hasSignIn && (
              <Link href={signIn.href} className={MENU_LINE}>
                {signIn.label}
              </Link>
            )}
            <Link href={primary.href} className={`${FILLED} mt-2 w-full`}>
              {primary.label}
            </Link>
          </div>
        </details>
      </div>
    </header>
  );
}
