"use client";

import { type KeyboardEvent, useState } from "react";

export type Selection = ReturnType<typeof useSelection>;

/** An order that leaves the list is deselected, and stays so when it returns. */
export function useSelection(codes: readonly string[]) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const chosen: ReadonlySet<string> = new Set(codes.filter((code) => kept.has(code)));
  if (chosen.size < kept.size) setKept(chosen);
  const choose = (code: string, isRange: boolean) => {
    const [from, to] = [codes.indexOf(last ?? ""), codes.indexOf(code)];
    const range = isRange && from !== -1 ? codes.slice(Math.min(from, to), Math.max(from, to) + 1) : [code];
    const isChosen = !chosen.has(code);
    const others = [...chosen].filter((one) => !range.includes(one));
    setKept(new Set(isChosen ? [...others, ...range] : others));
    setLast(code);
  };
  return {
    chosen,
    isAll: codes.length > 0 && chosen.size === codes.length,
    choose,
    add: (more: readonly string[]) => setKept(new Set([...chosen, ...more])),
    chooseAll: (isChosen: boolean) => setKept(new Set(isChosen ? codes : [])),
  };
}

/** Arrow keys move between boxes, with Shift they select, Escape deselects all. */
export const useRowKeys =
  ({ add, chooseAll, chosen }: Selection): ((event: KeyboardEvent) => void) =>
  (event) => {
    if (event.key === "Escape" && chosen.size > 0) {
      event.preventDefault();
      return chooseAll(false);
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || !(event.target instanceof HTMLInputElement)) return;
    const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
    const next = boxes[boxes.indexOf(event.target) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    const passed = [event.target.dataset.choose, next.dataset.choose];
    if (event.shiftKey) add(passed.filter((code) => code !== undefined));
  };
