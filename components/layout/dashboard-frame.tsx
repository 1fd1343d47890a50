"use client";

import { Menu, Settings } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Approval, ApprovalNotice } from "@/components/layout/approval-notice";
import { Framed } from "@/components/layout/dashboard-fallback-pages";
import {
  ACCOUNT_SECTIONS,
  ALL_SECTIONS,
  DEVELOPER_SECTIONS,
  FURTHER_SECTIONS,
  MAIN_SECTIONS,
  type Section,
  type SectionLink,
} from "@/components/layout/dashboard-sections";
import { LanguageLinks, ModeSwitch, SkipLink } from "@/components/layout/frame";
import { Skeleton } from "@/components/layout/skeleton";
import { useCurrentSection } from "@/components/layout/use-current-section";
import { Palette } from "@/components/palette/palette";
import { ThemeSwitch } from "@/components/palette/theme-switch";
import { Link } from "@/components/ui/link";
import { PageZone, ZoneNote } from "@/components/ui/page-zone";
import { Pending } from "@/components/ui/pending";
import { usePermissions } from "@/components/ui/permissions";
import { ShopTile } from "@/components/ui/shop-tile";
import { SignOutButton } from "@/components/ui/sign-out";
import { useLanguage } from "@/components/ui/use-language";
import { useLive } from "@/components/ui/use-live";
import { submitForm, useSubmitKeys } from "@/components/ui/use-submit-keys";
import type { Mode } from "@/lib/account-scope";
import type { SessionUser } from "@/lib/accounts/check-session";
import type { ShopBranding } from "@/lib/accounts/shop-identity";
import { withMode } from "@/lib/http/mode";
import type { ActiveBadge } from "@/lib/orders/list/count-orders";
import { MAX_COUNTED } from "@/lib/orders/list/order-list-item";

type Reader = Pick<SessionUser, "email" | "name" | "roles">;

interface Parts {
  readonly section: Section;
  readonly path: string;
  readonly mode: Mode;
  readonly user: Reader;
  readonly openOrders: ActiveBadge;
}

export function DashboardFrame(props: {
  user: Reader;
  shop: ShopBranding;
  timeZone: string;
  openOrders: ActiveBadge;
  approval: Approval;
  children: ReactNode;
}) {
  const { user, shop, timeZone, openOrders, approval, children } = props;
  const t = useTranslations("dashboard.nav");
  const frame = useTranslations("ui.frame.mode");
  const locale = useLanguage();
  const { path, mode, section } = useCurrentSection(ALL_SECTIONS);
  useSubmitKeys(submitForm);
  const modePath = section.isList === true ? section.path : path;
  const parts: Parts = { section: section.name, path, mode, user, openOrders };
  const chrome = mode === "test" ? "bg-test-tint" : "bg-surface lg:bg-ground";
  return (
    <div className={`flex min-h-dvh flex-col lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] ${chrome}`}>
      <SkipLink />
      <header
        className={`flex flex-wrap items-center gap-x-[12px] gap-y-2 border-b border-line px-[16px] py-2 lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:flex-nowrap lg:items-stretch lg:gap-3 lg:overflow-y-auto lg:border-b-0 lg:px-3 lg:py-4 ${chrome}`}
      >
        <Link
          href={withMode("/dashboard", mode)}
          className="flex min-h-11 min-w-0 items-center gap-2.5 text-sm font-semibold lg:min-h-9 lg:px-1.5"
        >
          <ShopTile shop={shop} />
          <span className="sr-only truncate sm:not-sr-only">{shop.name}</span>
        </Link>
        <ModeSwitch
          mode={mode}
          address={(one) => withMode(modePath, one)}
          looks={[
            "rounded-lg bg-(--edge) p-0.75 text-sm font-medium",
            "flex-1",
            "px-[12px] aria-[current=true]:bg-raised aria-[current=true]:ring-1 aria-[current=true]:ring-(--edge)",
          ]}
        />
        <Palette path={path} modePath={modePath} mode={mode} locale={locale} />
        <nav
          aria-label={t("label")}
          className={`fixed inset-x-0 bottom-0 z-20 flex border-t border-line pb-[env(safe-area-inset-bottom)] lg:static lg:block lg:border-0 lg:p-0 ${chrome}`}
        >
          <ul className="flex flex-4 lg:flex-col lg:gap-0.5">
            <Items {...parts} sections={MAIN_SECTIONS} />
          </ul>
          <div className="hidden lg:block">
            <ul className="flex flex-col gap-0.5 pt-0.5">
              <Items {...parts} sections={FURTHER_SECTIONS} />
            </ul>
            <p className="mt-5 mb-1 px-2.5 text-xs text-soft">{t("developers")}</p>
            <ul className="flex flex-col gap-0.5">
              <Items {...parts} sections={DEVELOPER_SECTIONS} />
            </ul>
          </div>
          <MoreMenu {...parts} />
        </nav>
        {/* After the sections, so that they stay in place when the mode changes. */}
        {mode === "test" && (
          <p className="order-last basis-full text-xs text-test lg:order-none lg:mt-2 lg:basis-auto lg:px-2.5">
            {frame("test_note")}
          </p>
        )}
        <div className="hidden lg:mt-auto lg:block">
          <ZoneNote timeZone={timeZone} />
          <Personal mode={mode} user={user} />
        </div>
      </header>
      <main
        id="main"
        className="relative min-w-0 grow overflow-clip bg-surface pb-20 lg:my-2 lg:mr-2 lg:min-h-[calc(100dvh-1rem)] lg:rounded-xl lg:border lg:border-line lg:pb-0"
      >
        <ApprovalNotice approval={approval} mode={mode} testPath={withMode(modePath, "test")} />
        <PageZone value={timeZone}>
          <Framed value={true}>{children}</Framed>
        </PageZone>
        <div className="px-4 pb-16 sm:px-6 lg:hidden">
          <ZoneNote timeZone={timeZone} />
        </div>
        <Skeleton />
      </main>
    </div>
  );
}

/** `.nav-link > svg` in app/dashboard/dashboard.css replaces these attributes. */
const STYLED = {
  xmlns: undefined,
  fill: undefined,
  stroke: undefined,
  strokeLinecap: undefined,
  strokeLinejoin: undefined,
};

function Items(props: Parts & { sections: readonly SectionLink[]; isRepeated?: boolean }) {
  const { sections, section, mode, openOrders, isRepeated = false } = props;
  const t = useTranslations("dashboard.nav");
  const isPermitted = usePermissions();
  const shown = sections.filter(({ needs }) => isPermitted(needs));
  return shown.map(({ name, path, icon: Icon }) => (
    <li key={name} className="flex-1">
      <Link
        href={withMode(path, mode)}
        aria-current={name === section ? "page" : undefined}
        className="nav-link"
      >
        {isRepeated ? (
          <svg aria-hidden="true" viewBox="0 0 24 24">
            <use href={`#nav-${name}`} />
          </svg>
        ) : (
          <Icon aria-hidden="true" id={`nav-${name}`} {...STYLED} />
        )}
        <span className={name === "new" ? "max-lg:sr-only" : undefined}>{t(name)}</span>
        {name === "orders" && (
          <span className="text-xs font-normal text-soft max-lg:absolute max-lg:top-1.5 max-lg:left-1/2 max-lg:ml-3 lg:ml-auto">
            <OpenOrders mode={mode} atFirst={openOrders} />
          </span>
        )}
        <Pending />
      </Link>
    </li>
  ));
}

/** On a wide screen it has only what is about the user. */
function MoreMenu(props: Parts) {
  const { path, mode, user } = props;
  const t = useTranslations("dashboard");
  return (
    <>
      <button
        type="button"
        popoverTarget="more"
        className="flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-[min(0.75rem,4.2vw)]/4 text-soft hover:text-ink lg:hidden"
      >
        <Menu aria-hidden="true" className="size-5" />
        {t("more")}
      </button>
      <div
        id="more"
        popover="auto"
        className="inset-x-4 top-auto bottom-20 m-0 w-auto rounded-xl bg-raised p-4 text-ink shadow-e2 backdrop:bg-black/40 lg:inset-auto lg:bottom-16 lg:left-3 lg:w-60 lg:p-3 lg:backdrop:bg-transparent"
      >
        <ul className="mb-3 grid grid-cols-3 gap-2 border-b border-line pb-3 lg:hidden">
          <Items {...props} sections={[...FURTHER_SECTIONS, ...DEVELOPER_SECTIONS]} isRepeated />
          <Items {...props} sections={ACCOUNT_SECTIONS} />
        </ul>
        <PersonMenu path={path} mode={mode} user={user} />
      </div>
    </>
  );
}

function Personal({ mode, user }: Pick<Parts, "mode" | "user">) {
  const t = useTranslations("dashboard");
  const name = user.name ?? user.email;
  return (
    <div className="relative flex items-center">
      <button
        type="button"
        popoverTarget="more"
        className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-2.5 rounded-lg px-1.5 text-left text-xs hover:bg-(--edge) lg:min-h-10"
      >
        <span
          aria-hidden="true"
          className="flex size-7 flex-none items-center justify-center rounded-full bg-fill text-[0.6875rem] font-semibold"
        >
          {formatInitials(name)}
        </span>
        <span className="sr-only">{t("you")}</span>
        <span className="truncate">{name}</span>
      </button>
      <Link
        href={withMode("/dashboard/settings", mode)}
        aria-label={t("nav.settings")}
        title={t("nav.settings")}
        className="flex size-11 flex-none items-center justify-center rounded-lg text-soft hover:bg-(--edge) hover:text-ink lg:size-9"
      >
        <Settings aria-hidden="true" className="size-4.5" />
      </Link>
    </div>
  );
}

function PersonMenu({ path, mode, user }: Pick<Parts, "path" | "mode" | "user">) {
  const t = useTranslations("dashboard");
  return (
    <>
      <p className="truncate px-2.5 text-xs text-soft" title={user.email}>
        <bdi>{user.email}</bdi>
        <br />
        {user.roles.map((role) => t(`role.${role}`)).join(", ")}
      </p>
      <div className="my-2 flex items-center justify-between border-y border-line py-1">
        <LanguageLinks address={(one) => withMode(`${path}?lang=${one}`, mode)} />
        <ThemeSwitch />
      </div>
      <SignOutButton />
    </>
  );
}

function formatInitials(name: string): string {
  const [first = "", second = ""] = name.split(/[\s.@]+/u);
  return `${first.slice(0, 1)}${name.includes("@") ? "" : second.slice(0, 1)}`.toUpperCase();
}

const OPEN_ORDERS_URLS = { state: "/dashboard/open/state", events: "/dashboard/open/events" };

function OpenOrders({ mode, atFirst }: { mode: Mode; atFirst: ActiveBadge }) {
  const format = useFormatter();
  const { data } = useLive<ActiveBadge>(OPEN_ORDERS_URLS, atFirst);
  const count = data[mode];
  return count === 0 ? null : `${format.number(count)}${count < MAX_COUNTED ? "" : "+"}`;
}
