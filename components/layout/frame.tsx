import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Skeleton } from "@/components/layout/skeleton";
import { Link } from "@/components/ui/link";
import { Pending } from "@/components/ui/pending";
import { useLanguage } from "@/components/ui/use-language";
import type { Mode } from "@/lib/accounts/scope";
import { LOCALES, type Locale } from "@/lib/locale/locale";

// Each in its own language, for users who cannot read the page.
const NAMES: Readonly<Record<Locale, string>> = { ru: "Русский", en: "English" };

export function Frame(props: {
  mode: Mode;
  home: string;
  brand: ReactNode;
  title: string;
  addressIn: (mode: Mode) => string;
  search?: ReactNode;
  nav: ReactNode;
  navLabel: string;
  personal: ReactNode;
  children: ReactNode;
}) {
  const { mode, home, brand, title, addressIn, search, nav, navLabel, personal, children } = props;
  const t = useTranslations("ui.frame.mode");
  const chrome = mode === "test" ? "bg-test-tint" : "bg-surface lg:bg-ground";
  return (
    <div className={`flex min-h-dvh flex-col lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] ${chrome}`}>
      <SkipLink />
      <header
        className={`flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:flex-nowrap lg:items-stretch lg:gap-3 lg:overflow-y-auto lg:border-b-0 lg:px-3 lg:py-4 ${chrome}`}
      >
        <Link
          href={home}
          className="flex min-h-11 min-w-0 items-center gap-2.5 text-sm font-semibold lg:min-h-9 lg:px-1.5"
        >
          {brand}
          <span className="sr-only truncate sm:not-sr-only">{title}</span>
        </Link>
        <ModeSwitch
          mode={mode}
          address={addressIn}
          looks={[
            "rounded-lg bg-(--edge) p-0.75 text-sm font-medium",
            "flex-1",
            "px-3 aria-[current=true]:bg-raised aria-[current=true]:ring-1 aria-[current=true]:ring-(--edge)",
          ]}
        />
        {search}
        <nav
          aria-label={navLabel}
          className={`fixed inset-x-0 bottom-0 z-20 flex border-t border-line pb-[env(safe-area-inset-bottom)] lg:static lg:block lg:border-0 lg:p-0 ${chrome}`}
        >
          {nav}
        </nav>
        {/* After the sections, so that they stay in place when the mode changes. */}
        {mode === "test" && (
          <p className="order-last basis-full text-xs text-test lg:order-none lg:mt-2 lg:basis-auto lg:px-2.5">
            {t("test_note")}
          </p>
        )}
        {personal}
      </header>
      <main
        id="main"
        className="relative min-w-0 grow overflow-clip bg-surface pb-20 lg:my-2 lg:mr-2 lg:min-h-[calc(100dvh-1rem)] lg:rounded-xl lg:border lg:border-line lg:pb-0"
      >
        {children}
        <Skeleton />
      </main>
    </div>
  );
}

export function Content({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  if (wide) return children;
  return (
    <div className="px-4 pt-5 sm:px-6 lg:pb-12">
      <div className="mx-auto max-w-6xl">{children}</div>
    </div>
  );
}

export function SectionItem(props: {
  href: string;
  icon: LucideIcon;
  label: string;
  isCurrent: boolean;
  isPrimary?: boolean;
  count?: ReactNode;
}) {
  const { href, icon: Icon, label, isCurrent, isPrimary = false, count = null } = props;
  return (
    <li className="flex-1">
      <Link
        href={href}
        aria-current={isCurrent ? "page" : undefined}
        className="relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-center text-xs text-soft hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink lg:min-h-9 lg:[@media(height<50rem)]:min-h-8 lg:flex-row lg:justify-start lg:gap-2.5 lg:rounded-lg lg:px-2.5 lg:text-sm lg:font-medium lg:hover:bg-(--edge) lg:aria-[current=page]:bg-(--edge)"
      >
        <Icon
          aria-hidden="true"
          className={`size-5 lg:size-4.5 ${isPrimary ? "max-lg:size-12 max-lg:rounded-xl max-lg:bg-fir max-lg:p-3 max-lg:text-on-fir" : ""}`}
        />
        <span className={isPrimary ? "max-lg:sr-only" : ""}>{label}</span>
        {count !== null && (
          <span className="text-xs font-normal text-soft max-lg:absolute max-lg:top-1.5 max-lg:left-1/2 max-lg:ml-3 lg:ml-auto">
            {count}
          </span>
        )}
        <Pending />
      </Link>
    </li>
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

/** `looks` are those of the list and of its links. */
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
