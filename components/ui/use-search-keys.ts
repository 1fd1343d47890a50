"use client";

import { useOnDevice } from "@/components/ui/use-on-device";

export const useSearchKeys = <Unknown>(asHtml: Unknown): string | Unknown =>
  useOnDevice(() => (/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ K" : "Ctrl K"), asHtml);
