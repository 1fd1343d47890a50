import { Bike, Building2, Map as MapIcon, Package, Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Logo } from "@/components/site/logo";
import { LanguageLinks, ModeNote, ModeSwitch, SignOutButton, SkipLink } from "@/components/ui/frame";
import { Link } from "@/components/ui/link";
import { Pending } from "@/components/ui/pending";
import type { Mode } from "@/lib/accounts/scope";

/** What operators look after. */
export const SECTIONS = [
  { name: "map", path: "/ops", icon: MapIcon },
  { name: "orders", path: "/ops/orders", icon: Package },
  { name: "couriers", path: "/ops/couriers", icon: Bike },
  { name: "accounts", path: "/ops/accounts", icon: Building2 },
  { name: "tariff", path: "/ops/tariff", icon: Tag },
] as const;

export type Section = (typeof SECTIONS)[number]["name"];

/** An address of the operators' pages in one of the modes. */
export const inMode = (path: string, mode: Mode) => (mode === "test" ? `${path}?mode=test` : path);

/** The chrome of the operators' pages: where one is, in which mode, and who one is. */
export function OpsShell({
  section,
  path,
  mode,
  email,
  wide,
  children,
}: {
  section: Section;
  path: string;
  mode: Mode;
  email: string;
  wide: boolean;
  children: ReactNode;
}) {
  const t = useTranslations("ops");
  const chrome = mode === "test" ? "border-warn bg-test" : "border-line bg-panel";
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SkipLink />
      <header
        className={`flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2 lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:flex-nowrap lg:items-stretch lg:gap-4 lg:overflow-y-auto lg:border-r lg:border-b-0 lg:py-5 ${chrome}`}
      >
        <Link
          href={inMode("/ops", mode)}
          className="flex min-h-11 items-center gap-2 font-semibold tracking-tight"
        >
          <Logo className="size-6" />
          <span className="sr-only sm:not-sr-only">Dropline</span>
        </Link>
        {/* An order and an account's page belong to no other mode; the switch leads to their list. */}
        <ModeSwitch
          mode={mode}
          address={(one) => inMode(one === mode ? path : path.split("/").slice(0, 3).join("/"), one)}
        />
        <ModeNote mode={mode} />
        <nav
          aria-label={t("nav.label")}
          className={`fixed inset-x-0 bottom-0 z-20 border-t pb-[env(safe-area-inset-bottom)] lg:static lg:border-0 lg:p-0 ${chrome}`}
        >
          <ul className="flex lg:flex-col lg:gap-1">
            {SECTIONS.map(({ name, path: href, icon: Icon }) => (
              <li key={name} className="flex-1">
                <Link
                  href={inMode(href, mode)}
                  aria-current={name === section ? "page" : undefined}
                  className="relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs text-soft hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-accent lg:min-h-11 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-lg lg:px-3 lg:text-sm lg:aria-[current=page]:bg-page"
                >
                  <Icon aria-hidden="true" className="size-5" />
                  {t(`nav.${name}`)}
                  <Pending />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-1 lg:mt-auto lg:ml-0 lg:flex-col lg:items-stretch">
          <p className="hidden truncate px-3 text-xs text-soft lg:block" title={email}>
            {email}
          </p>
          <LanguageLinks address={(one) => `${path}?${mode === "test" ? "mode=test&" : ""}lang=${one}`} />
          <SignOutButton />
        </div>
      </header>
      <main
        id="main"
        className={`min-w-0 pb-20 lg:pb-0 ${wide ? "" : "px-4 pt-5 sm:px-6 lg:px-8 lg:pt-8 lg:pb-12"}`}
      >
        {wide ? children : <div className="mx-auto max-w-6xl">{children}</div>}
      </main>
    </div>
  );
}
