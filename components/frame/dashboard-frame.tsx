import { Menu } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Frame, LanguageLinks, SectionItem } from "@/components/frame/frame";
import {
  ACCOUNT_SECTIONS,
  DEVELOPER_SECTIONS,
  MAIN_SECTIONS,
  type Section,
  type SectionLink,
} from "@/components/navigation/dashboard-sections";
import { Palette } from "@/components/palette/palette";
import { ThemeSwitch } from "@/components/palette/theme-switch";
import { SignOutButton } from "@/components/ui/sign-out";
import type { SignedIn } from "@/lib/accounts/check-session";
import type { Mode } from "@/lib/accounts/scope";
import type { Locale } from "@/lib/locale/locale";
import { inMode } from "@/lib/pages/mode";

const FURTHER_GROUPS = [
  { title: "developers", sections: DEVELOPER_SECTIONS },
  { title: "account", sections: ACCOUNT_SECTIONS },
] as const;

/** What the frame needs to know about the page and its reader. */
export interface DashboardFrameProps {
  readonly section: Section;
  /** The page's path without its query, to return to after a change of language. */
  readonly path: string;
  readonly mode: Mode;
  /** Where the mode switch leads. An order belongs to one mode, so its page leads to the list. */
  readonly modePath?: string;
  readonly locale: Locale;
  readonly user: Pick<SignedIn, "email" | "role">;
  readonly accountName: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** Frames the dashboard's pages: the current section, the mode and the reader. */
export function DashboardFrame(props: DashboardFrameProps) {
  const { section, path, mode, modePath = path, locale, user, accountName, wide = false, children } = props;
  const t = useTranslations("dashboard.nav");
  return (
    <Frame
      mode={mode}
      home={inMode("/dashboard", mode)}
      title={accountName}
      addressIn={(one) => inMode(modePath, one)}
      search={<Palette path={path} modePath={modePath} mode={mode} locale={locale} />}
      navLabel={t("label")}
      nav={
        <>
          <ul className="flex flex-4 lg:flex-col lg:gap-0.5">
            <Items sections={MAIN_SECTIONS} section={section} mode={mode} />
          </ul>
          {FURTHER_GROUPS.map(({ title, sections }) => (
            <div key={title} className="hidden lg:block">
              <p className="mt-5 mb-1 px-2.5 text-xs text-soft">{t(title)}</p>
              <ul className="flex flex-col gap-0.5">
                <Items sections={sections} section={section} mode={mode} />
              </ul>
            </div>
          ))}
          <MoreMenu {...props} />
        </>
      }
      personal={
        <div className="hidden lg:mt-auto lg:block">
          <Personal path={path} mode={mode} user={user} />
        </div>
      }
      wide={wide}
    >
      {children}
    </Frame>
  );
}

function Items({
  sections,
  section,
  mode,
}: Pick<DashboardFrameProps, "section" | "mode"> & { sections: readonly SectionLink[] }) {
  const t = useTranslations("dashboard.nav");
  return sections.map(({ name, path, icon }) => (
    <SectionItem
      key={name}
      href={inMode(path, mode)}
      icon={icon}
      label={t(name)}
      isCurrent={name === section}
      isPrimary={name === "new"}
    />
  ));
}

/** On a phone: everything that does not fit in the bottom bar. */
function MoreMenu({ section, path, mode, user }: DashboardFrameProps) {
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
        className="inset-x-4 top-auto bottom-20 m-0 w-auto rounded-xl bg-raised p-4 text-ink shadow-e2 backdrop:bg-black/40"
      >
        <ul className="grid grid-cols-3 gap-2">
          <Items
            sections={FURTHER_GROUPS.flatMap(({ sections }) => sections)}
            section={section}
            mode={mode}
          />
        </ul>
        <div className="mt-3 border-t border-line pt-3">
          <Personal path={path} mode={mode} user={user} />
        </div>
      </div>
    </div>
  );
}

function Personal({ path, mode, user }: Pick<DashboardFrameProps, "path" | "mode" | "user">) {
  const t = useTranslations("dashboard");
  return (
    <div className="flex items-center gap-1 lg:flex-wrap lg:gap-x-0 lg:gap-y-0.5">
      <p className="min-w-0 flex-1 truncate px-2.5 text-xs text-soft lg:basis-full" title={user.email}>
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
