"use client";

import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import type { OrderPageView } from "@/components/order/order-state";
import { listAddress } from "@/components/orders/address";
import { type ListProps, OrderList } from "@/components/orders/order-list";
import { OrderSheet, type SheetProps } from "@/components/orders/order-sheet";
import { Toolbar, useDensity } from "@/components/orders/toolbar";
import { ViewTabs } from "@/components/orders/view-tabs";
import { isBusy, useHasShortcuts } from "@/components/palette/shortcuts";
import { QueryCache } from "@/components/ui/query-cache";
import { useDocumentEvent } from "@/components/ui/use-document-event";
import type { ViewCounts } from "@/lib/orders/list/count-orders";
import type { ListedCourier } from "@/lib/orders/list/list-order-couriers";
import type { PageBoundary } from "@/lib/orders/list/order-filter";
import { latinKey } from "@/lib/web/palette";

interface Props extends ListProps, Omit<SheetProps, "mode" | "now"> {
  edge: PageBoundary | null;
  counts: ViewCounts;
  couriers: readonly ListedCourier[];
  selected: string | null;
  initial: OrderPageView | null;
}

export function OrdersPage(props: Props & { heading: ReactNode }) {
  const { heading, unused } = props;
  return (
    <QueryCache>
      <div className="flex flex-col lg:h-[calc(100dvh-1.125rem)] lg:min-h-128 print:block print:h-auto">
        <div className="px-4 pt-4 sm:px-6 print:px-1.5 [&>div]:mb-3">{heading}</div>
        {unused === null ? <Parts {...props} /> : <div className="px-4 pb-8 sm:px-6">{unused}</div>}
      </div>
    </QueryCache>
  );
}

function Parts({ edge, counts, couriers, selected: atFirst, initial, ...props }: Props) {
  const { page, filter, mode } = props;
  const list = useRef<HTMLDivElement>(null);
  const selected = useSelected(list, (code) => listAddress(filter, mode, edge, code), atFirst);
  const density = useDensity();
  const { code } = selected;
  const codes = page.orders.map((order) => order.code).join(",");
  return (
    <>
      <ViewTabs filter={filter} mode={mode} counts={counts} />
      <div className="flex min-h-0 flex-1 print:block">
        <div className="flex min-w-0 flex-1 flex-col">
          <Toolbar {...props} couriers={couriers} onEnter={selected.enter} />
          <div
            ref={list}
            data-density={density}
            className="relative min-h-0 flex-1 lg:overflow-y-auto print:overflow-visible"
          >
            <OrderList
              key={`${listAddress(filter, mode, edge)} ${codes}`}
              {...props}
              selected={code}
              courierName={couriers.find(({ id }) => id === filter.courier)?.name ?? ""}
              onOpen={selected.open}
            />
          </div>
        </div>
        {code !== null && (
          <OrderSheet
            key={code}
            code={code}
            initial={initial?.code === code ? initial : null}
            {...props}
            onClose={selected.close}
          />
        )}
      </div>
    </>
  );
}

const HAS_SHEET = "(min-width: 64rem)";

/** Updates the URL without loading anything. `atFirst` is the order in the URL at page load. */
function useSelected(
  list: RefObject<HTMLElement | null>,
  addressOf: (code: string | null) => string,
  atFirst: string | null,
) {
  const base = addressOf(null);
  const [state, setState] = useState({ base, code: atFirst });
  if (state.base !== base) setState({ base, code: atFirst });
  const { code } = state;
  const areOn = useHasShortcuts();
  const rows = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>("a[data-order]") ?? [])];
  const select = (next: string | null) => {
    if (next === code) return;
    // One step back closes the sheet, however many orders it has shown.
    if (code === null) window.history.pushState(null, "", addressOf(next));
    else window.history.replaceState(null, "", addressOf(next));
    setState({ base, code: next });
  };
  const close = () => {
    const row = rows().find((one) => one.dataset.order === code);
    select(null);
    row?.focus();
  };
  const onBack = useEffectEvent(() => {
    const { pathname, searchParams } = new URL(window.location.href);
    if (!base.startsWith(pathname)) return;
    setState({ base, code: searchParams.get("order") });
  });
  useDocumentEvent("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (code === null || document.querySelector("dialog[open], :popover-open") !== null) return;
      event.preventDefault();
      close();
      return;
    }
    if (isBusy(event.target)) return;
    const letter = areOn ? latinKey(event) : null;
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    // Arrows scroll the page unless a row has the focus.
    if (isArrow ? !list.current?.contains(document.activeElement) : letter !== "j" && letter !== "k") return;
    const all = rows();
    const focused = all.indexOf(document.activeElement as HTMLAnchorElement);
    const at = focused === -1 ? all.findIndex((row) => row.dataset.order === code) : focused;
    const next = all[event.key === "ArrowDown" || letter === "j" ? at + 1 : Math.max(at - 1, 0)];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    if (code !== null) select(next.dataset.order ?? null);
  });
  useEffect(() => {
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    // After a page load, scrolls to the selected order.
    const row = rows().find((one) => one.dataset.order === atFirst);
    row?.scrollIntoView?.({ block: "nearest" });
  }, []);
  return {
    code,
    close,
    enter: () => rows()[0]?.focus(),
    open: (event: MouseEvent<HTMLAnchorElement>, next: string) => {
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (!isPlain || !window.matchMedia(HAS_SHEET).matches) return;
      event.preventDefault();
      select(next);
    },
  };
}
