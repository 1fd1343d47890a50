import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether this is a phone that does not know geo: addresses. False until the page has come to life. */
export function useIsApple(): boolean {
  return useSyncExternalStore(
    never,
    () => /iPhone|iPad|Macintosh/.test(navigator.userAgent),
    () => false,
  );
}

/** Whether the page has come to life, so that what only the phone knows, as its time zone, may be shown. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
