"use client";

import { useClientValue } from "@/components/ui/use-client-value";

export const useSearchKeys = <Unknown>(asHtml: Unknown): string | Unknown =>
  useClientValue(() => (/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ K" : "Ctrl K"), asHtml);
