"use client";

import { startTransition, useEffect, useState } from "react";
import { useClientValue } from "@/components/ui/use-client-value";

/** Rendering many rows takes longer than the rest of the page. `before` items precede the list. */
export function useProgressiveList(
  most: number,
  isWholeAtFirst = false,
): <Item>(items: readonly Item[], before?: number) => readonly Item[] {
  const [isWhole, setWhole] = useState(isWholeAtFirst);
  useEffect(() => startTransition(() => setWhole(true)), []);
  return (items, before = 0) => (isWhole ? items : items.slice(0, Math.max(0, most - before)));
}

/** Also true while React hydrates. */
export const useIsHydrating = (): boolean => useClientValue(() => false, true);
