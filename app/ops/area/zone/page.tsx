import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { saveZone } from "@/app/ops/area/actions";
import { mapBounds } from "@/app/ops/area/map-bounds";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { type ZoneDraft, ZoneForm } from "@/components/console/zone-form";
import { Heading } from "@/components/ui/heading";
import { mapStyleUrl } from "@/lib/city/map/map-style-url";
import { withMode } from "@/lib/http/mode";
import { runtime } from "@/lib/process/runtime";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { ALWAYS_OPEN, WEEKDAYS, writeSpecialHours } from "@/lib/service-area/opening-hours";
import { buildShape } from "@/lib/service-area/shape";
import type { Zone } from "@/lib/service-area/zone";

export async function generateMetadata({ searchParams }: { searchParams: Query }): Promise<Metadata> {
  const { name } = await searchParams;
  const t = await getTranslations("ops.area");
  return { title: typeof name === "string" ? name : t("new") };
}

function toDraft(zone: Zone | undefined): ZoneDraft {
  const hours = zone?.hours ?? ALWAYS_OPEN;
  return {
    name: zone?.name ?? "",
    hours: Object.fromEntries(WEEKDAYS.map((day) => [day, hours[day] ?? ""])) as ZoneDraft["hours"],
    specialHours: writeSpecialHours(zone?.specialHours ?? {}),
    waitingLimit: zone?.waitingLimit == null ? "" : String(zone.waitingLimit),
    shape: zone === undefined ? "" : JSON.stringify(buildShape(zone.polygons)),
  };
}

export default async function ZonePage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage("/ops/area/zone", searchParams, "service.manage_area");
  const t = await getTranslations("ops.area");
  const { zones } = await getServiceArea(runtime());
  const name = page.parameter("name");
  const zone = zones.find((one) => one.name === name);
  if (name !== "" && zone === undefined) notFound();
  return (
    <PageFrame page={page} section="area" words={["ops.area", "ui"]}>
      <Heading note={t("zone_note")}>{zone?.name ?? t("new")}</Heading>
      <ZoneForm
        key={name}
        initial={toDraft(zone)}
        listPath={withMode("/ops/area", page.mode)}
        action={saveZone}
        zones={zones.filter((one) => one !== zone)}
        bounds={mapBounds()}
        styleUrl={await mapStyleUrl(page.locale)}
        locale={page.locale}
      />
    </PageFrame>
  );
}
