"use client";

import { ChevronDown, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import { ChangeList } from "@/components/orders/form/change-list";
import { isTime, LocalTime, WindowFields } from "@/components/orders/form/local-time";
import { Breakdown } from "@/components/orders/form/quote-panel";
import { useOrderForm } from "@/components/orders/form/use-order-form";
import type { QuoteState } from "@/components/orders/form/use-quote";
import { formatWindowOrDay } from "@/components/tracking/format";
import { DateTime } from "@/components/ui/date-time";
import { useDateFormat } from "@/components/ui/page-zone";
import { OUTLINE, PRIMARY, SECONDARY } from "@/components/ui/styles";
import { fromWindowText } from "@/lib/orders/delivery-window";
import { EMPTY_TIMES, EMPTY_WINDOW } from "@/lib/orders/form/draft";
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

const TIME_PATHS = ["delivery_time", "delivery_window.from", "delivery_window.to", "ready_at"] as const;

/** When the order is delivered, and from when it can be collected. */
function OrderTimes() {
  const t = useTranslations("delivery.order");
  const { draft, change, problemOf } = useOrderForm();
  const { delivery_time: deliveryTime, delivery_window: window, ready_at: readyAt } = draft;
  const telling = useDateFormat();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const isWrong = TIME_PATHS.some((path) => problemOf(path) !== null);
  const isAsap = deliveryTime === "" && readyAt === "" && window.from === "" && window.to === "";
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
          ) : isTime(window.from) && isTime(window.to) ? (
            formatWindowOrDay(fromWindowText(window), new Date(), telling)
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
            label={t("delivery_time")}
            hint={(zone) => t("delivery_time_hint", { zone })}
            value={deliveryTime}
            onValue={(next) =>
              change(
                (now) => ({ ...now, delivery_time: next, delivery_window: EMPTY_WINDOW }),
                "delivery_time",
              )
            }
          />
          <fieldset className="space-y-3">
            <legend className="mb-1 text-sm font-medium">{t("delivery_window.label")}</legend>
            <WindowFields
              path="delivery_window"
              window={window}
              onWindow={(next) =>
                change((now) => ({ ...now, delivery_time: "", delivery_window: next }), "delivery_window")
              }
            />
          </fieldset>
          <LocalTime
            path="ready_at"
            label={t("ready_at")}
            hint={() => t("ready_at_hint")}
            value={readyAt}
            onValue={(next) => change((now) => ({ ...now, ready_at: next }), "ready_at")}
          />
          <button
            type="button"
            disabled={isAsap}
            onClick={() => {
              for (const path of TIME_PATHS) change((now) => ({ ...now, ...EMPTY_TIMES }), path);
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
