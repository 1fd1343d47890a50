"use client";

import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import type { OrderPageView } from "@/components/orders/detail/order-state";
import type { FilterProps } from "@/components/orders/list/filter-panel";
import { LazySheet, loadSheet } from "@/components/orders/list/lazy-sheet";
import type { SheetProps } from "@/components/orders/list/order-sheet";
import { Toolbar, useDensity } from "@/components/orders/list/toolbar";
import { isBusy, useHasShortcuts } from "@/components/palette/shortcuts";
import { useDocumentEvent } from "@/components/ui/use-document-event";
import { latinKey } from "@/lib/http/matches-query";

const SelectedCode = createContext<string | null>(null);

export const useSelectedCode = (): string | null => useContext(SelectedCode);

export interface SelectionProps extends SheetProps {
  /** The list's own URL. */
  address: string;
  toolbar: FilterProps;
  selected: string | null;
  initial: OrderPageView | null;
  children: ReactNode;
}

/** Opens a row's order in a sheet next to the list. */
export function OrderSelection({
  address,
  toolbar,
  selected: atFirst,
  initial,
  children,
  ...sheet
}: SelectionProps) {
  const list = useRef<HTMLDivElement>(null);
  const { code, open, close, enter } = useSelected(list, address, atFirst);
  const density = useDensity();
  const prepare = () => void loadSheet(sheet.locale);
  return (
    <div className="flex min-h-0 flex-1 print:block">
      <div className="flex min-w-0 flex-1 flex-col">
        <Toolbar {...toolbar} onEnter={enter} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it is not interactive; it only watches its links */}
        <div
          ref={list}
          data-density={density}
          data-sheet={code === null ? undefined : "open"}
          // Before the links' own handlers.
          onClickCapture={open}
          onPointerOver={prepare}
          onFocus={prepare}
          className="relative min-h-0 flex-1 lg:overflow-y-auto print:overflow-visible"
        >
          <SelectedCode value={code}>{children}</SelectedCode>
        </div>
      </div>
      {code !== null && (
        <LazySheet
          key={code}
          {...sheet}
          code={code}
          initial={initial?.code === code ? initial : null}
          onClose={close}
        />
      )}
    </div>
  );
}

function withOrder(address: string, code: string | null): string {
  if (code === null) return address;
  const [path = "", query] = address.split("?");
  const parameters = new URLSearchParams(query);
  const mode = parameters.get("mode");
  parameters.delete("mode");
  parameters.set("order", code);
  if (mode !== null) parameters.set("mode", mode);
  return `${path}?${parameters}`;
}

const HAS_SHEET = "(min-width: 64rem)";

/** Updates the URL without loading anything. `atFirst` is the order in the URL at page load. */
function useSelected(list: RefObject<HTMLElement | null>, base: string, atFirst: string | null) {
  const [state, setState] = useState({ base, code: atFirst });
  if (state.base !== base) setState({ base, code: atFirst });
  const { code } = state;
  const areOn = useHasShortcuts();
  const rows = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>("a[data-order]") ?? [])];
  const select = (next: string | null) => {
    if (next === code) return;
    // One step back closes the sheet, however many orders it has shown.
    if (code === null) window.history.pushState(null, "", withOrder(base, next));
    else window.history.replaceState(null, "", withOrder(base, next));
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
    open: (event: MouseEvent) => {
      const row = (event.target as Element).closest<HTMLElement>("a[data-order]");
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (row === null || !isPlain || !window.matchMedia(HAS_SHEET).matches) return;
      event.preventDefault();
      select(row.dataset.order ?? null);
    },
  };
}
