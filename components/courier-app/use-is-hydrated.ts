import { useClientValue } from "@/components/ui/use-client-value";

/** Apple devices do not support geo: URLs. False until hydration. */
export function useIsApple(): boolean {
  return useClientValue(() => /iPhone|iPad|Macintosh/.test(navigator.userAgent), false);
}

/** False during server rendering. For values that only the phone knows, such as its time zone. */
export function useIsHydrated(): boolean {
  return useClientValue(() => true, false);
}
