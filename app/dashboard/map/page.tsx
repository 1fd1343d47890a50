import { getTranslations } from "next-intl/server";
import { PageFrame, type Query, requireMemberPage } from "@/app/dashboard/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { AccountMap } from "@/components/console/overview/account-map";
import { mapStyleUrl } from "@/lib/city/map/map-style-url";
import { getAccountBoard } from "@/lib/console/overview/get-account-board";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("dashboard.nav.map");

export default async function MapPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage("/dashboard/map", searchParams, "account.view");
  const t = await getTranslations("overview.map");
  const { clock } = runtime();
  return (
    <PageFrame words={["overview"]} wide>
      <h1 className="sr-only">{t("heading")}</h1>
      <AccountMap
        key={page.mode}
        mode={page.mode}
        locale={page.locale}
        styleUrl={await mapStyleUrl(page.locale)}
        initial={await getAccountBoard(runtime(), page.scope)}
        now={clock.now().getTime()}
      />
    </PageFrame>
  );
}
