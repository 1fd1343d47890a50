"use client";

import { PackageSearch, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { BulkActions } from "@/components/console/orders/bulk-buttons";
import { ChosenOrders } from "@/components/console/orders/chosen-orders";
import { OrderArrival, OrderTable, type TableRow } from "@/components/console/orders/order-table";
import { useSelection } from "@/components/console/orders/use-selection";
import { useBoard } from "@/components/console/use-board";
import { usePlanText } from "@/components/console/use-plan-text";
import { useStableRows } from "@/components/console/use-stable-rows";
import { RelativeTime } from "@/components/ui/age";
import { ConnectionNote } from "@/components/ui/connection-note";
import { ClockTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { useNow } from "@/components/ui/use-now";
import type { Mode } from "@/lib/account-scope";
import { isBoardItemScheduled } from "@/lib/console/board";
import type { ConsoleBoard } from "@/lib/console/console-board";
import { lateSince, type WatchedItem } from "@/lib/console/exceptions";

interface Props {
  mode: Mode;
  initial: ConsoleBoard;
  now: number;
  actions: BulkActions;
}

/** Rows keep their places while the pointer is over them or some are chosen. */
export function OpenOrders({ mode, initial, now: atFirst, actions }: Props) {
  const t = useTranslations("ops.orders");
  const { board, connection } = useBoard(mode, initial);
  const now = useNow(atFirst);
  const [isPointed, setPointed] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const orders = useStableRows(board.orders, ({ code }) => code, isPointed || isChoosing);
  const selection = useSelection(orders.map(({ code }) => code));
  const areSomeChosen = selection.chosen.size > 0;
  if (areSomeChosen !== isChoosing) setChoosing(areSomeChosen);
  const hidden = board.orderCount - orders.length;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-soft">{t("count", { count: board.orderCount })}</p>
        <ConnectionNote connection={connection} />
      </div>
      {orders.length === 0 ? (
        <EmptyState icon={PackageSearch} heading={t("none")}>
          <p className="mt-1 text-sm text-soft">{t(`none_hint_${mode}`)}</p>
        </EmptyState>
      ) : (
        <div onPointerEnter={() => setPointed(true)} onPointerLeave={() => setPointed(false)}>
          <OrderTable
            orders={orders.map((order) => toRow(order, now))}
            last="updated"
            selection={selection}
          />
        </div>
      )}
      {hidden > 0 && <p className="mt-3 text-sm text-soft">{t("hidden", { count: hidden })}</p>}
      <ChosenOrders mode={mode} selection={selection} actions={actions} />
    </>
  );
}

function toRow(order: WatchedItem, now: number): TableRow {
  const { code, status, accountName, courierId, answerUntil, arrival, deliveryTime, deliveryWindow, stops } =
    order;
  const last = stops.at(-1);
  return {
    code,
    status,
    hasCourier: courierId !== null,
    isScheduled: isBoardItemScheduled(order, now),
    isAsked: answerUntil !== null,
    address: last === undefined ? "" : `${last.street}, ${last.building}`,
    accountName,
    courier: <Courier order={order} />,
    time: (
      <OrderArrival
        status={status}
        arrival={arrival}
        deliveryTime={deliveryTime}
        deliveryWindow={deliveryWindow}
        isLate={lateSince(order, now) !== null}
        now={now}
      />
    ),
    last: <Waiting order={order} now={now} />,
  };
}

function Courier({ order: { courierName, isCourierNotFound, plan } }: { order: WatchedItem }) {
  const t = useTranslations("ops.orders");
  const describePlan = usePlanText("cell");
  if (courierName !== null) return courierName;
  const text = plan == null ? t("no_courier") : describePlan(plan);
  if (!isCourierNotFound) {
    return (
      <span className="text-soft" title={text}>
        {text}
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1.5 font-medium text-late" title={text}>
      <UserX aria-hidden="true" className="size-4 shrink-0" />
      {plan == null ? t("courier_not_found") : text}
    </span>
  );
}

function Waiting({ order, now }: { order: WatchedItem; now: number }) {
  const t = useTranslations("ops.orders.attention");
  const { answerUntil, atDoorSince, returnState, returnStartedAt, waitingSince } = order;
  const notes = [
    { kind: "question" as const, at: answerUntil },
    { kind: "at_door" as const, at: atDoorSince },
    { kind: "going_back" as const, at: returnState === "on_the_way" ? returnStartedAt : null },
  ];
  const note = notes.find(({ at }) => at !== null);
  if (note === undefined || note.at === null) {
    return (
      <span className="text-soft">
        <RelativeTime at={waitingSince} now={now} />
      </span>
    );
  }
  return (
    <span className="text-late">
      {t(note.kind)} <ClockTime at={note.at} />
    </span>
  );
}
