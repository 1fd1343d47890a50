"use client";

import { useQuery } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { couriersAddress, listAddress, NO_FILTER } from "@/components/orders/list/address";
import { Link } from "@/components/ui/link";
import { INPUT, SMALL_GHOST, SMALL_PRIMARY } from "@/components/ui/styles";
import { useDocumentEvent } from "@/components/ui/use-document-event";
import { readState } from "@/components/ui/use-live";
import type { Mode } from "@/lib/account-scope";
import type { ListedCourier } from "@/lib/orders/list/list-order-couriers";
import { isNarrowed, LIST_VIEWS, type OrderFilter } from "@/lib/orders/list/order-filter";

export interface FilterProps {
  filter: OrderFilter;
  mode: Mode;
  timeZone: string;
  /** The filter's own courier. The panel loads the others, of whom there may be hundreds. */
  couriers: readonly ListedCourier[];
}

export function FilterPanel({ filter, mode, timeZone, couriers: chosen }: FilterProps) {
  const t = useTranslations("orders.filter");
  const views = useTranslations("orders.views");
  const id = useId();
  const panel = useRef<HTMLDetailsElement>(null);
  useDismissed(panel);
  const { view, from, to, courier, hasProblem } = filter;
  const [isActive, setActive] = useState(false);
  const activate = () => setActive(true);
  const { data: couriers = chosen } = useQuery({
    queryKey: ["orders", "couriers", mode, courier],
    queryFn: async () => readState<ListedCourier[]>(await fetch(couriersAddress(courier, mode))),
    enabled: isActive,
  });
  const values = [from, to, courier, hasProblem ? "1" : ""].filter((value) => value !== "").length;
  const close = () => {
    if (panel.current !== null) panel.current.open = false;
  };
  return (
    <details ref={panel} onPointerOver={activate} onFocus={activate} className="group relative shrink-0">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-lg border border-line px-3 text-sm font-medium hover:bg-hover sm:min-h-8 sm:px-2.5 [&::-webkit-details-marker]:hidden">
        <ListFilter aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{t("open")}</span>
        {values > 0 && (
          <span className="rounded-full bg-ink px-1.5 text-xs font-semibold text-surface">{values}</span>
        )}
      </summary>
      {/* The fields are remounted with each filter, which the back button may change. */}
      <div
        key={listAddress(filter, mode)}
        className="absolute top-full right-0 z-30 mt-1.5 grid w-80 max-w-[calc(100vw-2rem)] grid-cols-2 gap-3 rounded-xl bg-raised p-4 shadow-e2 sm:right-auto sm:left-0"
      >
        <div className="col-span-2">
          <FilterLabel htmlFor={`${id}status`} text={t("state")} />
          <select id={`${id}status`} name="status" defaultValue={view} className={INPUT}>
            {LIST_VIEWS.map((one) => (
              <option key={one} value={one}>
                {views(one)}
              </option>
            ))}
          </select>
        </div>
        <DateRange id={id} initial={filter} title={t("days_hint", { zone: timeZone })} />
        <div className="col-span-2">
          <FilterLabel htmlFor={`${id}courier`} text={t("courier")} />
          <select id={`${id}courier`} name="courier" defaultValue={courier} className={INPUT}>
            <option value="">{t("any_courier")}</option>
            {couriers.map(({ id: value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <label className="col-span-2 flex min-h-11 cursor-pointer items-center gap-3 text-sm sm:min-h-9">
          <input
            type="checkbox"
            name="problem"
            value="1"
            defaultChecked={hasProblem}
            className="size-5 shrink-0 accent-fir"
          />
          {t("problem")}
        </label>
        <div className="col-span-2 flex justify-end gap-2">
          {isNarrowed(filter) && (
            <Link href={listAddress(NO_FILTER, mode)} onClick={close} className={SMALL_GHOST}>
              {t("reset")}
            </Link>
          )}
          <button type="submit" onClick={close} className={SMALL_PRIMARY}>
            {t("apply")}
          </button>
        </div>
      </div>
    </details>
  );
}

interface DateRangeProps {
  /** The prefix of the fields' ids. */
  id: string;
  /** ISO dates, or empty. */
  initial: { readonly from: string; readonly to: string };
  title?: string;
}

export function DateRange({ id, initial, title }: DateRangeProps) {
  const t = useTranslations("orders.filter");
  return (["from", "to"] as const).map((name) => (
    <div key={name} className="min-w-0">
      <FilterLabel htmlFor={id + name} text={t(name)} />
      <input
        id={id + name}
        type="date"
        name={name}
        defaultValue={initial[name]}
        title={title}
        className={INPUT}
      />
    </div>
  ));
}

const FilterLabel = ({ htmlFor, text }: { htmlFor: string; text: string }) => (
  <label htmlFor={htmlFor} className="mb-1 block text-xs text-soft">
    {text}
  </label>
);

function useDismissed(panel: { readonly current: HTMLDetailsElement | null }): void {
  const close = (event: Event) => {
    const { current } = panel;
    if (current?.open !== true) return;
    if (event instanceof KeyboardEvent) {
      if (event.key !== "Escape") return;
      event.preventDefault();
      current.querySelector("summary")?.focus();
    } else if (event.target instanceof Node && current.contains(event.target)) return;
    current.open = false;
  };
  useDocumentEvent("keydown", close, true);
  useDocumentEvent("pointerdown", close);
}
