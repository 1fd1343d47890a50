"use client";

import { useOnDevice } from "@/components/ui/use-on-device";

export function useSearchKeys<Unknown>(asHtml: Unknown): string | Unknown {
  return useOnDevice(() => (/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ K" : "Ctrl K"), asHtml);
}
