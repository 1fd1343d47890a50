import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { useLanguage } from "@/components/ui/use-language";
import type { Mode } from "@/lib/account-scope";
import { LOCALES, type Locale } from "@/lib/locale/locale";

// Each name is in its own language, for users who cannot read the page.
const NAMES: Readonly<Record<Locale, string>> = { ru: "Русский", en: "English" };

export function Content({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  if (wide) return children;
  return (
    <div className="px-4 pt-5 sm:px-6 lg:pb-12">
      <div className="mx-auto max-w-6xl">{children}</div>
    </div>
  );
}

export function SkipLink() {
  const t = useTranslations("ui.frame");
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:left-4 focus:top-3 focus:z-30 focus:bg-surface focus:px-3 focus:py-2"
    >
      {t("skip")}
    </a>
  );
}

/** `looks` contains the class names of the list, its items and its links. */
export function ModeSwitch(props: {
  mode: Mode;
  address: (mode: Mode) => string;
  looks: readonly [list: string, item: string, link: string];
}) {
  const { mode, address, looks } = props;
  const t = useTranslations("ui.frame.mode");
  return (
    <ul aria-label={t("label")} className={`flex ${looks[0]}`}>
      {(["live", "test"] as const).map((one) => (
        <li key={one} className={looks[1]}>
          <Link
            href={address(one)}
            aria-current={one === mode ? "true" : undefined}
            className={`flex min-h-9 items-center justify-center rounded-md text-soft hover:text-ink lg:min-h-7 ${looks[2]} ${one === "test" ? "aria-[current=true]:text-test" : "aria-[current=true]:text-ink"}`}
          >
            {t(one)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function LanguageLinks({ address }: { address: (locale: Locale) => string }) {
  const t = useTranslations("ui.frame");
  const current = useLanguage();
  return (
    <ul aria-label={t("language")} className="flex">
      {LOCALES.map((one) => (
        <li key={one}>
          {/* Not a Link: if Next prefetched this, it would set the cookie. */}
          <a
            href={address(one)}
            lang={one}
            aria-current={one === current ? "true" : undefined}
            aria-label={`${one.toUpperCase()}, ${NAMES[one]}`}
            className="flex min-h-11 min-w-9 items-center justify-center text-sm text-soft uppercase lg:min-h-9 lg:min-w-8 hover:text-ink aria-[current=true]:font-semibold aria-[current=true]:text-ink"
          >
            {one}
          </a>
        </li>
      ))}
    </ul>
  );
}
