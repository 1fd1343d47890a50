"use client";

import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useState } from "react";
import { isBusy, useHasShortcuts } from "@/components/palette/shortcuts";
import { letterOf } from "@/lib/pages/palette";

const HAS_SHEET = "(min-width: 64rem)";

export interface Selected {
  readonly code: string | null;
  readonly open: (event: MouseEvent<HTMLAnchorElement>, code: string) => void;
  readonly close: () => void;
  readonly enter: () => void;
}

/** The URL follows without loading anything. `atFirst` is the order in the loaded URL. */
export function useSelected(
  list: RefObject<HTMLElement | null>,
  addressOf: (code: string | null) => string,
  atFirst: string | null,
): Selected {
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
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (code === null || document.querySelector("dialog[open], :popover-open") !== null) return;
      event.preventDefault();
      close();
      return;
    }
    if (isBusy(event.target)) return;
    const letter = areOn ? letterOf(event) : null;
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
    document.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("popstate", onBack);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    // A loaded page begins where its order is.
    const row = rows().find((one) => one.dataset.order === atFirst);
    row?.scrollIntoView?.({ block: "nearest" });
  }, []);
  return {
    code,
    close,
    enter: () => rows()[0]?.focus(),
    open: (event, next) => {
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (!isPlain || !window.matchMedia(HAS_SHEET).matches) return;
      event.preventDefault();
      select(next);
    },
  };
}
