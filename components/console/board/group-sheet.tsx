"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef } from "react";
import { ClaimControl } from "@/components/console/board/claim-control";
import { type ConsoleActions, HandleForm } from "@/components/console/board/handle-form";
import { ExceptionPill, useExceptionTime } from "@/components/console/board/look";
import { AssignEachButton, CancelEachButton, TellEachButton } from "@/components/console/orders/bulk-buttons";
import { CloseButton } from "@/components/ui/close-button";
import { DANGER, LINK, PRIMARY, SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import type { ClaimHolder } from "@/lib/console/exception-claim";
import type { Exception, ExceptionKind } from "@/lib/console/exceptions";
import { type ExceptionGroup, isCausedByCourier } from "@/lib/console/group-exceptions";
import { MAX_ORDERS_PER_ACTION } from "@/lib/orders/list/order-filter";

/** Actions on many orders; others need the facts of one. */
const ACTS: Readonly<Record<ExceptionKind, readonly ("assign" | "tell" | "cancel" | "told_shop")[]>> = {
  unusual_trip: ["cancel"],
  question: [],
  silent_courier: ["assign", "tell"],
  courier_not_found: ["assign", "cancel"],
  not_accepted: ["assign", "tell", "cancel"],
  at_door: ["tell"],
  late: ["assign", "tell", "cancel"],
  going_back: ["tell"],
  webhook_failing: ["told_shop"],
};

interface Props {
  readonly mode: Mode;
  readonly now: number;
  readonly operatorId: string;
  readonly actions: ConsoleActions;
  /** As it was chosen. */
  readonly group: ExceptionGroup;
  /** Those that are left. */
  readonly exceptions: readonly Exception[];
  readonly holders: readonly ClaimHolder[];
  readonly onChoose: (exception: Exception) => void;
  readonly onHandled: () => void;
  readonly onClose: () => void;
}

/** Stays open when nothing is left, so that the outcome of each order can be read. */
export function GroupSheet(props: Props) {
  const { mode, now, operatorId, actions, group, exceptions, holders, onChoose, onHandled, onClose } = props;
  const t = useTranslations("console");
  const getTime = useExceptionTime();
  const heading = useId();
  const close = useRef<HTMLButtonElement>(null);
  const [first] = group.exceptions;
  const { kind } = first;
  const covered = exceptions.slice(0, MAX_ORDERS_PER_ACTION);
  const codes = covered.flatMap(({ orderCode }) => orderCode ?? []);
  const acts = ACTS[kind];
  const bulk = { mode, codes, actions, kind };
  const count = exceptions.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet of each new group takes the focus
  useEffect(() => close.current?.focus({ preventScroll: true }), [group.key]);
  return (
    <section aria-labelledby={heading} className="p-5">
      <div className="flex items-start justify-between gap-3">
        <ExceptionPill exception={exceptions[0] ?? first} now={now} />
        <CloseButton ref={close} label={t("sheet.close")} onClose={onClose} />
      </div>
      <h2 id={heading} className="type-title mt-1">
        {getGroupName(first)}
      </h2>
      <p className="mt-1 text-sm text-soft">
        {count === 0
          ? t("group.empty")
          : t(kind === "webhook_failing" ? "group.count_endpoints" : "group.count", { count })}
      </p>
      {count > covered.length && (
        <p className="mt-1 text-sm">{t("group.limit", { most: covered.length, count })}</p>
      )}
      <ClaimControl
        mode={mode}
        operatorId={operatorId}
        actions={actions}
        exceptions={covered}
        holders={holders}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        {acts.includes("assign") && <AssignEachButton {...bulk} look={PRIMARY} />}
        {acts.includes("tell") && (
          <TellEachButton {...bulk} look={acts[0] === "tell" ? PRIMARY : SECONDARY} />
        )}
        {acts.includes("cancel") && <CancelEachButton {...bulk} look={DANGER} isCounted />}
        {acts.includes("told_shop") && covered.length > 0 && (
          <HandleForm
            exceptions={covered}
            handling="told_shop"
            look={PRIMARY}
            {...{ mode, actions, onHandled }}
          >
            {t("sheet.told_shop")}
          </HandleForm>
        )}
        {kind !== "unusual_trip" && covered.length > 0 && (
          <HandleForm
            exceptions={covered}
            handling="noted"
            look={SECONDARY}
            {...{ mode, actions, onHandled }}
          >
            {t("group.snooze")}
          </HandleForm>
        )}
      </div>
      <ul className="mt-4 border-t border-line pt-2 text-sm">
        {exceptions.map((one) => (
          <li key={one.subject} className="flex items-baseline justify-between gap-3 py-1">
            <button
              type="button"
              onClick={() => onChoose(one)}
              className={`${LINK} min-h-6 min-w-0 cursor-pointer truncate text-left`}
            >
              {getMemberName(one)}
            </button>
            <span className="shrink-0 text-soft tabular-nums">{getTime(one, now)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the courier's name, or else the shop's. */
export const getGroupName = ({ kind, courierName, accountName }: Exception): string =>
  (isCausedByCourier(kind) ? courierName : null) ?? accountName;

export const getMemberName = ({ orderCode, place }: Exception): string =>
  [orderCode, place].filter((part) => part !== null).join(" · ");
