import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { type DashboardPage, PageFrame } from "@/app/dashboard/page-frame";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { withMode } from "@/lib/http/mode";

const TABS = {
  you: "/dashboard/settings",
  security: "/dashboard/settings/security",
  shop: "/dashboard/settings/shop",
  delivery: "/dashboard/settings/delivery",
  messages: "/dashboard/settings/messages",
  people: "/dashboard/settings/people",
  audit: "/dashboard/settings/audit",
} as const;

export async function SettingsFrame(props: {
  page: DashboardPage;
  tab: keyof typeof TABS;
  children: ReactNode;
}) {
  const { page, tab, children } = props;
  const t = await getTranslations("people");
  const names = (Object.keys(TABS) as (keyof typeof TABS)[]).filter(
    (name) => name !== "audit" || page.isPermitted("account.view_audit"),
  );
  return (
    <PageFrame words={["people", "auth", "recipient"]}>
      <Heading>{t("settings.heading")}</Heading>
      <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[10rem_minmax(0,48rem)]">
        <nav aria-label={t("tabs.label")} className="lg:sticky lg:top-6">
          <ul className="-mx-2.5 flex flex-wrap gap-0.5 lg:mx-0 lg:-ml-2.5 lg:flex-col">
            {names.map((name) => (
              <li key={name}>
                <Link
                  href={withMode(TABS[name], page.mode)}
                  aria-current={name === tab ? "page" : undefined}
                  className="flex min-h-11 items-center rounded-lg px-2.5 text-sm text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-fill aria-[current=page]:font-medium aria-[current=page]:text-ink lg:min-h-9"
                >
                  {t(`tabs.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="divide-y divide-line">{children}</div>
      </div>
    </PageFrame>
  );
}
