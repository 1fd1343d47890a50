import { Menu } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import {
  ACCOUNT_SECTIONS,
  DEVELOPER_SECTIONS,
  inMode,
  MAIN_SECTIONS,
  type Section,
  type SectionLink,
} from "@/components/dashboard/sections";
import { Palette } from "@/components/palette/palette";
import { ThemeSwitch } from "@/components/palette/theme-switch";
import { Logo } from "@/components/site/logo";
import { LanguageLinks, ModeNote, ModeSwitch, SignOutButton, SkipLink } from "@/components/ui/frame";
import { Link } from "@/components/ui/link";
import { Pending } from "@/components/ui/pending";
import type { SignedIn } from "@/lib/accounts/check-session";
import type { Mode } from "@/lib/accounts/scope";
import type { Locale } from "@/lib/locale/locale";

const FURTHER_GROUPS = [
  { title: "developers", sections: DEVELOPER_SECTIONS },
  { title: "account", sections: ACCOUNT_SECTIONS },
] as const;

/** What the frame around a page says of the page and of its reader. */
export interface ShellProps {
  readonly section: Section;
  /** The page's own address without its query, which a change of language returns to. */
  readonly path: string;
  readonly mode: Mode;
  /** Where the switch between the modes leads; an order belongs to one mode, and its page leads to the list. */
  readonly modePath?: string;
  readonly locale: Locale;
  readonly user: Pick<SignedIn, "email" | "role">;
  readonly accountName: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** The frame of the dashboard's pages: where one is, in which mode, and who one is. */
export function DashboardShell(props: ShellProps) {
  const { section, path, mode, modePath = path, locale, user, accountName, wide = false, children } = props;
  const t = useTranslations("dashboard");
  const chrome = mode === "test" ? "border-warn bg-test" : "border-line bg-panel";
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SkipLink />
      <header
        className={`flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2 lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:flex-nowrap lg:items-stretch lg:gap-4 lg:overflow-y-auto lg:border-r lg:border-b-0 lg:py-5 ${chrome}`}
      >
        <Link
          href={inMode("/dashboard", mode)}
          className="flex min-h-11 min-w-0 items-center gap-2 font-semibold tracking-tight"
        >
          <Logo className="size-6 shrink-0" />
          <span className="sr-only truncate sm:not-sr-only">{accountName}</span>
        </Link>
        <ModeSwitch mode={mode} address={(one) => inMode(modePath, one)} />
        <ModeNote mode={mode} />
        <Palette path={path} modePath={modePath} mode={mode} locale={locale} />
        <nav
          aria-label={t("nav.label")}
          className={`fixed inset-x-0 bottom-0 z-20 flex border-t pb-[env(safe-area-inset-bottom)] lg:static lg:block lg:border-0 lg:p-0 ${chrome}`}
        >
          <ul className="flex flex-4 lg:flex-col lg:gap-1">
            {MAIN_SECTIONS.map((one) => (
              <SectionItem key={one.name} section={one} mode={mode} isCurrent={one.name === section} />
            ))}
          </ul>
          {FURTHER_GROUPS.map(({ title, sections }) => (
            <div key={title} className="hidden lg:block">
              <p className="mt-5 mb-1 px-3 text-xs text-soft">{t(`nav.${title}`)}</p>
              <ul className="flex flex-col gap-1">
                {sections.map((one) => (
                  <SectionItem key={one.name} section={one} mode={mode} isCurrent={one.name === section} />
                ))}
              </ul>
            </div>
          ))}
          <MoreMenu {...props} />
        </nav>
        <div className="hidden lg:mt-auto lg:block">
          <Personal path={path} mode={mode} user={user} />
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

function SectionItem({
  section: { name, path, icon: Icon },
  mode,
  isCurrent,
}: {
  section: SectionLink;
  mode: Mode;
  isCurrent: boolean;
}) {
  const t = useTranslations("dashboard.nav");
  return (
    <li className="flex-1">
      <Link
        href={inMode(path, mode)}
        aria-current={isCurrent ? "page" : undefined}
        className="relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-center text-xs text-soft hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-accent lg:min-h-10 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-lg lg:px-3 lg:text-sm lg:aria-[current=page]:bg-page"
      >
        <Icon aria-hidden="true" className="size-5" />
        {t(name)}
        <Pending />
      </Link>
    </li>
  );
}

/** On a phone: what has no place at the bottom. */
function MoreMenu({ section, path, mode, user }: ShellProps) {
  const t = useTranslations("dashboard");
  return (
    <div className="flex-1 lg:hidden">
      <button
        type="button"
        popoverTarget="more"
        className="flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-xs text-soft hover:text-ink"
      >
        <Menu aria-hidden="true" className="size-5" />
        {t("more")}
      </button>
      <div
        id="more"
        popover="auto"
        className="inset-x-4 top-auto bottom-20 m-0 w-auto rounded-xl border border-line bg-page p-4 text-ink shadow-lg backdrop:bg-black/40"
      >
        <ul className="grid grid-cols-3 gap-2">
          {FURTHER_GROUPS.flatMap(({ sections }) => sections).map((one) => (
            <SectionItem key={one.name} section={one} mode={mode} isCurrent={one.name === section} />
          ))}
        </ul>
        <div className="mt-3 border-t border-line pt-3">
          <Personal path={path} mode={mode} user={user} />
        </div>
      </div>
    </div>
  );
}

function Personal({ path, mode, user }: Pick<ShellProps, "path" | "mode" | "user">) {
  const t = useTranslations("dashboard");
  return (
    <div className="flex items-center gap-1 lg:flex-col lg:items-stretch">
      <p className="min-w-0 flex-1 truncate px-3 text-xs text-soft" title={user.email}>
        {user.email}
        <br />
        {t(`role.${user.role}`)}
      </p>
      <LanguageLinks address={(one) => inMode(`${path}?lang=${one}`, mode)} />
      <ThemeSwitch />
      <SignOutButton />
    </div>
  );
}
