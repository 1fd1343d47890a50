"use client";

import { useTranslations } from "next-intl";
import {
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { useRefusedClaim } from "@/components/console/board/claim-control";
import { ConsoleMap, courierMark, orderMark } from "@/components/console/board/console-map";
import { usePublishExceptionCount } from "@/components/console/board/exception-count";
import { CourierSheet, EndpointSheet, OrderSheet } from "@/components/console/board/exception-sheet";
import { FindOrders } from "@/components/console/board/find-orders";
import { GroupSheet } from "@/components/console/board/group-sheet";
import { type ConsoleActions, useUndoHandling } from "@/components/console/board/handle-form";
import { KeysSheet, useConsoleKeys } from "@/components/console/board/keys-sheet";
import { ExceptionPill, type Filter, getTextKey, isFilter } from "@/components/console/board/look";
import { listRows, Queue, type QueueRow, rowKey, withinFilter } from "@/components/console/board/queue";
import { ring, useAlarm } from "@/components/console/board/sound";
import { HandedOver, type Handover } from "@/components/console/handed-over";
import { ReassignSheet } from "@/components/console/reassign-sheet";
import { useBoard } from "@/components/console/use-board";
import { useRefusalText } from "@/components/ui/form";
import { type FormAction, type FormState, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { usePermissions } from "@/components/ui/permissions";
import { QueryCache } from "@/components/ui/query-cache";
import { Tabs } from "@/components/ui/tabs";
import { useShowUndo } from "@/components/ui/toast";
import type { Mode } from "@/lib/account-scope";
import type { ConsoleBoard } from "@/lib/console/console-board";
import { findHolders } from "@/lib/console/exception-claim";
import {
  EXCEPTION_KINDS,
  type Exception,
  exceptionKey,
  findExceptions,
  toSubjects,
} from "@/lib/console/exceptions";
import type { CandidateView } from "@/lib/console/find-reassignment";
import { groupExceptions, groupKey } from "@/lib/console/group-exceptions";
import type { Locale } from "@/lib/locale/locale";
import { MAX_ORDERS_PER_ACTION } from "@/lib/orders/list/order-filter";

interface Props {
  readonly mode: Mode;
  /** The operator who has opened the page. */
  readonly operatorId: string;
  readonly locale: Locale;
  readonly styleUrl: string | null;
  readonly initial: ConsoleBoard;
  /** Service time. */
  readonly now: number;
  readonly actions: ConsoleActions;
  readonly filtered?: string;
  readonly play?: () => void;
  /** Shown while there is no exception. */
  readonly children?: ReactNode;
}

export const Console = (given: Props) => (
  <QueryCache>
    <LiveConsole {...given} />
  </QueryCache>
);

type ExceptionName = Pick<Exception, "kind" | "subject">;

type Selection =
  | QueueRow
  | { readonly type: "order"; readonly code: string }
  | { readonly type: "courier"; readonly id: string };

function formatHash(chosen: Selection, isReassigning: boolean): string {
  const order = isReassigning ? "reassign" : "order";
  if (chosen.type === "courier") return `courier=${chosen.id}`;
  if (chosen.type === "order") return `${order}=${chosen.code}`;
  if (chosen.type === "group") return `group=${encodeURIComponent(chosen.group.key)}`;
  const { orderCode, subject } = chosen.exception;
  return orderCode === null ? `endpoint=${subject}` : `${order}=${orderCode}`;
}

function readHash(exceptions: readonly Exception[]): [chosen: Selection | null, isReassigning: boolean] {
  const [type, id = ""] = window.location.hash.slice(1).split("=");
  const isReassigning = type === "reassign";
  const isOrder = isReassigning || type === "order";
  if (id === "") return [null, false];
  if (type === "courier") return [{ type, id }, false];
  if (type === "group") {
    const group = groupExceptions(exceptions).find(({ key }) => encodeURIComponent(key) === id);
    return [group === undefined ? null : { type, group }, false];
  }
  const exception = exceptions.find(({ orderCode, subject }) =>
    isOrder ? orderCode === id : type === "endpoint" && orderCode === null && subject === id,
  );
  if (exception !== undefined) return [{ type: "exception", exception }, isReassigning];
  return [isOrder ? { type: "order", code: id } : null, isReassigning];
}

/** A history entry, so that the back button closes the sheet, or the list of couriers on it. */
function updateHash(chosen: Selection | null, isReassigning: boolean): void {
  const { pathname, search, hash } = window.location;
  const address = chosen === null ? "" : `#${formatHash(chosen, isReassigning)}`;
  if (address === hash) return;
  const write = hash === "" || isReassigning ? "pushState" : "replaceState";
  window.history[write](null, "", pathname + search + address);
}

function updateFilter(filter: Filter | null): void {
  const address = new URL(window.location.href);
  if (filter === null) address.searchParams.delete("filter");
  else address.searchParams.set("filter", filter);
  window.history.replaceState(null, "", address);
}

function LiveConsole(props: Props) {
  const { mode, operatorId, locale, styleUrl, initial, now: atFirst, filtered } = props;
  const { play = ring, children } = props;
  const t = useTranslations("console");
  const canDispatch = usePermissions()("service.dispatch_orders");
  const { now, onWord } = useServiceTime(atFirst);
  const { board, connection } = useBoard(mode, initial, onWord);
  const [handledAt, setHandledAt] = useState<ReadonlyMap<string, number>>(new Map());
  const exceptions = useMemo(
    () =>
      findExceptions(board, now).filter(
        (one) => now - (handledAt.get(exceptionKey(one)) ?? Number.NEGATIVE_INFINITY) > HIDDEN_MS,
      ),
    [board, now, handledAt],
  );
  /** Without this, a quick operator would meet an exception again before the board leaves it out. */
  const hide = (handled: readonly ExceptionName[]) =>
    setHandledAt(
      (before) => new Map([...before, ...handled.map((one) => [exceptionKey(one), now] as const)]),
    );
  const unhide = (handled: readonly ExceptionName[]) => {
    const keys = new Set(handled.map(exceptionKey));
    setHandledAt((before) => new Map([...before].filter(([key]) => !keys.has(key))));
  };
  const actions: ConsoleActions = {
    ...props.actions,
    reopen: async (before, form) => {
      const state = await props.actions.reopen(before, form);
      const kind = EXCEPTION_KINDS.find((one) => one === form.get("kind"));
      if (state.isDone && kind !== undefined) {
        unhide(
          String(form.get("subject"))
            .split(",")
            .map((subject) => ({ kind, subject })),
        );
      }
      return state;
    },
  };
  const [filter, setFilter] = useState<Filter | null>(isFilter(filtered) ? filtered : null);
  const [chosen, setChosen] = useState<Selection | null>(null);
  const [handedOver, setHandedOver] = useState<Handover | null>(null);
  const [isReassigning, setReassigning] = useState(false);
  const [considered, setConsidered] = useState<CandidateView | null>(null);
  const [tab, setTab] = useState<"queue" | "map">("queue");
  const field = useRef<HTMLInputElement>(null);
  const [areKeysShown, setKeysShown] = useState(false);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [notice, setNotice] = useState<string | null>(null);
  const describeRefusedClaim = useRefusedClaim();
  const describeRefusal = useRefusalText();
  const toUndo = useUndoHandling(mode, actions.reopen);
  const showUndo = useShowUndo();
  useAlarm(exceptions, play);
  // All shops that wait are one row.
  const isShopWaiting = (board.waitingAccounts?.count ?? 0) > 0;
  usePublishExceptionCount(exceptions.length + (isShopWaiting ? 1 : 0));

  const show = (next: Selection | null, isNextReassigning = false) => {
    setChosen(next);
    setHandedOver(null);
    setNotice(null);
    setConsidered(null);
    setReassigning(isNextReassigning);
  };
  const choose = (next: Selection | null, isNextReassigning = false) => {
    updateHash(next, isNextReassigning);
    show(next, isNextReassigning);
  };
  const showAddressed = useEffectEvent(() => show(...readHash(exceptions)));
  useEffect(() => {
    showAddressed();
    window.addEventListener("popstate", showAddressed);
    return () => window.removeEventListener("popstate", showAddressed);
  }, []);
  const byKey = (key: string) => exceptions.find((one) => exceptionKey(one) === key);
  const close = () => {
    const key = chosen === null ? null : toKey(chosen);
    choose(null);
    if (key !== null) focusRow(key);
  };
  const listed = listRows(groupExceptions(withinFilter(exceptions, filter)), unfolded);
  /** The row after one that an operator has handled, before it leaves the queue. */
  const findNext = (row: QueueRow): QueueRow | undefined => {
    const handled = new Set(listExceptions(row).map(exceptionKey));
    const isOther = (one: QueueRow) => listExceptions(one).some((each) => !handled.has(exceptionKey(each)));
    const at = listed.findIndex((one) => rowKey(one) === rowKey(row));
    return listed.slice(at + 1).find(isOther) ?? listed.slice(0, Math.max(at, 0)).findLast(isOther);
  };
  const finish = () => {
    const next = chosen !== null && isRow(chosen) ? findNext(chosen) : undefined;
    if (chosen !== null && isRow(chosen)) hide(toFields(chosen).covered);
    choose(null);
    if (next !== undefined) focusRow(rowKey(next));
  };
  const step = (by: 1 | -1) => {
    const key = chosen === null ? findFocusedRow() : toKey(chosen);
    const at = listed.findIndex((row) => rowKey(row) === key);
    const row = listed[at === -1 ? (by === 1 ? 0 : listed.length - 1) : at + by];
    if (row !== undefined) choose(row);
  };
  const run = <Result,>(
    action: FormAction<Result>,
    fields: Readonly<Record<string, string>>,
    done: (state: FormState<Result>) => void,
    failed?: () => void,
  ) =>
    startTransition(async () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      const state = await action(INITIAL_FORM_STATE, form);
      if (state.isDone) return done(state);
      failed?.();
      setNotice(state.refusal === null ? t("group.failed") : describeRefusal(state.refusal, state.texts));
    });
  /** The row on which keys act: the opened one, or else the focused one. Null for users who may not act. */
  const findRow = (): QueueRow | null => {
    if (!canDispatch) return null;
    if (chosen !== null) return isRow(chosen) ? chosen : null;
    const key = findFocusedRow();
    return listed.find((row) => rowKey(row) === key) ?? null;
  };
  const toFields = (row: QueueRow) => {
    const [first] = listExceptions(row);
    const remaining = row.type === "group" ? exceptions.filter((one) => isIn(row, one)) : [row.exception];
    const covered = remaining.slice(0, MAX_ORDERS_PER_ACTION);
    return { covered, fields: { mode, kind: first.kind, subject: toSubjects(covered) } };
  };
  const take = () => {
    const row = findRow();
    if (row === null) return;
    const { covered, fields } = toFields(row);
    const holders = findHolders(covered, board.claims ?? [], now);
    const own = holders.find(({ byId }) => byId === operatorId);
    if (own?.count === covered.length) return run(actions.releaseClaim, fields, () => setNotice(null));
    run(actions.claim, fields, ({ result }) => setNotice(describeRefusedClaim(result)));
  };
  const handle = () => {
    const row = isReassigning ? null : findRow();
    if (row === null) return;
    const { covered, fields } = toFields(row);
    if (fields.kind === "unusual_trip") return setNotice(t("group.not_snoozed"));
    if (covered.length === 0) return;
    const next = findNext(row);
    hide(covered);
    if (chosen !== null) choose(next ?? null);
    else if (next !== undefined) focusRow(rowKey(next));
    const done = () => showUndo(toUndo(covered));
    run(actions.handle, { ...fields, handling: "noted" }, done, () => unhide(covered));
  };
  const assignByKey = () => {
    const row = findRow();
    if (row === null || isReassigning) return;
    if (row.type === "exception" && row.exception.orderCode !== null && row.exception.held === null) {
      choose(row, true);
    } else choose(row);
  };
  const chooseOrder = (code: string) => {
    const exception = exceptions.find(({ orderCode }) => orderCode === code);
    choose(exception === undefined ? { type: "order", code } : { type: "exception", exception });
  };
  const selectMark = (mark: string) => {
    const [type, id = ""] = mark.split(":");
    const orderCode =
      type === "order" ? id : (board.couriers.find((courier) => courier.id === id)?.orderCode ?? null);
    if (orderCode === null) return choose({ type: "courier", id });
    chooseOrder(orderCode);
  };
  useConsoleKeys({
    step,
    assign: assignByKey,
    take,
    handle,
    find: () => field.current?.focus(),
    openKeys: () => setKeysShown(true),
    close: () => (isReassigning ? choose(chosen) : chosen !== null && close()),
  });

  const exception = chosen?.type === "exception" ? (byKey(exceptionKey(chosen.exception)) ?? null) : null;
  const orderCode =
    chosen?.type === "exception" ? chosen.exception.orderCode : chosen?.type === "order" ? chosen.code : null;
  const courier = chosen?.type === "courier" ? board.couriers.find(({ id }) => id === chosen.id) : undefined;
  const group = chosen?.type === "group" ? chosen : null;
  const inGroup = group === null ? [] : exceptions.filter((one) => isIn(group, one));
  const holders = findHolders(exception === null ? inGroup : [exception], board.claims ?? [], now);
  const input = {
    mode,
    now,
    operatorId,
    actions,
    holders,
    onReassign: () => choose(chosen, true),
    onHandled: finish,
    onClose: close,
  };
  const reassigned = (handover: Handover) => {
    // The board may already have removed the exception.
    if (chosen?.type === "exception") {
      const { kind, subject } = chosen.exception;
      run(actions.handle, { mode, kind, subject, handling: "reassigned" }, () => {});
    }
    finish();
    setHandedOver(handover);
  };

  return (
    <div className="flex flex-col lg:absolute lg:inset-0 lg:grid lg:grid-cols-[23.25rem_minmax(0,1fr)]">
      <Tabs
        label={t("queue")}
        tabs={(["queue", "map"] as const).map((name) => ({ name, label: t(`tabs.${name}`) }))}
        current={tab}
        onChoose={setTab}
        className="flex border-b border-line bg-surface lg:hidden"
        tabLook="min-h-11 flex-1 cursor-pointer border-b-2 border-transparent text-sm font-medium text-soft aria-selected:border-fir aria-selected:text-ink"
      />
      <div
        className={`min-h-0 border-line lg:flex lg:flex-col lg:border-r ${tab === "queue" ? "" : "hidden"}`}
      >
        <Queue
          board={board}
          actions={actions}
          exceptions={exceptions}
          connection={connection}
          now={now}
          filter={filter}
          onFilter={(next) => {
            setFilter(next);
            updateFilter(next);
          }}
          operatorId={operatorId}
          selected={chosen !== null && isRow(chosen) ? rowKey(chosen) : null}
          unfolded={unfolded}
          onFold={(key) => setUnfolded((before) => toggle(before, key))}
          onSelect={(row) => choose(row)}
        />
        {/* It would cover exceptions. */}
        {exceptions.length === 0 && children}
      </div>
      <div
        className={`relative bg-fill max-lg:h-[calc(100dvh-12rem)] lg:block ${tab === "map" ? "" : "max-lg:hidden"}`}
      >
        <ConsoleMap
          board={board}
          exceptions={exceptions}
          now={now}
          locale={locale}
          styleUrl={styleUrl}
          orderCode={orderCode}
          candidate={isReassigning ? considered : null}
          hasSheet={chosen !== null}
          selected={
            courier !== undefined ? courierMark(courier.id) : orderCode === null ? null : orderMark(orderCode)
          }
          onSelect={selectMark}
        />
        <div className="absolute top-4 left-4 z-20 max-lg:right-4">
          <FindOrders mode={mode} now={now} field={field} onFind={chooseOrder} />
        </div>
      </div>
      <div
        role="status"
        className="fixed inset-x-3 bottom-20 z-40 rounded-xl bg-raised px-4 py-3 text-sm shadow-e2 empty:hidden lg:absolute lg:inset-x-auto lg:right-4 lg:bottom-4"
      >
        {notice}
        {handedOver !== null && <HandedOver handover={handedOver} assign={actions.assign} />}
      </div>
      {chosen !== null && (
        <aside
          // The sheet covers the page on a phone; on a wide screen it is as tall as its content.
          className="fixed inset-x-0 bottom-0 z-40 flex max-h-[85dvh] flex-col overflow-y-auto rounded-t-2xl bg-raised shadow-e2 lg:absolute lg:inset-x-auto lg:top-4 lg:right-4 lg:bottom-auto lg:max-h-[calc(100%-2rem)] lg:w-102 lg:rounded-xl"
        >
          {isReassigning && orderCode !== null ? (
            <ReassignSheet
              orderCode={orderCode}
              above={exception !== null && <ExceptionPill exception={exception} now={now} />}
              assign={actions.assign}
              onConsider={setConsidered}
              onDone={reassigned}
              onClose={() => choose(chosen)}
            />
          ) : orderCode !== null ? (
            <OrderSheet
              code={orderCode}
              exception={exception}
              route={findRoute(board, orderCode)}
              planned={board.couriers.find((one) => one.orderCode === orderCode)?.planned ?? []}
              {...input}
            />
          ) : courier !== undefined ? (
            <CourierSheet courier={courier} now={now} onClose={close} />
          ) : chosen.type === "group" ? (
            <GroupSheet
              group={chosen.group}
              exceptions={inGroup}
              onChoose={(one) => choose({ type: "exception", exception: one })}
              {...input}
            />
          ) : chosen.type === "exception" ? (
            <EndpointSheet
              exception={chosen.exception}
              endpoint={board.endpoints.find(({ id }) => id === chosen.exception.subject) ?? null}
              {...input}
            />
          ) : null}
        </aside>
      )}
      <NewExceptions exceptions={exceptions} />
      {areKeysShown && <KeysSheet onClose={() => setKeysShown(false)} />}
    </div>
  );
}

function findRoute({ orders }: ConsoleBoard, code: string) {
  const courierId = orders.find((order) => order.code === code)?.courierId ?? null;
  if (courierId === null) return null;
  return { courierId, others: orders.filter((order) => order.courierId === courierId).length - 1 };
}

function toggle(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const others = [...keys].filter((one) => one !== key);
  return new Set(others.length === keys.size ? [...others, key] : others);
}

const isRow = (chosen: Selection): chosen is QueueRow =>
  chosen.type === "exception" || chosen.type === "group";

const toKey = (chosen: Selection): string | null => (isRow(chosen) ? rowKey(chosen) : null);

const listExceptions = (row: QueueRow): readonly [Exception, ...Exception[]] =>
  row.type === "group" ? row.group.exceptions : [row.exception];

const isIn = (row: QueueRow, exception: Exception): boolean =>
  row.type === "group"
    ? groupKey(exception) === row.group.key
    : exceptionKey(exception) === exceptionKey(row.exception);

const findFocusedRow = (): string | null =>
  document.activeElement?.closest<HTMLElement>("[data-exception]")?.dataset.exception ?? null;

function focusRow(key: string): void {
  requestAnimationFrame(() => {
    const rows = document.querySelectorAll<HTMLElement>("[data-exception]");
    [...rows].find((row) => row.dataset.exception === key)?.focus();
  });
}

function NewExceptions({ exceptions }: { exceptions: readonly Exception[] }) {
  const t = useTranslations("console");
  const [known, setKnown] = useState(exceptions);
  const [text, setText] = useState("");
  if (known !== exceptions) {
    const before = new Set(known.map(exceptionKey));
    const fresh = exceptions.filter((one) => !before.has(exceptionKey(one)));
    setKnown(exceptions);
    if (fresh.length > 0)
      setText([...new Set(fresh.map((one) => t("new", { what: t(`kinds.${getTextKey(one)}`) })))].join(". "));
  }
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

/** For which a handled exception is hidden before the board leaves it out. */
const HIDDEN_MS = 10_000;

const TICK_MS = 2_000;
// Smaller differences can come from the time that a response takes.
const NOISE_MS = 10_000;

/** The device's clock may be wrong, so times follow the service's clock. */
function useServiceTime(atFirst: number): { now: number; onWord: (sentAt: number | null) => void } {
  const [now, setNow] = useState(atFirst);
  const aheadMs = useRef(0);
  const hear = useCallback((sentAt: number | null) => {
    if (sentAt === null) return;
    const difference = sentAt - Date.now();
    aheadMs.current = Math.abs(difference) < NOISE_MS ? 0 : difference;
    setNow(Date.now() + aheadMs.current);
  }, []);
  useEffect(() => {
    hear(atFirst);
    const timer = setInterval(() => setNow(Date.now() + aheadMs.current), TICK_MS);
    return () => clearInterval(timer);
  }, [atFirst, hear]);
  return { now, onWord: hear };
}
