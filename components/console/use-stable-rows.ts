"use client";

import { useEffect, useRef } from "react";

/** While held, rows keep their positions, and new rows follow them. */
export function useStableRows<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  isHeld: boolean,
): readonly Item[] {
  const order = useRef<readonly string[]>([]);
  const current = new Map(items.map((one) => [keyOf(one), one]));
  const stored = isHeld ? order.current.filter((key) => current.has(key)) : [];
  const known = new Set(stored);
  const keys = [...stored, ...[...current.keys()].filter((key) => !known.has(key))];
  useEffect(() => {
    order.current = keys;
  });
  return keys.flatMap((key) => current.get(key) ?? []);
}
