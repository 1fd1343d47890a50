"use client";

import { ChevronDown, CircleCheck, Hand } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useHolderText } from "@/components/console/board/claim-control";
import { getGroupName, getMemberName } from "@/components/console/board/group-sheet";
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
import { findHolders } from "@/lib/console/exception-claim";
import { type Exception, exceptionKey } from "@/lib/console/exceptions";
import { type ExceptionGroup, groupExceptions } from "@/lib/console/group-exceptions";

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
  readonly operatorId: string;
  /** The key of an exception or a group. */
  readonly selected: string | null;
  /** The keys of groups whose exceptions are listed. */
  readonly unfolded: ReadonlySet<string>;
  readonly onFold: (key: string) => void;
  readonly onSelect: (row: QueueRow) => void;
}

/** A row is a group of several exceptions, or a single one. */
export type QueueRow =
  | { readonly type: "group"; readonly group: ExceptionGroup }
  | { readonly type: "exception"; readonly exception: Exception };

const toRow = (group: ExceptionGroup): QueueRow =>
  group.exceptions.length === 1
    ? { type: "exception", exception: group.exceptions[0] }
    : { type: "group", group };

export const rowKey = (row: QueueRow): string =>
  row.type === "group" ? row.group.key : exceptionKey(row.exception);

/** Lists the rows, each unfolded group followed by its exceptions. */
export function listRows(groups: readonly ExceptionGroup[], unfolded: ReadonlySet<string>): QueueRow[] {
  return groups.flatMap((group) => {
    const row = toRow(group);
    if (row.type === "exception" || !unfolded.has(group.key)) return [row];
    return [row, ...group.exceptions.map((exception) => ({ type: "exception" as const, exception }))];
  });
}

export function withinFilter(exceptions: readonly Exception[], filter: Filter | null): readonly Exception[] {
  if (filter === null) return exceptions;
  const kinds: readonly string[] = FILTERS[filter];
  return exceptions.filter(({ kind }) => kinds.includes(kind));
}

export function Queue(props: Props) {
  const { board, exceptions, connection, now, filter, onFilter, operatorId, actions } = props;
  const { selected, unfolded, onFold, onSelect } = props;
  const t = useTranslations("console");
  const isShopWaiting = (board.waitingAccounts?.count ?? 0) > 0;
  const [isAll, setAll] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const groups = groupExceptions(withinFilter(exceptions, filter));
  const listed = useStableRows(groups, ({ key }) => key, isHeld);
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
            onKeyDown={(event) => moveInRows(event, onFold)}
            className="border-t border-line"
          >
            {rows.map((group) => (
              <GroupItem
                key={group.key}
                group={group}
                isUnfolded={unfolded.has(group.key)}
                onFold={() => onFold(group.key)}
                {...{ board, now, operatorId, selected, onSelect }}
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
            {t("more", { count: countExceptions(listed) - countExceptions(rows) })}
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

const countExceptions = (groups: readonly ExceptionGroup[]): number =>
  groups.reduce((sum, { exceptions }) => sum + exceptions.length, 0);

/** Arrow keys move the focus between rows; left and right fold a group. */
function moveInRows(event: KeyboardEvent<HTMLElement>, onFold: (key: string) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-exception]")];
  const at = rows.indexOf(event.target as HTMLElement);
  const row = rows[at];
  if (row === undefined) return;
  const isUnfolded = row.dataset.unfolded;
  const isFolded = event.key === "ArrowRight" ? "false" : event.key === "ArrowLeft" ? "true" : null;
  if (isFolded !== null && isUnfolded === isFolded) onFold(row.dataset.exception ?? "");
  else if (event.key === "ArrowDown") rows[at + 1]?.focus();
  else if (event.key === "ArrowUp") rows[at - 1]?.focus();
  else if (event.key === "Home") rows[0]?.focus();
  else if (event.key === "End") rows.at(-1)?.focus();
  else return;
  event.preventDefault();
}

interface GroupItemProps extends Pick<Props, "board" | "now" | "operatorId" | "selected" | "onSelect"> {
  readonly group: ExceptionGroup;
  readonly isUnfolded: boolean;
  readonly onFold: () => void;
}

function GroupItem({ group, isUnfolded, onFold, ...given }: GroupItemProps) {
  const t = useTranslations("console.group");
  const row = toRow(group);
  const [holder] = findHolders(group.exceptions, given.board.claims ?? [], given.now);
  if (row.type === "exception") {
    return (
      <li className="@container border-b border-line">
        <Row row={row} {...given} />
      </li>
    );
  }
  return (
    <li className="@container border-b border-line">
      <div className="relative">
        <Row row={row} isUnfolded={isUnfolded} {...given} />
        <button
          type="button"
          onClick={onFold}
          aria-expanded={isUnfolded}
          aria-label={`${t("open")}: ${getGroupName(group.exceptions[0])}`}
          className="absolute right-1.5 bottom-1 flex size-8 cursor-pointer items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink"
        >
          <ChevronDown aria-hidden="true" className={`size-4 ${isUnfolded ? "rotate-180" : ""}`} />
        </button>
      </div>
      {isUnfolded && (
        <ul className="border-t border-line">
          {group.exceptions.map((exception) => (
            <li key={exception.subject}>
              <Row
                row={{ type: "exception", exception }}
                isMember
                isHolderHidden={holder?.count === group.exceptions.length}
                {...given}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface RowProps extends Omit<GroupItemProps, "group" | "isUnfolded" | "onFold"> {
  readonly row: QueueRow;
  /** Of an unfolded group. */
  readonly isMember?: boolean;
  /** The row of the group shows it. */
  readonly isHolderHidden?: boolean;
  readonly isUnfolded?: boolean;
}

function Row(props: RowProps) {
  const { row, isMember = false, isHolderHidden = false, isUnfolded, board, now, operatorId } = props;
  const { selected, onSelect } = props;
  const t = useTranslations("console");
  const getTime = useExceptionTime();
  const describeTrip = useTripText();
  const getHolder = useHolderText(operatorId);
  const button = useRef<HTMLButtonElement>(null);
  const exceptions = row.type === "group" ? row.group.exceptions : ([row.exception] as const);
  const [exception] = exceptions;
  const { kind, severity, held } = exception;
  const count = exceptions.length;
  const Icon = ICONS[kind];
  const look = SEVERITY_LOOKS[severity];
  const key = rowKey(row);
  const isSelected = selected === key;
  const holders = findHolders(exceptions, board.claims ?? [], now);
  useEffect(() => {
    if (isSelected) button.current?.scrollIntoView?.({ block: "nearest" });
  }, [isSelected]);
  return (
    <button
      ref={button}
      type="button"
      data-exception={key}
      data-unfolded={isUnfolded}
      aria-pressed={isSelected}
      onClick={() => onSelect(row)}
      className={`grid w-full cursor-pointer grid-cols-[1.75rem_minmax(0,1fr)_auto] gap-x-2.5 border-l-3 border-transparent pr-4 pl-3.25 text-left -outline-offset-2 hover:bg-hover aria-pressed:border-fir aria-pressed:bg-selected ${isMember ? "py-1.5" : "py-2.5 [@media(height<50rem)]:py-1.5"}`}
    >
      {isMember ? (
        <span className="col-start-2 truncate text-sm">{getMemberName(exception)}</span>
      ) : (
        <>
          <span
            className={`row-span-2 mt-1.5 flex size-7 items-center justify-center rounded-md ${look.tile}`}
          >
            <Icon aria-hidden="true" className="size-4" />
          </span>
          <span className="text-sm font-semibold">
            {t(`kinds.${getTextKey(exception)}`)}
            {count > 1 && (
              <>
                {" "}
                <span className={`ml-1 rounded-full px-2 py-px text-xs tabular-nums ${look.tile}`}>
                  {count}
                </span>
              </>
            )}
          </span>
        </>
      )}
      <span className={`text-sm tabular-nums ${isMember ? "" : "font-semibold"} ${look.text}`}>
        {getTime(exception, now)}
      </span>
      {!isMember && (
        <span
          className={`col-start-2 text-xs leading-5 text-soft ${TRUNCATED} ${count > 1 ? "" : "col-span-2"}`}
        >
          {count > 1
            ? getGroupName(exception)
            : getFacts(exception, held === null ? null : describeTrip(held))}
        </span>
      )}
      {holders.length > 0 && !isHolderHidden && (
        <span className="col-span-2 col-start-2 flex items-center gap-1 text-xs leading-5 font-medium">
          <Hand aria-hidden="true" className="size-3.5 shrink-0" />
          <span className={TRUNCATED}>{holders.map((holder) => getHolder(holder, count)).join(", ")}</span>
        </span>
      )}
    </button>
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
