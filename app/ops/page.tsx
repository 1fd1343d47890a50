import { getTranslations } from "next-intl/server";
import { openPage, PageFrame, type Query } from "@/app/ops/page-frame";
import { OpsMap } from "@/components/ops/ops-map";
import { getBoard } from "@/lib/board/get-board";
import { mapStyleUrl } from "@/lib/map/map-style-url";
import { runtime } from "@/lib/process/runtime";

export default async function MapPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage("/ops", searchParams);
  const t = await getTranslations("ops");
  const { db, clock } = runtime();
  return (
    <PageFrame page={page} section="map" path="/ops" wide>
      <h1 className="sr-only">{t("map.heading")}</h1>
      <OpsMap
        key={page.mode}
        mode={page.mode}
        locale={page.locale}
        styleUrl={await mapStyleUrl(page.locale)}
        initial={await getBoard(db, page.mode)}
        now={clock.now().getTime()}
      />
    </PageFrame>
  );
}
