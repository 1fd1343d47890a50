import { useClientValue } from "@/components/ui/use-on-device";

/** Returns whether this is an Apple device, which does not know geo: links. False until the page is hydrated. */
export function useIsApple(): boolean {
  return useClientValue(() => /iPhone|iPad|Macintosh/.test(navigator.userAgent), false);
}

/** Returns whether the page is hydrated, so that it can show what only the phone knows, such as its time zone. */
export function useIsHydrated(): boolean {
  return useClientValue(() => true, false);
}
