"use client";

import { startTransition, useEffect, useState } from "react";
import { useOnDevice } from "@/components/ui/use-on-device";

/**
 * Shortens a list while its page appears; right after that it is whole. Many rows take longer to draw than all else of a
 * page.
 *
 * @param most more than fit on a screen
 * @returns what is drawn of a list, where so many items stand before it
 */
export function useFirstItems(
  most: number,
  isWholeAtFirst = false,
): <Item>(items: readonly Item[], before?: number) => readonly Item[] {
  const [isWhole, setWhole] = useState(isWholeAtFirst);
  useEffect(() => startTransition(() => setWhole(true)), []);
  return (items, before = 0) => (isWhole ? items : items.slice(0, Math.max(0, most - before)));
}

/** Whether this comes as HTML, which is read without scripts as well, or is taken over from it. */
export function useIsHtml(): boolean {
  return useOnDevice(() => false, true);
}
