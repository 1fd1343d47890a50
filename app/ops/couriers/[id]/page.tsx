import tzLookup from "@photostructure/tz-lookup";
import { Check, CheckCheck } from "lucide-react";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import * as z from "zod";
import { moveStops, pinCourierRoute, tell } from "@/app/ops/couriers/actions";
import { CourierWork } from "@/app/ops/couriers/courier-work";
import { readPerformanceQuery } from "@/app/ops/couriers/read-performance-query";
import { takeOff } from "@/app/ops/orders/[code]/actions";
import { PageFrame, type PageProps, requireOperatorPage } from "@/app/ops/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { CourierMap } from "@/components/console/courier/courier-map";
import { CourierRoute } from "@/components/console/courier/courier-route";
import { DayFacts, DayOrders } from "@/components/console/courier/day";
import { MessageForm } from "@/components/console/courier/message-form";
import { PerformanceRange, PerformanceTable } from "@/components/console/courier/performance";
import { CashLine, ShiftLine, TrackerClockLine } from "@/components/console/courier/shift-line";
import { PlannedOrders } from "@/components/console/planned-orders";
import { formatPhone, formatRubles } from "@/components/tracking/format";
import { DateTime } from "@/components/ui/date-time";
import { Heading } from "@/components/ui/heading";
import { Permitted } from "@/components/ui/permissions";
import { Refresh } from "@/components/ui/refresh";
import { LINK } from "@/components/ui/styles";
import { listCourierPeriods } from "@/lib/billing/courier-performance";
import { sumFigures, toRow } from "@/lib/billing/performance";
import { mapStyleUrl } from "@/lib/city/map/map-style-url";
import { getCourierRoute } from "@/lib/console/get-courier-route";
import { getCourierDay } from "@/lib/console/overview/courier-day";
import { cashBalance } from "@/lib/couriers/cash-balance";
import { isCourierStale } from "@/lib/couriers/freshness";
import { findCourierOverview } from "@/lib/couriers/list-couriers";
import { listMessages, markRepliesRead } from "@/lib/couriers/list-messages";
import { listCourierPlans } from "@/lib/dispatch/planned-order";
import { listLastDays } from "@/lib/locale/day";
import { findEarnings } from "@/lib/orders/fulfillment/find-earnings";
import { toRubles } from "@/lib/pricing/money";
import { runtime } from "@/lib/process/runtime";

const REFRESH_MS = 15_000;
const MESSAGES = 20;

export const generateMetadata = titleMetadata("ops.courier.title");

export default async function CourierPage({ params, searchParams }: PageProps<{ id: string }>) {
  const { id } = await params;
  const path = `/ops/couriers/${encodeURIComponent(id)}`;
  const page = await requireOperatorPage(path, searchParams, "service.view");
  const { db, clock, positions } = runtime();
  const courier = z.guid().safeParse(id).success ? await findCourierOverview(db, id) : null;
  if (courier === null) notFound();
  const { name, phone, mode, position, orderCode, transportType, number } = courier;
  const now = clock.now();
  const timeZone = position === null ? "UTC" : tzLookup(position.latitude, position.longitude);
  const today = listLastDays(now, timeZone, 1)[0] ?? { from: now, to: now };
  const performance = readPerformanceQuery(page.parameter);
  const [day, route, periods, earned, cash, messages, plan, styleUrl] = await Promise.all([
    getCourierDay(db, id, { since: today.from, now }),
    getCourierRoute(runtime(), id),
    listCourierPeriods(db, { ...performance, mode, courierId: id }),
    findEarnings(db, id, today),
    cashBalance(db, id),
    listMessages(db, id, MESSAGES),
    listCourierPlans(db, now, id),
    mapStyleUrl(page.locale),
  ]);
  if (messages.some(({ isFromCourier, readAt }) => isFromCourier && readAt === null))
    await markRepliesRead({ db, clock }, id);
  const ui = await getTranslations("ui.transport");
  const t = await getTranslations("ops.courier");
  const figures = await getTranslations("performance");
  const stale = isCourierStale(position?.receivedAt ?? null, now.getTime());
  return (
    <PageFrame
      page={page}
      section="couriers"
      mode={mode}
      words={[
        "ops.couriers",
        "ops.courier",
        "ops.route",
        "ops.plan",
        "ops.cash",
        "ops.access",
        "ops.messages",
      ]}
    >
      <Refresh everyMs={REFRESH_MS} />
      <Heading
        note={
          <>
            {ui(transportType)}
            {number === null ? "" : ` · ${number}`} ·{" "}
            <a href={`tel:${phone}`} className={LINK}>
              {formatPhone(phone).shown}
            </a>
            <ShiftLine courier={courier} now={now.getTime()} />
            <TrackerClockLine aheadMs={positions.findClockAheadMs(id)} />
            <CashLine cash={cash} />
            <PlannedOrders
              planned={plan.map(({ orderCode: code, arrivesAt }) => ({ code, at: arrivesAt.toISOString() }))}
            />
          </>
        }
      >
        <span id="courier-name">{name}</span>
      </Heading>
      <div className="mb-10 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23.75rem]">
        <div className="min-w-0 space-y-5">
          <CourierMap
            name={name}
            position={position}
            isStale={stale}
            courierId={id}
            lines={day.lines}
            stops={route.stops}
            locale={page.locale}
            styleUrl={styleUrl}
          />
          <CourierRoute courierId={id} route={route} actions={{ moveStops, pinCourierRoute, takeOff }} />
          <DayOrders orders={day.orders} current={orderCode} courierId={id} mode={mode} />
        </div>
        <div className="min-w-0 space-y-5">
          <DayFacts
            day={day}
            earned={earned.pay === null ? null : formatRubles(toRubles(earned.pay), page.locale)}
          />
          {!courier.isSimulated && (
            <section aria-labelledby="messages">
              <h2 id="messages" className="mb-3 type-heading">
                {t("messages")}
              </h2>
              {courier.disabledAt === null && (
                <Permitted needs="service.message_couriers">
                  <MessageForm id={id} mode={mode} tell={tell} />
                </Permitted>
              )}
              <Messages messages={messages} />
            </section>
          )}
          <div className="flex flex-wrap gap-2">
            <CourierWork courier={courier} nameId="courier-name" cash={cash} />
          </div>
        </div>
      </div>
      <section id="performance" aria-labelledby="performance-title">
        <h2 id="performance-title" className="mb-3 type-heading">
          {figures("link")}
        </h2>
        <PerformanceRange
          path={path}
          courierId={id}
          mode={mode}
          days={performance.days}
          unit={performance.unit}
        />
        <PerformanceTable
          first={performance.unit}
          rows={periods.map(({ from, ...sums }) => toRow(from, from, sums))}
          total={{ id: "", name: figures("total"), ...sumFigures(periods) }}
        />
      </section>
    </PageFrame>
  );
}

async function Messages({ messages }: { messages: Awaited<ReturnType<typeof listMessages>> }) {
  const t = await getTranslations("ops.messages");
  if (messages.length === 0) return null;
  return (
    <ul className="mt-4 space-y-3 text-sm">
      {messages.map(({ id, text, sentAt, readAt, isFromCourier }) => (
        <li key={String(id)} className={isFromCourier ? "rounded-lg bg-fill p-3" : ""}>
          {isFromCourier && <p className="text-xs font-medium">{t("from_courier")}</p>}
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
          <p className="flex items-center gap-1.5 text-xs text-soft">
            {!isFromCourier &&
              (readAt === null ? (
                <Check aria-hidden="true" className="size-3.5" />
              ) : (
                <CheckCheck aria-hidden="true" className="size-3.5" />
              ))}
            <DateTime at={sentAt.toISOString()} />
            {!isFromCourier && ` · ${t(readAt === null ? "unread" : "read")}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
