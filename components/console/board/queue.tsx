"use client";

import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import {
  FILTERS,
  type Filter,
  getTextKey,
  ICONS,
  SEVERITY_LOOKS,
  useExceptionTime,
  useTripText,
} from "@/components/console/board/look";
import { WaitingAccounts } from "@/components/console/board/waiting-accounts";
import { useStableRows } from "@/components/console/use-stable-rows";
import { ConnectionNote } from "@/components/ui/connection-note";
import { ClockTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import type { FormActions } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { LINK, TRUNCATED } from "@/components/ui/styles";
import type { Connection } from "@/components/ui/use-live";
import type { ConsoleBoard } from "@/lib/console/console-board";
import { type Exception, exceptionKey } from "@/lib/console/exceptions";

/** Further rows are hidden; the count includes them. */
const MAX_ROWS = 100;

interface Props {
  readonly board: ConsoleBoard;
  readonly actions: FormActions<"approve" | "reject">;
  readonly exceptions: readonly Exception[];
  readonly connection: Connection;
  readonly now: number;
  readonly filter: Filter | null;
  readonly onFilter: (filter: Filter | null) => void;
  readonly selected: string | null;
  readonly onSelect: (exception: Exception) => void;
}

export function withinFilter(exceptions: readonly Exception[], filter: Filter | null): readonly Exception[] {
  if (filter === null) return exceptions;
  const kinds: readonly string[] = FILTERS[filter];
  return exceptions.filter(({ kind }) => kinds.includes(kind));
}

export function Queue({
  board,
  actions,
  exceptions,
  connection,
  now,
  filter,
  onFilter,
  selected,
  onSelect,
}: Props) {
  const t = useTranslations("console");
  const isShopWaiting = (board.waitingAccounts?.count ?? 0) > 0;
  const [isAll, setAll] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const listed = useStableRows(withinFilter(exceptions, filter), exceptionKey, isHeld);
  const rows = isAll ? listed : listed.slice(0, MAX_ROWS);
  return (
    <section aria-labelledby="exceptions" className="flex min-h-0 grow flex-col bg-surface">
      <header className="px-4 pt-4 pb-2">
        <h1 id="exceptions" className="type-title">
          {exceptions.length === 0 && isShopWaiting
            ? t("waiting.heading", { count: board.waitingAccounts?.count ?? 0 })
            : t("heading", { count: exceptions.length })}
        </h1>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-soft">
          <span>{t("orders", { count: board.orderCount })}</span>
          <span>{t("on_shift", { count: board.onShiftCount })}</span>
          {board.replyCount > 0 && (
            <Link href="/ops/couriers" className={LINK}>
              {t("replies", { count: board.replyCount })}
            </Link>
          )}
        </p>
        <ConnectionNote connection={connection} />
      </header>
      <Filters exceptions={exceptions} filter={filter} onFilter={onFilter} />
      <div className="min-h-0 flex-1 lg:overflow-y-auto">
        <WaitingAccounts waitingAccounts={board.waitingAccounts} actions={actions} />
        {listed.length === 0 ? (
          (exceptions.length > 0 || !isShopWaiting) && (
            <div className="p-4">
              <EmptyState icon={CircleCheck} heading={t(exceptions.length === 0 ? "calm" : "calm_filter")}>
                {exceptions.length === 0 && <p className="mt-1 text-sm text-soft">{t("calm_hint")}</p>}
              </EmptyState>
            </div>
          )
        ) : (
          <ul
            aria-label={t("queue")}
            onPointerEnter={() => setHeld(true)}
            onPointerLeave={() => setHeld(false)}
            className="border-t border-line"
          >
            {rows.map((exception) => (
              <Row
                key={exceptionKey(exception)}
                exception={exception}
                now={now}
                isSelected={selected === exceptionKey(exception)}
                onSelect={() => onSelect(exception)}
              />
            ))}
          </ul>
        )}
        {listed.length > rows.length && (
          <button
            type="button"
            onClick={() => setAll(true)}
            className="min-h-11 w-full cursor-pointer px-4 text-left text-sm text-link hover:bg-hover"
          >
            {t("more", { count: listed.length - rows.length })}
          </button>
        )}
        <HandledList handled={board.handled} />
      </div>
    </section>
  );
}

function Filters({ exceptions, filter, onFilter }: Pick<Props, "exceptions" | "filter" | "onFilter">) {
  const t = useTranslations("console.filters");
  const chips = (Object.keys(FILTERS) as Filter[]).flatMap((name) => {
    const count = withinFilter(exceptions, name).length;
    return count === 0 && name !== filter ? [] : [{ name, count }];
  });
  if (chips.length === 0) return null;
  const chip = (name: Filter | null, label: string) => (
    <button
      key={name}
      type="button"
      aria-pressed={filter === name}
      onClick={() => onFilter(name)}
      className="min-h-8 cursor-pointer rounded-full bg-fill px-3 text-sm font-medium whitespace-nowrap hover:bg-line aria-pressed:bg-ink aria-pressed:text-surface"
    >
      {label}
    </button>
  );
  return (
    <fieldset aria-label={t("label")} className="flex flex-wrap gap-1.5 px-4 pt-1 pb-3">
      {chip(null, t("all"))}
      {chips.map(({ name, count }) => chip(name, `${t(name)} ${count}`))}
    </fieldset>
  );
}

function Row(props: { exception: Exception; now: number; isSelected: boolean; onSelect: () => void }) {
  const { exception, now, isSelected, onSelect } = props;
  const t = useTranslations("console.kinds");
  const getTime = useExceptionTime();
  const describeTrip = useTripText();
  const row = useRef<HTMLButtonElement>(null);
  const { kind, severity } = exception;
  const Icon = ICONS[kind];
  const look = SEVERITY_LOOKS[severity];
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView?.({ block: "nearest" });
  }, [isSelected]);
  return (
    <li className="@container border-b border-line">
      <button
        ref={row}
        type="button"
        data-exception={exceptionKey(exception)}
        aria-pressed={isSelected}
        onClick={onSelect}
        className="grid w-full cursor-pointer grid-cols-[1.75rem_minmax(0,1fr)_auto] gap-x-2.5 border-l-3 border-transparent py-2.5 [@media(height<50rem)]:py-1.5 pr-4 pl-3.25 text-left -outline-offset-2 hover:bg-hover aria-pressed:border-fir aria-pressed:bg-selected"
      >
        <span className={`row-span-2 mt-1.5 flex size-7 items-center justify-center rounded-md ${look.tile}`}>
          <Icon aria-hidden="true" className="size-4" />
        </span>
        <span className="text-sm font-semibold">{t(getTextKey(exception))}</span>
        <span className={`text-sm font-semibold tabular-nums ${look.text}`}>{getTime(exception, now)}</span>
        <span className={`col-span-2 col-start-2 text-xs leading-5 text-soft ${TRUNCATED}`}>
          {getFacts(exception, exception.held === null ? null : describeTrip(exception.held))}
        </span>
      </button>
    </li>
  );
}

function getFacts(
  { orderCode, courierName, accountName, place, text }: Exception,
  trip: string | null,
): string {
  const output = text === null ? null : `«${text}»`;
  return [trip, orderCode, courierName ?? accountName, output ?? place]
    .filter((fact) => fact !== null)
    .join(" · ");
}

function HandledList({ handled: { count, latest } }: Pick<ConsoleBoard, "handled">) {
  const t = useTranslations("console");
  if (count === 0) return null;
  return (
    <section aria-labelledby="handled" className="px-4 py-3">
      <h2 id="handled" className="flex justify-between text-xs text-soft">
        <span>{t("handled")}</span>
        <span className="tabular-nums">{count}</span>
      </h2>
      <ul className="mt-1">
        {latest.map(({ subject, action, kind, at, by }) => (
          <li key={`${kind} ${subject} ${at}`} className="py-1 pl-9.5 text-sm text-soft">
            <span className="flex justify-between gap-3">
              <span className="truncate">
                {t.has(`done.${action}`) ? t(`done.${action}`) : action}:{" "}
                {kind === "webhook_failing" ? (
                  t("kinds.webhook_failing")
                ) : (
                  <a href={`#order=${subject}`} className={LINK}>
                    {subject}
                  </a>
                )}
              </span>
              <span className="tabular-nums">
                <ClockTime at={at} />
              </span>
            </span>
            {by !== null && <span className="block truncate text-xs">{by}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
