"use client";

import { ChevronDown, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import { ChangeList } from "@/components/orders/form/change-list";
import { CLEAR, FieldFrame, LABELED, useDraftField } from "@/components/orders/form/fields";
import { Breakdown } from "@/components/orders/form/quote-panel";
import { useOrderForm } from "@/components/orders/form/use-order-form";
import type { QuoteState } from "@/components/orders/form/use-quote";
import { type FormatContext, formatZone } from "@/components/tracking/format";
import { DateTime } from "@/components/ui/date-time";
import { useDateFormat } from "@/components/ui/page-zone";
import { OUTLINE, PRIMARY, SECONDARY } from "@/components/ui/styles";
import { fromLocalTime, toLocalTime } from "@/lib/locale/local-time";
import { draftChanges } from "@/lib/orders/form/draft-changes";

export function OrderBar({ quote, isBusy, panel }: { quote: QuoteState; isBusy: boolean; panel: ReactNode }) {
  const t = useTranslations("delivery");
  const { draft, opened } = useOrderForm();
  const changes = opened === null ? [] : draftChanges(opened.draft, draft);
  const [whileBusy, idle] = opened === null ? ["creating", "create"] : ["saving", "save"];
  const isUnchanged = opened !== null && changes.length === 0;
  return (
    <aside
      aria-label={t("quote.heading")}
      className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 mt-auto border-t border-line bg-surface px-4 py-3 sm:px-6 lg:bottom-0 lg:px-8 lg:py-4"
    >
      {opened !== null && <Changes changes={changes} />}
      {quote.quote !== null && <Breakdown quote={quote.quote} />}
      <div className="relative flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-36">{panel}</div>
        <div className="flex gap-2">
          <OrderTimes />
          <button
            type="submit"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            title={t("submit.keys")}
            disabled={isBusy || quote.isPending || isUnchanged}
            className={`${PRIMARY} px-5`}
          >
            {t(`submit.${isBusy ? whileBusy : idle}`)}
          </button>
        </div>
      </div>
    </aside>
  );
}

function Changes({ changes }: { changes: ReturnType<typeof draftChanges> }) {
  const t = useTranslations("delivery.changes");
  if (changes.length === 0) return <p className="mb-2 text-xs text-soft">{t("none")}</p>;
  return (
    <details className="group mb-1">
      <summary className="flex min-h-8 cursor-pointer items-center gap-1.5 text-sm font-medium">
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 -rotate-90 group-open:rotate-0" />
        {t("heading", { count: changes.length })}
      </summary>
      <ChangeList changes={changes} label={t("label")} tellsPrice />
    </details>
  );
}

// The value of a date-and-time field while the date or the time is missing.
const INCOMPLETE = "incomplete";

const isTime = (value: string): boolean => !Number.isNaN(Date.parse(value));

/** When the order is delivered, and from when it can be collected. */
function OrderTimes() {
  const t = useTranslations("delivery.order");
  const { draft, change, problemOf } = useOrderForm();
  const { delivery_time: deliveryTime, ready_at: readyAt } = draft;
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const isWrong = problemOf("delivery_time") !== null || problemOf("ready_at") !== null;
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is not interactive; it only watches the keys and the focus
    <div
      ref={box}
      className="sm:relative"
      onKeyDown={({ key }) => {
        if (key !== "Escape") return;
        setOpen(false);
        box.current?.querySelector("button")?.focus();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={`${OUTLINE} px-3.5 whitespace-nowrap max-sm:px-3`}
      >
        <Clock aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">
          {isTime(deliveryTime) ? (
            <DateTime at={deliveryTime} short />
          ) : isTime(readyAt) ? (
            t.rich("ready", { time: () => <DateTime at={readyAt} short /> })
          ) : (
            t("asap")
          )}
        </span>
      </button>
      {isOpen && (
        <div className="absolute right-0 bottom-full z-20 mb-2 w-full space-y-3 rounded-xl bg-raised p-4 shadow-e2 sm:w-76">
          <LocalTime
            path="delivery_time"
            value={deliveryTime}
            onValue={(next) => change((now) => ({ ...now, delivery_time: next }), "delivery_time")}
          />
          <LocalTime
            path="ready_at"
            value={readyAt}
            onValue={(next) => change((now) => ({ ...now, ready_at: next }), "ready_at")}
          />
          <button
            type="button"
            disabled={deliveryTime === "" && readyAt === ""}
            onClick={() => {
              change((now) => ({ ...now, delivery_time: "" }), "delivery_time");
              change((now) => ({ ...now, ready_at: "" }), "ready_at");
              setOpen(false);
              box.current?.querySelector("button")?.focus();
            }}
            className={`${SECONDARY} w-full`}
          >
            {t("asap")}
          </button>
        </div>
      )}
    </div>
  );
}

interface LocalTimeProps {
  readonly path: "delivery_time" | "ready_at";
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function LocalTime({ path, value, onValue }: LocalTimeProps) {
  const t = useTranslations("delivery.order");
  const telling = useDateFormat();
  const local = isTime(value) ? toLocalTime(new Date(value), telling.zone) : "";
  const field = useDraftField(path, true);
  const read = ({ value: typed, validity }: HTMLInputElement) => {
    // An unchanged field keeps the seconds, which it does not show.
    if (typed !== "" && typed === local) return;
    const instant = fromLocalTime(typed, telling.zone)?.toISOString();
    const next = typed === "" && !validity.badInput ? "" : (instant ?? INCOMPLETE);
    if (next !== value) onValue(next);
  };
  return (
    <FieldFrame path={path} label={t(path)} hint={t(`${path}_hint`, { zone: zoneName(telling) })}>
      <input
        {...field}
        type="datetime-local"
        value={local}
        onChange={(event) => read(event.currentTarget)}
        // No change event reports a half-filled date.
        onBlur={(event) => read(event.currentTarget)}
        onKeyUp={(event) => read(event.currentTarget)}
        className={`${LABELED} ${CLEAR}`}
      />
    </FieldFrame>
  );
}

function zoneName(telling: FormatContext): string {
  const [long, offset] = [formatZone(telling, "long"), formatZone(telling, "shortOffset")];
  return long === offset ? long : `${long}, ${offset}`;
}
