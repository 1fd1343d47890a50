import { Download, Plus } from "lucide-react";
import { getFormatter, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import {
  deleteZone,
  importZones,
  limitTrips,
  pause,
  putOff,
  resume,
  switchArea,
} from "@/app/ops/area/actions";
import { getPauseTimeZone } from "@/app/ops/area/get-pause-time-zone";
import { mapBounds } from "@/app/ops/area/map-bounds";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { AreaMap } from "@/components/console/area-map";
import { PauseControl } from "@/components/console/pause-control";
import { LongestTripForm, ZoneImport } from "@/components/console/zone-import";
import { CardSection } from "@/components/ui/card-section";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import { DateTime } from "@/components/ui/date-time";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { Permitted } from "@/components/ui/permissions";
import { LINK, PRIMARY, SECONDARY } from "@/components/ui/styles";
import { mapStyleUrl } from "@/lib/city/map/map-style-url";
import { withMode } from "@/lib/http/mode";
import { listPausedOrders } from "@/lib/orders/put-off-orders";
import { runtime } from "@/lib/process/runtime";
import { areaChanges } from "@/lib/service-area/area-changes";
import { type AreaVersion, getServiceArea, listServiceAreas } from "@/lib/service-area/get-service-area";
import { ALWAYS_OPEN, WEEKDAYS } from "@/lib/service-area/opening-hours";
import { listOpenPauses } from "@/lib/service-area/pause";
import type { Zone } from "@/lib/service-area/zone";

export const generateMetadata = titleMetadata("ops.area.heading");

export default async function AreaPage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage("/ops/area", searchParams, "service.view");
  const t = await getTranslations("ops.area");
  const served = runtime();
  const area = await getServiceArea(served);
  const { isOn, zones, ownMaxTripMeters, version } = area;
  const now = served.clock.now();
  const paused = await listPausedOrders(served.db, area, now);
  const getPause = (zone: string | null) => {
    const orders = paused.filter((order) => order.zones.has(zone));
    const open = listOpenPauses(area.pauses, now).find((one) => one.zone === zone);
    return {
      zone,
      timeZone: getPauseTimeZone(zones, zone),
      until: open?.until.toISOString() ?? null,
      isAutomatic: open?.isAutomatic ?? false,
      orders: { open: orders.length, notCollected: orders.filter((one) => !one.isCollected).length },
      actions: { pause, resume, putOff },
    };
  };
  const editor = (name: string) =>
    withMode(`/ops/area/zone${name === "" ? "" : `?name=${encodeURIComponent(name)}`}`, page.mode);
  const km = (meters: number) => String(meters / 1000);
  return (
    <PageFrame page={page} section="area" words={["ops.area", "ui"]}>
      <Heading
        note={t("note")}
        actions={
          <Permitted needs="service.manage_area">
            <Link href={editor("")} className={PRIMARY}>
              <Plus aria-hidden="true" className="size-4" />
              {t("new")}
            </Link>
          </Permitted>
        }
      >
        {t("heading")}
      </Heading>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <CardSection id="switch" heading={t("switch")}>
          <p className="font-medium">{t(isOn ? "is_on" : "is_off")}</p>
          <p className="mt-1 mb-4 text-sm text-soft">{t(isOn ? "on_text" : "off_text")}</p>
          <Permitted needs="service.manage_area">
            <ConfirmButton
              action={switchArea}
              hidden={{ on: String(!isOn) }}
              fields={{ zones: t("zones") }}
              {...confirmTexts(t, isOn ? "turn_off" : "turn_on")}
              look={isOn ? SECONDARY : PRIMARY}
            />
          </Permitted>
          <Permitted needs="service.dispatch_orders">
            <div className="mt-4">
              <PauseControl {...getPause(null)} />
            </div>
          </Permitted>
        </CardSection>
        <Permitted needs="service.manage_area">
          <CardSection id="limit" heading={t("limit")} note={t("limit_text")}>
            <LongestTripForm
              key={version}
              km={ownMaxTripMeters === null ? "" : km(ownMaxTripMeters)}
              defaultKm={
                Number.isFinite(served.dispatch.maxTripMeters) ? km(served.dispatch.maxTripMeters) : null
              }
              action={limitTrips}
            />
          </CardSection>
        </Permitted>
      </div>
      <CardSection id="zones" heading={t("zones")} className="mt-5">
        {zones.length === 0 ? (
          <p className="text-sm text-soft">{t("none")}</p>
        ) : (
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
            <ul className="divide-y divide-line">
              {zones.map((zone) => (
                <ZoneRow key={zone.name} zone={zone} href={editor(zone.name)}>
                  {isOn && (
                    <Permitted needs="service.dispatch_orders">
                      <PauseControl {...getPause(zone.name)} />
                    </Permitted>
                  )}
                </ZoneRow>
              ))}
            </ul>
            <div className="h-96">
              <AreaMap
                zones={zones}
                bounds={mapBounds()}
                styleUrl={await mapStyleUrl(page.locale)}
                locale={page.locale}
              />
            </div>
          </div>
        )}
      </CardSection>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <CardSection id="file" heading={t("file")} note={t("file_text")}>
          {zones.length > 0 && (
            <p className="mb-4">
              <a href="/ops/area/zones" download className={SECONDARY}>
                <Download aria-hidden="true" className="size-4" />
                {t("export")}
              </a>
            </p>
          )}
          <Permitted needs="service.manage_area">
            <ZoneImport key={version} action={importZones} />
          </Permitted>
        </CardSection>
        <History versions={await listServiceAreas(served.db)} />
      </div>
    </PageFrame>
  );
}

async function ZoneRow({ zone, href, children }: { zone: Zone; href: string; children: ReactNode }) {
  const t = await getTranslations("ops.area");
  const { name, hours, specialHours, waitingLimit, timeZone } = zone;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <h3 className="font-medium [overflow-wrap:anywhere]">{name}</h3>
      <p className="mt-0.5 text-sm text-soft">{await formatHours(hours)}</p>
      {Object.keys(specialHours).length > 0 && (
        <p className="text-sm text-soft">{await formatSpecialHours(specialHours)}</p>
      )}
      {waitingLimit !== null && (
        <p className="text-sm text-soft">{t("waiting_limit_of", { count: waitingLimit })}</p>
      )}
      <p className="text-xs text-soft">{t("time_zone", { timeZone })}</p>
      <Permitted needs="service.manage_area">
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link href={href} className={`${LINK} text-sm leading-8`} aria-label={t("edit_of", { name })}>
            {t("edit")}
          </Link>
          <ConfirmButton
            action={deleteZone}
            hidden={{ name }}
            fields={{ zones: name }}
            {...confirmTexts(t, "delete", { name })}
            look="min-h-8 cursor-pointer text-sm text-bad underline decoration-1 underline-offset-4"
            isDangerous
          />
        </div>
      </Permitted>
      {children}
    </li>
  );
}

async function formatSpecialHours(specialHours: Zone["specialHours"]): Promise<string> {
  const t = await getTranslations("ops.area");
  const format = await getFormatter();
  const days = Object.entries(specialHours).map(([date, hours]) => {
    const day = format.dateTime(new Date(`${date}T00:00Z`), {
      day: "numeric",
      month: "short",
      timeZone: "UTC",
    });
    return `${day} ${hours?.replaceAll("-", "–") ?? t("closed")}`;
  });
  return days.join(", ");
}

async function formatHours(hours: Zone["hours"]): Promise<string> {
  const t = await getTranslations("ops.area");
  if (WEEKDAYS.every((day) => hours[day] === ALWAYS_OPEN[day])) return t("always");
  const runs: { from: number; to: number }[] = [];
  for (const [index, day] of WEEKDAYS.entries()) {
    const last = runs.at(-1);
    const before = WEEKDAYS[index - 1];
    if (last !== undefined && before !== undefined && hours[before] === hours[day]) last.to = index;
    else runs.push({ from: index, to: index });
  }
  const output = runs.map(({ from, to }) => {
    const [first = "mon", last = "mon"] = [WEEKDAYS[from], WEEKDAYS[to]];
    const days = from === to ? t(`short.${first}`) : `${t(`short.${first}`)}–${t(`short.${last}`)}`;
    return `${days} ${hours[first]?.replaceAll("-", "–") ?? t("closed")}`;
  });
  return output.join(", ");
}

async function History({ versions }: { versions: readonly AreaVersion[] }) {
  const t = await getTranslations("ops.area");
  const format = await getFormatter();
  return (
    <CardSection id="history" heading={t("history")}>
      {versions.length === 0 && <p className="text-sm text-soft">{t("no_history")}</p>}
      <ol className="divide-y divide-line">
        {versions.map((version, index) => {
          const before = versions[index + 1];
          // On a full page, the oldest version has no earlier version to compare with.
          if (before === undefined && version.version > 1) return null;
          const changes = areaChanges(before ?? null, version).map((change) => {
            if (change.type === "limit") {
              return change.meters === null
                ? t("changes.limit_default")
                : t("changes.limit", { km: format.number(change.meters / 1000) });
            }
            if (change.type === "paused" || change.type === "resumed") {
              const name = change.name ?? "";
              return t(`changes.${change.type}${change.name === null ? "_all" : ""}`, { name });
            }
            return "name" in change
              ? t(`changes.${change.type}`, { name: change.name })
              : t(`changes.${change.type}`);
          });
          return (
            <li key={version.version} className="py-3 text-sm first:pt-0 last:pb-0">
              <p className="font-medium">
                <DateTime at={version.since.toISOString()} seconds />
                {index === 0 && <span className="ml-2 text-xs text-delivered">{t("now")}</span>}
              </p>
              <p className="mt-1 text-xs text-soft [overflow-wrap:anywhere]">
                {changes.length === 0 ? t("changes.none") : changes.join(" · ")}
              </p>
            </li>
          );
        })}
      </ol>
    </CardSection>
  );
}
