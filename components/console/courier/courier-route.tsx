"use client";

import { ArrowDown, ArrowUp, Box, House, type LucideIcon, Pin, Repeat, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { groupVisits, type Visit } from "@/components/console/courier/group-visits";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import { ClockTime } from "@/components/ui/date-time";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import type { FormAction, FormActions } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { Permitted } from "@/components/ui/permissions";
import { ICON, LINK, SMALL_GHOST, SMALL_SECONDARY } from "@/components/ui/styles";
import type { CourierRoute as Route, CourierRouteStop as Stop } from "@/lib/console/get-courier-route";
import { canMoveStops } from "@/lib/couriers/route-sequence";

interface Props {
  courierId: string;
  route: Route;
  actions: FormActions<"moveStops" | "pinCourierRoute" | "takeOff">;
}

const ICONS: Readonly<Record<Stop["kind"], LucideIcon>> = {
  collect: Box,
  deliver: House,
  return: Undo2,
  take_over: Repeat,
};

/** The remaining stops of a courier with what each has to spare, which an operator can move. */
export function CourierRoute({ courierId, route, actions }: Props) {
  const t = useTranslations("ops.route");
  const { stops, isPinned, isUnderWay, version } = route;
  if (stops.length === 0) return null;
  const codes = new Set(stops.map(({ orderCode }) => orderCode));
  const byOrder = stops.map(({ orderCode }) => ({ orderId: orderCode }));
  const visits = groupVisits(stops);
  return (
    <section aria-labelledby="route">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="route" className="type-heading">
          {t("heading")}
          <span className="ml-2 text-sm font-normal text-soft">
            {t("count", { stops: visits.length, orders: codes.size })}
          </span>
        </h2>
        <Permitted needs="service.dispatch_orders">
          <ActionForm action={actions.pinCourierRoute} hidden={{ id: courierId, pin: String(!isPinned) }}>
            <SubmitButton look={isPinned ? SMALL_SECONDARY : SMALL_GHOST}>
              <Pin aria-hidden="true" className="size-4" />
              {t(isPinned ? "unpin" : "pin")}
            </SubmitButton>
          </ActionForm>
        </Permitted>
      </div>
      {isPinned && <p className="mb-2 text-sm text-soft">{t("pinned")}</p>}
      <ol className="text-sm">
        {visits.map((visit, index) => {
          const { from, stops: own } = visit;
          const earlier = visits[index - 1]?.from ?? -1;
          // After the next visit, counted without this one.
          const later = from + (visits[index + 1]?.stops.length ?? stops.length);
          return (
            <VisitRow
              key={own.map(({ orderCode, kind, number }) => `${orderCode} ${kind} ${number}`).join()}
              visit={visit}
              number={index + 1}
              isFirstOfOrder={({ orderCode }) =>
                stops.findIndex((other) => other.orderCode === orderCode) >= from
              }
              isShared={codes.size > 1}
              earlier={earlier}
              later={later}
              canMoveTo={(to) => canMoveStops(byOrder, { from, count: own.length, to, isUnderWay })}
              hidden={{ id: courierId, seen: version, from: String(from), count: String(own.length) }}
              actions={actions}
            />
          );
        })}
      </ol>
    </section>
  );
}

interface RowProps {
  visit: Visit;
  number: number;
  isFirstOfOrder: (stop: Stop) => boolean;
  isShared: boolean;
  /** Indexes of the first stop after a move. */
  earlier: number;
  later: number;
  canMoveTo: (index: number) => boolean;
  hidden: Readonly<Record<"id" | "seen" | "from" | "count", string>>;
  actions: Props["actions"];
}

function VisitRow(props: RowProps) {
  const { visit, number, isFirstOfOrder, isShared, earlier, later, canMoveTo, hidden, actions } = props;
  const t = useTranslations("ops.route");
  const { stops } = visit;
  const [first] = stops;
  const Icon = ICONS[first.kind];
  const name = first.number === null ? t(`kinds.${first.kind}`) : t("dropoff", { number: first.number });
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)_auto] gap-x-3 border-t border-line py-2.5">
      <span
        aria-hidden="true"
        className="mt-0.5 flex size-7 items-center justify-center rounded-full bg-fill text-xs font-medium tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <Icon aria-hidden="true" className="size-4 shrink-0 text-soft" />
          <span className="font-medium">{name}</span>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <bdi>{first.street}</bdi>, {first.building}
          </span>
        </p>
        <StopTime stop={first} />
        <ul>
          {stops.map((stop) => (
            <li key={stop.orderCode} className="flex flex-wrap items-center gap-x-2">
              <Link href={`/ops/orders/${stop.orderCode}`} className={`${LINK} font-mono`}>
                {stop.orderCode}
              </Link>
              <span className="text-soft">{stop.accountName}</span>
              {isFirstOfOrder(stop) && (
                <Permitted needs="service.dispatch_orders">
                  <OrderButtons stop={stop} isShared={isShared} takeOff={actions.takeOff} />
                </Permitted>
              )}
            </li>
          ))}
        </ul>
      </div>
      <Permitted needs="service.dispatch_orders">
        <div className="flex flex-col">
          {([-1, 1] as const).map((by) => {
            const to = by === -1 ? earlier : later;
            return (
              <ActionForm key={by} action={actions.moveStops} hidden={{ ...hidden, to: String(to) }}>
                <MoveButton
                  by={by}
                  isPossible={canMoveTo(to)}
                  label={t(by === -1 ? "earlier" : "later", { stop: name, code: first.orderCode })}
                />
              </ActionForm>
            );
          })}
        </div>
      </Permitted>
    </li>
  );
}

function OrderButtons(props: { stop: Stop; isShared: boolean; takeOff: FormAction }) {
  const { stop, isShared, takeOff } = props;
  const t = useTranslations("ops.route");
  const { orderCode, isCollected } = stop;
  return (
    <span className="ml-auto flex flex-wrap">
      <Link href={`/ops/orders/${orderCode}?panel=reassign`} className={SMALL_GHOST}>
        {t("give")}
      </Link>
      {isShared && !isCollected && (
        <ConfirmButton
          action={takeOff}
          hidden={{ code: orderCode }}
          look={SMALL_GHOST}
          {...confirmTexts(t, "take_off", { code: orderCode })}
        />
      )}
    </span>
  );
}

/** Stays focusable where a stop cannot be moved on, so that the keyboard keeps its place. */
function MoveButton({ by, isPossible, label }: { by: -1 | 1; isPossible: boolean; label: string }) {
  const Icon = by === -1 ? ArrowUp : ArrowDown;
  return (
    <button
      type="submit"
      aria-label={label}
      title={label}
      aria-disabled={!isPossible}
      onClick={(event) => {
        if (!isPossible) event.preventDefault();
      }}
      className={`${ICON} aria-disabled:cursor-default aria-disabled:opacity-30 aria-disabled:hover:bg-transparent`}
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}

function StopTime({ stop }: { stop: Stop }) {
  const t = useTranslations("ops.route");
  const { isReached, arrivesAt, readyAt, promisedUntil, slackMinutes } = stop;
  const isLate = slackMinutes !== null && slackMinutes < 0;
  return (
    <p className="flex flex-wrap gap-x-2 tabular-nums">
      {isReached ? (
        <span className="font-medium">{t("there")}</span>
      ) : arrivesAt === null ? (
        <span className="text-soft">{t("unknown")}</span>
      ) : (
        <span className="font-medium">
          <ClockTime at={arrivesAt} />
        </span>
      )}
      {readyAt !== null && (
        <span className="text-soft">{t.rich("ready", { time: () => <ClockTime at={readyAt} /> })}</span>
      )}
      {promisedUntil !== null && (
        <span className="text-soft">
          {t.rich("promised", { time: () => <ClockTime at={promisedUntil} /> })}
        </span>
      )}
      {slackMinutes !== null && (
        <span className={isLate ? "font-medium text-late" : "text-soft"}>
          {t(isLate ? "late" : "spare", { minutes: Math.abs(slackMinutes) })}
        </span>
      )}
    </p>
  );
}
