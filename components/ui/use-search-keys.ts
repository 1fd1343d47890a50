"use client";

import { useOnDevice } from "@/components/ui/use-on-device";

/** Returns the keys that open a search, as they stand on the reader's keyboard; something else as HTML. */
export function useSearchKeys<Unknown>(asHtml: Unknown): string | Unknown {
  return useOnDevice(() => (/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ K" : "Ctrl K"), asHtml);
}
