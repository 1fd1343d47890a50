"use client";

import { UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useBoard } from "@/components/ops/use-board";
import { Age } from "@/components/ui/age";
import { ConnectionNote } from "@/components/ui/connection-note";
import { Link } from "@/components/ui/link";
import { StatusPill } from "@/components/ui/status-pill";
import { CARD, LINK } from "@/components/ui/styles";
import type { Mode } from "@/lib/accounts/scope";
import type { BoardOrder } from "@/lib/board/board";
import type { ConsoleBoard } from "@/lib/board/console-board";

interface Given {
  mode: Mode;
  initial: ConsoleBoard;
  now: number;
}

/** A mode's open orders, live. */
export function OpenOrders({ mode, initial, now }: Given) {
  const t = useTranslations("ops.orders");
  const { board, connection } = useBoard(mode, initial);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-soft">{t("count", { count: board.orders.length })}</p>
        <ConnectionNote connection={connection} />
      </div>
      {board.orders.length === 0 ? (
        <div className="rounded-xl bg-ground px-6 py-12 text-center">
          <p className="font-medium">{t("none")}</p>
          <p className="mt-1 text-sm text-soft">{t(`none_hint_${mode}`)}</p>
        </div>
      ) : (
        <div className={`${CARD} overflow-hidden`}>
          <table className="block w-full text-sm sm:table">
            <thead className="hidden bg-fill text-left text-xs text-soft sm:table-header-group">
              <tr>
                {(["code", "address", "account", "status", "courier", "waiting"] as const).map((column) => (
                  <th key={column} scope="col" className="px-4 py-2.5 font-medium">
                    {t(`columns.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="block sm:table-row-group">
              {board.orders.map((order) => (
                <Row key={order.code} order={order} now={now} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** What a status does not say: a question, a courier at a door, the way back. */
function Note({ order, now }: { order: BoardOrder; now: number }) {
  const t = useTranslations("ops.orders.attention");
  const { answerUntil, atDoorSince, returnState, returnStartedAt } = order;
  const notes = [
    { kind: "question" as const, at: answerUntil },
    { kind: "at_door" as const, at: atDoorSince },
    { kind: "going_back" as const, at: returnState === "on_the_way" ? returnStartedAt : null },
  ];
  return notes.map(
    ({ kind, at }) =>
      at !== null && (
        <p key={kind} className="mt-1 text-xs text-late">
          {t(`${kind}.what`)}, {t(`${kind}.when`)} <Age at={at} now={now} />
        </p>
      ),
  );
}

function Row({ order, now }: { order: BoardOrder; now: number }) {
  const t = useTranslations("ops.orders");
  const last = order.stops.at(-1);
  return (
    <tr className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 border-t border-line px-4 py-3 first:border-t-0 sm:table-row sm:p-0 sm:first:[&>td]:border-t-0">
      <td className="sm:border-t sm:border-line sm:px-4 sm:py-3">
        <Link
          href={`/ops/orders/${order.code}`}
          className={`${LINK} inline-flex min-h-6 items-center font-mono font-medium`}
        >
          {order.code}
        </Link>
      </td>
      <td className="order-3 col-span-2 min-w-0 sm:max-w-64 sm:truncate sm:border-t sm:border-line sm:px-4 sm:py-3">
        {last === undefined ? "" : `${last.street}, ${last.building}`}
      </td>
      <td className="order-4 text-soft sm:border-t sm:border-line sm:px-4 sm:py-3 sm:text-ink">
        {order.accountName}
      </td>
      <td className="order-2 text-right sm:border-t sm:border-line sm:px-4 sm:py-3 sm:text-left">
        <StatusPill status={order.status} hasCourier={order.courierId !== null} />
        <Note order={order} now={now} />
      </td>
      <td className="order-6 sm:border-t sm:border-line sm:px-4 sm:py-3">
        {order.courierName ??
          (order.isCourierNotFound ? (
            <span className="inline-flex items-center gap-1.5 font-medium text-late">
              <UserX aria-hidden="true" className="size-4 shrink-0" />
              {t("courier_not_found")}
            </span>
          ) : (
            <span className="text-soft">{t("no_courier")}</span>
          ))}
      </td>
      <td className="order-5 text-right text-soft tabular-nums sm:border-t sm:border-line sm:px-4 sm:py-3 sm:text-left">
        <Age at={order.waitingSince} now={now} />
      </td>
    </tr>
  );
}
