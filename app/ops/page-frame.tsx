import { notFound } from "next/navigation";
import { getFormatter, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { PageProps, Query } from "@/app/dashboard/page-frame";
import { getPauseTimeZone } from "@/app/ops/area/get-pause-time-zone";
import { requireOperator } from "@/app/session";
import { OpsFrame } from "@/components/layout/ops-frame";
import type { OpsSection } from "@/components/layout/ops-sections";
import { AdditionalMessages } from "@/components/ui/additional-messages";
import { getLanguage } from "@/components/ui/get-language";
import type { Mode } from "@/lib/account-scope";
import { hasPermission, type ServicePermission } from "@/lib/accounts/permissions";
import { DAY_MS } from "@/lib/duration";
import { getDataState } from "@/lib/events/data-state";
import { parseMode } from "@/lib/http/mode";
import { countEstimatedOrders } from "@/lib/orders/list/count-orders";
import { runtime } from "@/lib/process/runtime";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { listOpenPauses } from "@/lib/service-area/pause";
import { type MessagePath, pickMessages } from "@/messages/pick-messages";

export type { PageProps, Query };

export type OpsPage = Awaited<ReturnType<typeof requireOperatorPage>>;

/** Responds with 404 to users without the permission. */
export async function requireOperatorPage(path: string, query: Query, permission: ServicePermission) {
  const input = await query;
  const parameter = (name: string): string => [input[name]].flat()[0] ?? "";
  const mode = parseMode(parameter("mode"));
  const user = await requireOperator(mode === "test" ? `${path}?mode=test` : path);
  if (!hasPermission(user, permission)) notFound();
  const isPermitted = (one: ServicePermission): boolean => hasPermission(user, one);
  return { path, user, isPermitted, locale: await getLanguage(), mode, parameter };
}

interface PageFrameProps {
  page: OpsPage;
  section: OpsSection | null;
  mode?: Mode;
  wide?: boolean;
  /** The texts that the page's client components use, in addition to those of all pages. */
  words?: readonly MessagePath[];
  children: ReactNode;
}

/** Shows configuration problems that operators should fix above the page. */
export async function PageFrame(props: PageFrameProps) {
  const { page, section, mode = page.mode, wide = false, words = [], children } = props;
  const t = await getTranslations("ops.notices");
  const { db, clock, router, proxyCheck } = runtime();
  const proxy = proxyCheck.problem;
  const estimated = router.knowsRoads
    ? await countEstimatedOrders(db, mode, new Date(clock.now().getTime() - DAY_MS))
    : null;
  const { quarantinedAt } = await getDataState(db);
  const recovery = await getTranslations("recovery");
  const since = quarantinedAt?.toISOString().replace("T", " ").slice(0, 16);
  const area = await getServiceArea(runtime());
  const format = await getFormatter();
  const pauses = listOpenPauses(area.pauses, clock.now()).map(({ zone, until }) => {
    const timeZone = getPauseTimeZone(area.zones, zone);
    const time = format.dateTime(until, { timeStyle: "short", timeZone });
    return t(zone === null ? "paused_all" : "paused", { name: zone ?? "", time });
  });
  const notices = [
    ...pauses,
    ...(since === undefined ? [] : [recovery("quarantine", { since: `${since} UTC` })]),
    ...(proxy === null ? [] : [t(proxy)]),
    ...(estimated === null ? [t("no_roads")] : estimated === 0 ? [] : [t("estimated", { count: estimated })]),
  ];
  return (
    <OpsFrame
      section={section}
      path={page.path}
      mode={mode}
      email={page.user.email}
      wide={wide}
      notices={notices}
    >
      <AdditionalMessages words={pickMessages(await getMessages(), words)}>{children}</AdditionalMessages>
    </OpsFrame>
  );
}
