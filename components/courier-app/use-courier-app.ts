import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { findSavedState, saveState } from "@/components/courier-app/app-store";
import { updateServiceTime } from "@/components/courier-app/service-clock";
import { readState, useLive } from "@/components/ui/use-live";
import type { AppState } from "@/lib/courier-app/app-state";

const POLL_MS = 15_000;
const POLL_HIDDEN_MS = 60_000;

const read = (answer: Response): Promise<AppState | null> =>
  answer.status === 401 ? Promise.resolve(null) : readState(answer);

export function useCourierApp(initial: AppState | null) {
  const { data, connection, ask, put } = useLive<AppState | null | undefined>(
    { state: "/courier/state", events: "/courier/events" },
    initial ?? undefined,
    {
      pollMs: POLL_MS,
      hiddenPollMs: POLL_HIDDEN_MS,
      isOver: (known) => known === null,
      read,
      onWord: updateServiceTime,
    },
  );

  // The last state stored on the phone, used until the service responds.
  const [kept, setKept] = useState<AppState>();
  const state = data === undefined ? kept : data;
  useEffect(() => {
    if (initial === null) void findSavedState().then((found) => setKept(found ?? undefined));
  }, [initial]);

  useEffect(() => {
    if (state !== undefined) void saveState(state);
  }, [state]);

  const isOnline = useIsOnline();
  return {
    /** Undefined until known; null once the link is no longer valid. */
    state,
    isConnected: isOnline && connection !== "lost",
    isLost: state === undefined && (connection === "lost" || !isOnline),
    /** Applies a response before the stream reports the change. */
    put: useCallback(
      (change: (state: AppState) => AppState) =>
        put((known) => {
          const latest = known === undefined ? kept : known;
          return latest && change(latest);
        }),
      [put, kept],
    ),
    reload: ask,
    signOut: useCallback(() => put(() => null), [put]),
  };
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      window.addEventListener("online", onChange);
      window.addEventListener("offline", onChange);
      return () => {
        window.removeEventListener("online", onChange);
        window.removeEventListener("offline", onChange);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
