"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef } from "react";
import { DateRange } from "@/components/orders/list/filter-panel";
import { openModal } from "@/components/ui/open-modal";
import { PRIMARY, SECONDARY, SMALL_GHOST } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import { filterParameters, type OrderFilter } from "@/lib/orders/list/order-filter";

/** These views cover today only. An export of other days leaves them out. */
const OF_TODAY: readonly OrderFilter["view"][] = ["today", "finished"];

/** `today` is an ISO date in the account's time zone. */
export function ExportButton({ filter, mode, today }: { filter: OrderFilter; mode: Mode; today: string }) {
  const t = useTranslations("orders.export");
  const form = useTranslations("ui.form");
  const views = useTranslations("orders.views");
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = () => dialog.current?.close();
  const view = OF_TODAY.includes(filter.view) ? "all" : filter.view;
  const initial = { from: filter.from || `${today.slice(0, 8)}01`, to: filter.to || today };
  const others = [...filterParameters({ ...filter, view, from: "", to: "" })].filter(
    ([name]) => name !== "status",
  );
  return (
    <>
      <button
        type="button"
        onClick={() => openModal(dialog.current)}
        className={`${SMALL_GHOST} print:hidden`}
        title={t("hint")}
      >
        <Download aria-hidden="true" className="size-4" />
        {t("open")}
      </button>
      <dialog
        ref={dialog}
        aria-labelledby={`${id}title`}
        className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-xl bg-raised p-5 text-ink shadow-e2 backdrop:bg-black/50 sm:p-6"
      >
        <form action="/dashboard/orders/export" onSubmit={close}>
          <h2 id={`${id}title`} className="type-title">
            {t("title")}
          </h2>
          <p className="mt-2 mb-4 text-sm text-soft">
            {t("text")} {view !== "all" && t("view", { view: views(view) })}{" "}
            {others.length > 0 && t("filtered")}
          </p>
          {mode === "test" && <input type="hidden" name="mode" value="test" />}
          <input type="hidden" name="status" value={view} />
          {others.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div className="grid grid-cols-2 gap-3">
            <DateRange id={id} initial={initial} />
          </div>
          <div className="mt-5 flex flex-wrap justify-end gap-3">
            <button type="button" onClick={close} className={SECONDARY}>
              {form("back")}
            </button>
            <button type="submit" className={PRIMARY}>
              {t("submit")}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
