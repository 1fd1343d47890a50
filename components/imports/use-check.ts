"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { HttpError, nextRequestDelayMs } from "@/components/ui/http-error";
import type { Mode } from "@/lib/account-scope";
import type { CheckedGroup, CheckedRows } from "@/lib/imports/check-rows";
import type { Columns } from "@/lib/imports/column";
import type { DateOrder } from "@/lib/imports/delivery-time";
import { MAX_CHECKED_ROWS } from "@/lib/imports/limits";
import type { Table, TableRow } from "@/lib/imports/read-table";
import { groupRows, toSearchText, toValues } from "@/lib/imports/rows";
import type { AddressChoices, FoundAddress, FoundAddresses } from "@/lib/imports/to-body";

/** Requests at a time, so that one is always being prepared. */
const LANES = 2;
const RETRY_AFTER_MS = 1_000;

export type CheckFailure = "offline" | "signed_out";

/** What is chosen for all orders of the file. */
export interface CheckedTerms {
  readonly pickup: string | null;
  readonly dateOrder: DateOrder;
}

interface Input {
  readonly mode: Mode;
  readonly table: Table;
  readonly columns: Columns;
  readonly terms: CheckedTerms;
  /** False while required columns are missing. */
  readonly isReady: boolean;
}

export type Check = ReturnType<typeof useCheck>;

/** Checks a file's orders in parts, again whenever the columns or the terms change. */
export function useCheck({ mode, table, columns, terms, isReady }: Input) {
  const { groups, repeats } = useMemo(() => groupRows(columns, table.rows), [columns, table]);
  const [checked, setChecked] = useState<ReadonlyMap<number, CheckedGroup>>(new Map());
  const [places, setPlaces] = useState<FoundAddresses>({});
  const [choices, setChoices] = useState<AddressChoices>({});
  const [failure, setFailure] = useState<CheckFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  // What is known about orders by their cells, so that a corrected cell leaves the others checked.
  const cache = useRef<{ terms: string; orders: Map<string, CheckedGroup> }>({
    terms: "",
    orders: new Map(),
  });
  const toKey = (index: number): string =>
    JSON.stringify((groups[index] ?? []).map((row) => onlyUsed(columns, row).cells));

  const ask = async (
    indexes: readonly number[],
    known: FoundAddresses,
    signal: AbortSignal,
  ): Promise<void> => {
    const body = {
      columns,
      ...terms,
      ...toParts(
        indexes.map((index) =>
          (groups[index] ?? []).slice(0, MAX_CHECKED_ROWS).map((row) => onlyUsed(columns, row)),
        ),
        columns,
        known,
      ),
    };
    const found = await post<CheckedRows>(`/dashboard/import/check?mode=${mode}`, body, signal);
    if (signal.aborted) return;
    setPlaces((before) => ({ ...found.places, ...before }));
    setChoices((before) => ({ ...before, ...found.choices }));
    found.groups.forEach((group, index) => {
      cache.current.orders.set(toKey(indexes[index] ?? 0), group);
    });
    setChecked((before) => {
      const now = found.groups.map((group, index) => [indexes[index] ?? 0, group] as const);
      return new Map([...before, ...now]);
    });
  };
  const run = async (
    indexes: readonly number[],
    known: FoundAddresses,
    signal: AbortSignal,
  ): Promise<void> => {
    const waiting = splitByRows(indexes, (index) => groups[index]?.length ?? 0);
    const work = async () => {
      for (let part = waiting.shift(); part !== undefined; part = waiting.shift())
        await ask(part, known, signal);
    };
    try {
      await Promise.all(Array.from({ length: LANES }, work));
    } catch (error) {
      if (signal.aborted) return;
      setFailure(error instanceof HttpError && error.status === 404 ? "signed_out" : "offline");
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `groups` changes with the columns and the file
  useEffect(() => {
    const key = JSON.stringify([columns, terms, mode]);
    if (cache.current.terms !== key) cache.current = { terms: key, orders: new Map() };
    const kept = [...groups.keys()].flatMap((index) => {
      const group = cache.current.orders.get(toKey(index));
      return group === undefined ? [] : [[index, group] as const];
    });
    setChecked(new Map(kept));
    setFailure(null);
    if (!isReady) return;
    const abort = new AbortController();
    const known = new Set(kept.map(([index]) => index));
    const left = [...groups.keys()].filter((index) => !known.has(index));
    void run(left, places, abort.signal);
    return () => abort.abort();
  }, [groups, terms.pickup, terms.dateOrder, isReady, mode, attempt]);

  return {
    groups,
    repeats,
    checked,
    places,
    /** The places of each ambiguous address. */
    choices,
    failure,
    retry: () => setAttempt((before) => before + 1),
    /** Takes the place of an address that the user has chosen, and checks its orders again. */
    confirm: (text: string, place: FoundAddress) => {
      const next = { ...places, [text]: place };
      setPlaces(next);
      const isConcerned = (row: TableRow) => searchTexts(columns, row).includes(text);
      const concerned = [...groups.keys()].filter((index) => groups[index]?.some(isConcerned));
      void run(concerned, next, new AbortController().signal);
    },
  };
}

export const searchTexts = (columns: Columns, { cells }: TableRow): string[] => {
  const values = toValues(columns, cells);
  return [toSearchText(values, ""), toSearchText(values, "pickup_")];
};

/** The row without the cells of ignored columns, which a check does not need. */
const onlyUsed = (columns: Columns, row: TableRow): TableRow => ({
  ...row,
  cells: row.cells.map((cell, index) => (columns[index] == null ? "" : cell)),
});

/** Divides orders into requests of at most MAX_CHECKED_ROWS rows; an order with more of them is a separate request. */
export function splitByRows(indexes: readonly number[], countRows: (index: number) => number): number[][] {
  const parts: number[][] = [];
  let rows = MAX_CHECKED_ROWS;
  for (const index of indexes) {
    const count = countRows(index);
    if (rows + count > MAX_CHECKED_ROWS) {
      parts.push([]);
      rows = 0;
    }
    parts.at(-1)?.push(index);
    rows += count;
  }
  return parts;
}

/** The rows of a request, with the known places of their addresses. */
export function toParts(groups: readonly (readonly TableRow[])[], columns: Columns, known: FoundAddresses) {
  const texts = new Set(groups.flat().flatMap((row) => searchTexts(columns, row)));
  return {
    groups: groups.map((rows) => rows.map(({ cells }) => cells)),
    places: Object.fromEntries(Object.entries(known).filter(([text]) => texts.has(text))),
  };
}

/** Repeats a request that the service was too busy for. @throws HttpError for any other status but 200 and 422 */
export async function post<Result>(url: string, body: object, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.status === 200 || response.status === 422) return response.json();
    const error = new HttpError(response);
    if (response.status !== 429 && response.status !== 503) throw error;
    await new Promise((done) => setTimeout(done, nextRequestDelayMs(RETRY_AFTER_MS, error.retryAfter)));
    signal?.throwIfAborted();
  }
}
