"use client";

import { Menu, Settings } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Framed } from "@/components/layout/dashboard-missing";
import { Frame, LanguageLinks, SectionItem } from "@/components/layout/frame";
import { useCurrentSection } from "@/components/layout/use-place";
import {
  ACCOUNT_SECTIONS,
  ALL_SECTIONS,
  DEVELOPER_SECTIONS,
  FURTHER_SECTIONS,
  MAIN_SECTIONS,
  type Section,
  type SectionLink,
} from "@/components/navigation/dashboard-sections";
import { Palette } from "@/components/palette/palette";
import { ThemeSwitch } from "@/components/palette/theme-switch";
import { Link } from "@/components/ui/link";
import { PageZone, ZoneNote } from "@/components/ui/page-zone";
import { ShopTile } from "@/components/ui/shop-tile";
import { SignOutButton } from "@/components/ui/sign-out";
import { useLanguage } from "@/components/ui/use-language";
import { useLive } from "@/components/ui/use-live";
import type { SessionUser } from "@/lib/accounts/check-session";
import type { Mode } from "@/lib/accounts/scope";
import type { ShopBranding } from "@/lib/accounts/shop-identity";
import type { ActiveBadge } from "@/lib/orders/list/count-orders";
import { MAX_COUNTED } from "@/lib/orders/list/listed-order";
import { withMode } from "@/lib/web/mode";

type Reader = Pick<SessionUser, "email" | "name" | "role">;

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
  children: ReactNode;
}) {
  const { user, shop, timeZone, openOrders, children } = props;
  const t = useTranslations("dashboard.nav");
  const locale = useLanguage();
  const { path, mode, section } = useCurrentSection(ALL_SECTIONS);
  const modePath = section.isList === true ? section.path : path;
  const parts: Parts = { section: section.name, path, mode, user, openOrders };
  return (
    <Frame
      mode={mode}
      home={withMode("/dashboard", mode)}
      brand={<ShopTile shop={shop} />}
      title={shop.name}
      addressIn={(one) => withMode(modePath, one)}
      search={<Palette path={path} modePath={modePath} mode={mode} locale={locale} />}
      navLabel={t("label")}
      nav={
        <>
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
        </>
      }
      personal={
        <div className="hidden lg:mt-auto lg:block">
          <ZoneNote timeZone={timeZone} />
          <Personal path={path} mode={mode} user={user} />
        </div>
      }
    >
      <PageZone value={timeZone}>
        <Framed value={true}>{children}</Framed>
      </PageZone>
      <div className="px-4 pb-16 sm:px-6 lg:hidden">
        <ZoneNote timeZone={timeZone} />
      </div>
    </Frame>
  );
}

function Items({ sections, section, mode, openOrders }: Parts & { sections: readonly SectionLink[] }) {
  const t = useTranslations("dashboard.nav");
  return sections.map(({ name, path, icon }) => (
    <SectionItem
      key={name}
      href={withMode(path, mode)}
      icon={icon}
      label={t(name)}
      isCurrent={name === section}
      isPrimary={name === "new"}
      count={name === "orders" ? <OpenOrders mode={mode} atFirst={openOrders} /> : null}
    />
  ));
}

function MoreMenu(props: Parts) {
  const { path, mode, user } = props;
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
          <Items {...props} sections={[...FURTHER_SECTIONS, ...DEVELOPER_SECTIONS, ...ACCOUNT_SECTIONS]} />
        </ul>
        <div className="mt-3 border-t border-line pt-3">
          <PersonMenu path={path} mode={mode} user={user} />
        </div>
      </div>
    </div>
  );
}

function Personal({ path, mode, user }: Pick<Parts, "path" | "mode" | "user">) {
  const t = useTranslations("dashboard");
  const name = user.name ?? user.email;
  return (
    <div className="relative flex items-center">
      <button
        type="button"
        popoverTarget="person"
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
      <div
        id="person"
        popover="auto"
        className="inset-auto bottom-16 left-3 m-0 w-60 rounded-xl bg-raised p-3 text-ink shadow-e2"
      >
        <PersonMenu path={path} mode={mode} user={user} />
      </div>
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
        {user.email}
        <br />
        {t(`role.${user.role}`)}
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
