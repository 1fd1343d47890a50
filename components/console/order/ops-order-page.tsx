"use client";

import { useTranslations } from "next-intl";
import { HeldOrderCard } from "@/components/console/held-order";
import { OpenQuestion } from "@/components/console/open-question";
import type { OpsPageView } from "@/components/console/order/ops-page-view";
import { OrderActions } from "@/components/console/order-actions";
import { usePlanText } from "@/components/console/use-plan-text";
import { CourierCard } from "@/components/orders/detail/courier-card";
import { LateNote } from "@/components/orders/detail/late-note";
import { OrderFacts } from "@/components/orders/detail/order-facts";
import { OrderMap } from "@/components/orders/detail/order-map";
import { CancellationNote, ReturnNote } from "@/components/orders/detail/order-notes";
import { OrderSection } from "@/components/orders/detail/order-section";
import { findNextStopIndex, type OrderPageView } from "@/components/orders/detail/order-state";
import { PriceCard } from "@/components/orders/detail/price-card";
import { Section } from "@/components/orders/detail/section";
import { StopList } from "@/components/orders/detail/stop-list";
import { TimeWindow } from "@/components/orders/detail/time-window";
import { Timeline } from "@/components/orders/detail/timeline";
import { useOrder } from "@/components/orders/detail/use-order";
import { useOrderFormatter } from "@/components/orders/detail/use-order-sentence";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { formatPhone } from "@/components/tracking/format";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { ConnectionNote } from "@/components/ui/connection-note";
import { CopyButton } from "@/components/ui/copy-field";
import { DateTime } from "@/components/ui/date-time";
import { TextAreaField, TextField } from "@/components/ui/form";
import type { FormAction, FormActions } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { Permitted } from "@/components/ui/permissions";
import { StatusPill } from "@/components/ui/status-pill";
import { GHOST, LINK } from "@/components/ui/styles";
import { useNow } from "@/components/ui/use-now";
import type { Locale } from "@/lib/locale/locale";
import { isScheduled } from "@/lib/orders/is-scheduled";

type OpsPageActions = FormActions<
  | "assign"
  | "confirm"
  | "start"
  | "deliver"
  | "deliverOne"
  | "cancel"
  | "takeBack"
  | "answer"
  | "override"
  | "adjust"
>;

interface Props {
  actions: OpsPageActions;
  initial: OpsPageView;
  now: number;
  locale: Locale;
  styleUrl: string | null;
}

export const OpsOrderPage = (given: Props) => (
  <OrderSection value="/ops/orders">
    <Parts {...given} />
  </OrderSection>
);

function Parts({ actions, initial, now, locale, styleUrl }: Props) {
  const t = useTranslations("ops.order");
  const { order, connection } = useOrder(initial);
  const { code, status, cancellation, wayBack } = order;
  const current = useNow(now);
  return (
    <>
      <header className="mb-6">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          <h1 className="font-mono font-medium text-ink">{code}</h1>
          <StatusPill
            status={status}
            hasCourier={order.courierId !== null}
            isHeld={order.held !== null}
            isScheduled={isScheduled({ ...order, hasCourier: order.courierId !== null }, current)}
          />
          <Link
            href={`/ops/accounts/${order.account.id}`}
            className={`${LINK} inline-flex min-h-6 items-center`}
          >
            {order.account.name}
          </Link>
          <span className="min-w-0 font-mono [overflow-wrap:anywhere]">{order.externalOrderId}</span>
          {!order.isOver && <ConnectionNote connection={connection} />}
        </div>
        <p className="mt-2 type-display text-balance">
          <Sentence order={order} now={current} />
        </p>
        {order.resource.routing === "estimate" && <p className="mt-2 text-sm text-late">{t("estimated")}</p>}
      </header>
      <div className="space-y-5">
        {order.held !== null && <HeldOrderCard code={code} held={order.held} confirm={actions.confirm} />}
        <Questions order={order} now={now} answer={actions.answer} />
        {cancellation !== null && <CancellationNote order={order} cancellation={cancellation} />}
        {wayBack !== null && <ReturnNote order={order} wayBack={wayBack} />}
        <LateNote order={order} now={now} />
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23.75rem] lg:grid-rows-[auto_1fr]">
          <div className="min-w-0 lg:col-start-2">
            <Courier order={order} now={now} actions={actions} />
          </div>
          <div className="min-w-0 space-y-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">
            <OrderMap order={order} now={now} locale={locale} styleUrl={styleUrl} />
            <OrderFacts order={order} now={now} />
            <StopList
              order={order}
              now={now}
              actionsAt={(index) => (
                <Permitted needs="service.dispatch_orders">
                  <StopActions order={order} index={index} actions={actions} />
                </Permitted>
              )}
            />
            <PriceCard order={order} />
            {order.price !== null && (
              <Permitted needs="service.manage_money">
                <AdjustCharge code={code} adjust={actions.adjust} />
              </Permitted>
            )}
          </div>
          <div className="min-w-0 space-y-5 lg:col-start-2">
            <Timeline order={order} now={now} />
            <Links order={order} />
          </div>
        </div>
      </div>
    </>
  );
}

function Questions({ order, now, answer }: { order: OpsPageView; now: number; answer: FormAction }) {
  const rubles = useRubles();
  if (order.status !== "in_progress") return null;
  return order.stops.map(
    ({ failure, attempts }, index) =>
      failure?.resolution === "ask" &&
      failure.answerUntil !== null && (
        <OpenQuestion
          // biome-ignore lint/suspicious/noArrayIndexKey: a stop is identified by its index.
          key={index}
          code={order.code}
          index={index}
          attempts={attempts}
          answerUntil={failure.answerUntil}
          returnPrice={order.returnPrice === 0 ? null : rubles(order.returnPrice)}
          now={now}
          answer={answer}
        />
      ),
  );
}

function Courier({ order, now, actions }: { order: OpsPageView; now: number; actions: OpsPageActions }) {
  const t = useTranslations("ops.order");
  const { courierId, takeover } = order;
  return (
    <CourierCard order={order} now={now}>
      {takeover !== null && (
        <p className="mt-3 text-sm text-late">
          {t("takeover", { name: takeover.name })}{" "}
          <a href={`tel:${takeover.phone}`} className={LINK}>
            {formatPhone(takeover.phone).shown}
          </a>
        </p>
      )}
      {courierId !== null && (
        <p className="mt-1 text-sm">
          <Link href={`/ops/couriers/${courierId}`} className={`${LINK} inline-flex min-h-6 items-center`}>
            {t("courier_page")}
          </Link>
        </p>
      )}
      <OrderActions order={order} actions={actions} />
    </CourierCard>
  );
}

function Links({ order: { links, stops } }: { order: OrderPageView }) {
  const t = useTranslations("order.links");
  return (
    <Section title={t("title")}>
      {links.length === 0 && <p className="text-sm text-soft">{t("none")}</p>}
      <ul className="text-sm">
        {links.map(({ dropoff, url, token }) => {
          const address = dropoff === null ? undefined : stops[dropoff]?.address;
          const name = dropoff === null ? t("whole") : t("dropoff", { number: dropoff });
          return (
            <li key={token} className="flex items-center justify-between gap-3">
              <a href={url} target="_blank" rel="noreferrer" className={`${LINK} min-w-0 py-2 wrap-anywhere`}>
                {name}
                {address !== undefined && (
                  <>
                    , <bdi>{address.street}</bdi>, {address.building}
                  </>
                )}
              </a>
              <CopyButton value={url} label={name} look={GHOST} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function Sentence({ order, now }: { order: OpsPageView; now: number }) {
  const t = useTranslations("ops.order.sentence");
  const describePlan = usePlanText();
  const { status, driver, operatorPlan, takeover, wayBack, stops } = order;
  const { deliveryTime, deliveryWindow, readyAt, dispatchAt, deliveredAt } = order;
  const { windowOrDay } = useOrderFormatter(now);
  const name = (driver?.name ?? "").trim().split(/\s+/)[0] ?? "";
  if (takeover !== null) return t("takeover", { name, from: takeover.name });
  if (order.held !== null) return t("held");
  if (wayBack?.state === "on_the_way") return t("going_back", { name });
  switch (status) {
    case "new":
    case "assigned": {
      if (operatorPlan != null) return describePlan(operatorPlan);
      if (driver === null) {
        const isWaiting = isScheduled({ status, dispatchAt, hasCourier: false }, now);
        if (deliveryWindow != null) return t.rich("scheduled", { time: () => windowOrDay(deliveryWindow) });
        if (deliveryTime === null && readyAt !== null && isWaiting)
          return t.rich("ready", { time: () => <DateTime at={readyAt} short /> });
        return deliveryTime === null
          ? t(status === "new" ? "searching" : "replacing")
          : t.rich("scheduled", { time: () => <DateTime at={deliveryTime} short /> });
      }
      if (stops[0]?.arrivedAt != null) return t("at_pickup", { name });
      return t(order.acceptedAt === null ? "offered" : "to_pickup", { name });
    }
    case "in_progress": {
      const next = findNextStopIndex(order);
      const stop = stops[next];
      if (stop === undefined) return t("question");
      if (stop.arrivedAt !== null) return t("at_door", { name });
      const arrival = stop.dropoff?.arrival;
      if (arrival == null) return t("on_the_way", { name });
      return t.rich("arrives", { name, window: () => <TimeWindow from={arrival.from} to={arrival.to} /> });
    }
    case "delivered":
      return deliveredAt === null
        ? t("delivered_plain")
        : t.rich("delivered", { time: () => <DateTime at={deliveredAt} short /> });
    case "cancelled":
      return t(wayBack === null ? "cancelled" : "cancelled_back");
  }
}

/** `index` 0 is the pickup. */
function StopActions(props: { order: OpsPageView; index: number; actions: OpsPageActions }) {
  const { order, index, actions } = props;
  const t = useTranslations("ops.order");
  const { code, status, stops, courierId, wayBack, overriders } = order;
  const stop = stops[index];
  if (stop === undefined) return null;
  const isOpen = stop.completedAt === null && stop.failure === null;
  const isCarried = courierId !== null && (status === "assigned" || status === "in_progress");
  const needsCode = isCarried && isOpen && stop.asked.includes("code") && stop.proof?.code == null;
  const isDeliverable =
    isOpen && index > 0 && status === "in_progress" && wayBack?.state !== "on_the_way" && stops.length > 2;
  const overrider = overriders.find(({ position }) => position === index);
  const buyout = stop.dropoff?.buyout?.type === "cash";
  return (
    <>
      {overrider !== undefined && (
        <p className="text-soft [overflow-wrap:anywhere]">{t("overridden_by", { name: overrider.name })}</p>
      )}
      {(isDeliverable || needsCode) && (
        <div className="flex flex-wrap gap-2">
          {isDeliverable && (
            <ConfirmButton
              action={actions.deliverOne}
              hidden={{ code, position: String(index) }}
              label={t("deliver_one")}
              title={t("deliver_one_title", { number: index })}
              text={t(buyout ? "deliver_one_text_buyout" : "deliver_one_text")}
            />
          )}
          {needsCode && (
            <ConfirmButton
              action={actions.override}
              hidden={{ code, position: String(index) }}
              fields={{ reason: t("override.reason") }}
              label={t("override.label")}
              title={index === 0 ? t("override.title_pickup") : t("override.title", { number: index })}
              text={t("override.text")}
              confirm={t("override.confirm")}
            >
              <TextAreaField name="reason" label={t("override.reason")} />
            </ConfirmButton>
          )}
        </div>
      )}
    </>
  );
}

function AdjustCharge({ code, adjust }: { code: string; adjust: FormAction }) {
  const t = useTranslations("ops.adjust");
  return (
    <ConfirmButton
      action={adjust}
      hidden={{ code }}
      fields={{ amount: t("amount"), why: t("why") }}
      label={t("label")}
      title={t("title", { code })}
      text={t("text")}
      confirm={t("confirm")}
    >
      <TextField name="amount" label={t("amount")} hint={t("amount_hint")} suffix="₽" />
      <TextAreaField name="why" label={t("why")} hint={t("why_hint")} />
    </ConfirmButton>
  );
}
